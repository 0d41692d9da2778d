package dev.clew.trace;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another program, executed in a way of one's own: all but {@link #run} is that program's. */
public abstract class ForwardingProgram implements Program {
  private final Program program;

  protected ForwardingProgram(Program program) {
    this.program = program;
  }

  @Override
  public int threadCount() {
    return program.threadCount();
  }

  @Override
  public int objectCount() {
    return program.objectCount();
  }

  @Override
  public boolean isPlain(int object) {
    return program.isPlain(object);
  }

  @Override
  public int interruptStatus(int thread) {
    return program.interruptStatus(thread);
  }

  @Override
  public void makeVisible(int object) {
    program.makeVisible(object);
  }

  @Override
  public void takeTurns() {
    program.takeTurns();
  }

  @Override
  public List<String> reductions() {
    return program.reductions();
  }

  @Override
  public boolean judgesStates() {
    return program.judgesStates();
  }

  @Override
  public String cutShort() {
    return program.cutShort();
  }

  @Override
  public @Nullable Prospects prospects() {
    return program.prospects();
  }

  @Override
  public Names names() {
    return program.names();
  }

  @Override
  public int threadOf(String key) {
    return program.threadOf(key);
  }

  @Override
  public int objectOf(String key) {
    return program.objectOf(key);
  }

  @Override
  public void saveNumbers(DataOutput out) throws IOException {
    program.saveNumbers(out);
  }

  @Override
  public void restoreNumbers(DataInput in) throws IOException {
    program.restoreNumbers(in);
  }

  @Override
  public NumberExchange numberExchange() {
    return program.numberExchange();
  }

  @Override
  public Meanings meanings() {
    return program.meanings();
  }
}
