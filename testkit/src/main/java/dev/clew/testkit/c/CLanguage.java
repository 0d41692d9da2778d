package dev.clew.testkit.c;

import dev.clew.testkit.oracle.MemoryModel;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.written.Language;
import dev.clew.testkit.written.Reading;
import dev.clew.trace.Names;
import dev.clew.trace.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** C, as a language in which toy programs are written. */
final class CLanguage implements Language {
  private final Compiler compiler;

  CLanguage(Compiler compiler) {
    this.compiler = compiler;
  }

  @Override
  public String name() {
    return "C";
  }

  @Override
  public MemoryModel memoryModel() {
    return MemoryModel.C;
  }

  @Override
  public Toy nearest(Toy program) {
    return NearestInC.of(program);
  }

  @Override
  public boolean canExpress(Toy program) {
    return Expressible.inC(program);
  }

  @Override
  public Written write(List<Toy> programs) throws IOException {
    Compiler.Compiled compiled = compiler.compile(CSource.of(programs, CSource.Mutexes.RECURSIVE));
    return new Written() {
      @Override
      public <T> T use(int program, Function<Program, T> work) {
        Duration patience = Duration.ofMillis(programs.get(program).patience());
        return compiled.use(program, patience, work);
      }

      @Override
      public Reading reading(int program, Names names) {
        return new CTraces(programs.get(program), program, names);
      }

      @Override
      public void close() {
        compiled.close();
      }
    };
  }
}
