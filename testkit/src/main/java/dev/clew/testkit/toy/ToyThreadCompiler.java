package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import dev.clew.testkit.toy.ToyExprCompiler.Operand;
import dev.clew.trace.Failure;
import dev.clew.trace.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles the statements of one thread. */
final class ToyThreadCompiler {
  private final ToyAssembler assembler;
  private final ToyLayout layout;
  private final boolean[] plain;
  private final ToyExprCompiler expressions;

  /** Whether the program may end without this thread. */
  private final boolean goesRound;

  ToyThreadCompiler(
      ToyAssembler assembler, ToyLayout layout, boolean[] plain, int self, boolean goesRound) {
    this.goesRound = goesRound;
    this.assembler = assembler;
    this.layout = layout;
    this.plain = plain;
    this.expressions = new ToyExprCompiler(assembler, self);
  }

  /** Compiles a whole thread and returns its last instruction, visible if the end is observed. */
  int compile(List<Statement> body, int line, boolean observed) {
    block(body);
    assembler.at(lastLine(body, line));
    return assembler.emit(observed ? ToyOp.END : ToyOp.FINISH, ToyCode.SINK);
  }

  /**
   * Compiles the thread that ends the program when these have ended; returns its last instruction.
   */
  int compileEnder(List<ThreadCode> joined) {
    int line = joined.isEmpty() ? 0 : joined.get(0).at().line();
    assembler.at(line);
    for (ThreadCode thread : joined) {
      ToyLayout.Range range = layout.range(thread.name());
      for (int t = range.first(); t < range.first() + range.size(); t++) {
        int skip = assembler.emit(ToyOp.JUMP_IF_UNSTARTED, 0, ToyCode.ZERO, t, ToyCode.ZERO, 0);
        emit(ToyOp.JOIN, null, Operand.constantOf(t));
        assembler.landHere(skip);
      }
    }
    return exit(Operand.constantOf(0));
  }

  /** Ends the program, after its hooks; returns the last instruction. */
  private int exit(Operand status) {
    if (layout.process() < 0) {
      return halt(status);
    }
    emit(ToyOp.LOCK, null, Operand.constantOf(layout.process()));
    for (int hook : layout.hooks()) {
      emit(ToyOp.START, null, Operand.constantOf(hook));
    }
    for (int hook : layout.hooks()) {
      emit(ToyOp.JOIN, null, Operand.constantOf(hook));
    }
    return halt(status);
  }

  /** Ends the program at once; returns the last instruction. */
  private int halt(Operand status) {
    report(status);
    return assembler.emit(ToyOp.HALT, ToyCode.SINK);
  }

  private void report(Operand status) {
    if (!status.isConstant() || status.constant() != 0) {
      emit(ToyOp.STATUS, null, status);
    }
  }

  private Operand statusOf(Act act) {
    Expr status = act.amount();
    return status == null ? Operand.constantOf(0) : expressions.operand(status);
  }

  /** The number of registers the compiled code uses. */
  int registers() {
    return expressions.registers();
  }

  private static int lastLine(List<Statement> body, int line) {
    return body.isEmpty() ? line : body.get(body.size() - 1).at().line();
  }

  private void block(List<Statement> body) {
    for (Statement statement : body) {
      assembler.at(statement.at().line());
      expressions.beginStatement();
      statement(statement);
    }
  }

  private void statement(Statement statement) {
    if (statement instanceof Assign assign) {
      expressions.into(expressions.local(assign.local()), assign.value());
    } else if (statement instanceof If branch) {
      branch(branch);
    } else if (statement instanceof While loop) {
      int top = assembler.here();
      int exit = expressions.jumpIf(false, loop.condition());
      block(loop.body());
      assembler.emit(ToyOp.JUMP, top);
      assembler.landHere(exit);
    } else if (statement instanceof Repeat loop) {
      repeat(loop);
    } else if (statement instanceof Assert claim) {
      int holds = expressions.jumpIf(true, claim.condition());
      String message = claim.message().isEmpty() ? "the assertion failed" : claim.message();
      assembler.emit(ToyOp.FAIL, Failure.Kind.ASSERTION.ordinal(), assembler.message(message));
      assembler.landHere(holds);
    } else if (statement instanceof Act act) {
      act(act);
    } else {
      access(statement);
    }
  }

  private void branch(If branch) {
    int otherwise = expressions.jumpIf(false, branch.condition());
    block(branch.then());
    if (branch.otherwise().isEmpty()) {
      assembler.landHere(otherwise);
      return;
    }
    int end = assembler.emit(ToyOp.JUMP, 0);
    assembler.landHere(otherwise);
    block(branch.otherwise());
    assembler.landHere(end);
  }

  private void repeat(Repeat loop) {
    int counter = expressions.newRegister();
    assembler.emit(ToyOp.SET, counter, ToyCode.ZERO, loop.times());
    int top = assembler.here();
    int exit = assembler.emit(ToyOp.JUMP_IF_EQUAL, 0, counter, 0, ToyCode.ZERO, 0);
    assembler.emit(ToyOp.SET, counter, counter, -1);
    block(loop.body());
    assembler.emit(ToyOp.JUMP, top);
    assembler.landHere(exit);
  }

  private void access(Statement statement) {
    if (statement instanceof Read read) {
      Operand variable = element(read.variable());
      emit(isPlain(read.variable()) ? ToyOp.PLAIN_READ : ToyOp.READ, read.result(), variable);
    } else if (statement instanceof Write write) {
      Operand variable = element(write.variable());
      int op = isPlain(write.variable()) ? ToyOp.PLAIN_WRITE : ToyOp.WRITE;
      emit(op, null, variable, expressions.operand(write.value()));
    } else if (statement instanceof FetchAdd add) {
      Operand variable = element(add.variable());
      emit(ToyOp.FETCH_ADD, add.result(), variable, expressions.operand(add.amount()));
    } else if (statement instanceof Exchange swap) {
      Operand variable = element(swap.variable());
      emit(ToyOp.EXCHANGE, swap.result(), variable, expressions.operand(swap.value()));
    } else if (statement instanceof CompareAndSet cas) {
      compareAndSet(cas);
    } else if (statement instanceof Wait wait) {
      Operand condition = element(wait.condition());
      Operand lock = element(wait.lock());
      emit(ToyOp.WAIT, null, lock, condition);
      int at = emit(ToyOp.REACQUIRE, wait.result(), lock, condition);
      assembler.setTimed(at, wait.timed(), wait.within());
    } else if (statement instanceof Choose choose) {
      assembler.emit(ToyOp.CHOOSE, expressions.local(choose.result()), choose.count());
    } else {
      throw new IllegalStateException("unknown statement " + statement);
    }
  }

  private void compareAndSet(CompareAndSet cas) {
    Operand variable = element(cas.variable());
    Operand expected = expressions.operand(cas.expected());
    Operand value = expressions.operand(cas.value());
    assembler.emit(
        ToyOp.COMPARE_AND_SET,
        register(cas.result()),
        variable.register(),
        variable.constant(),
        expected.register(),
        expected.constant(),
        value.register(),
        value.constant());
  }

  private void act(Act act) {
    int at =
        switch (act.verb()) {
          case LOCK -> onObject(ToyOp.LOCK, act);
          case UNLOCK -> onObject(ToyOp.UNLOCK, act);
          case TRYLOCK -> onObject(ToyOp.TRY_LOCK, act);
          case NOTIFY -> onObject(ToyOp.NOTIFY, act);
          case NOTIFYALL -> onObject(ToyOp.NOTIFY_ALL, act);
          case SIGNAL -> onObject(ToyOp.SIGNAL, act);
          case PARK -> assembler.emit(ToyOp.PARK, register(act.result()));
          case UNPARK -> onObject(ToyOp.UNPARK, act);
          case INTERRUPT -> onObject(ToyOp.INTERRUPT, act);
          case INTERRUPTED -> assembler.emit(ToyOp.TEST_INTERRUPT, register(act.result()));
          case START -> onObject(ToyOp.START, act);
          case JOIN -> onObject(ToyOp.JOIN, act);
          case ALIVE -> onObject(ToyOp.IS_ALIVE, act);
          case ACQUIRE -> onPermits(ToyOp.ACQUIRE, act);
          case TRYACQUIRE -> onPermits(ToyOp.TRY_ACQUIRE, act);
          case RELEASE -> onPermits(ToyOp.RELEASE, act);
          case CLOSE -> close(act);
          case READLOCK -> onObject(ToyOp.READ_LOCK, act);
          case TRYREADLOCK -> onObject(ToyOp.TRY_READ_LOCK, act);
          case READUNLOCK -> onObject(ToyOp.READ_UNLOCK, act);
          case WRITELOCK -> onObject(ToyOp.WRITE_LOCK, act);
          case TRYWRITELOCK -> onObject(ToyOp.TRY_WRITE_LOCK, act);
          case WRITEUNLOCK -> onObject(ToyOp.WRITE_UNLOCK, act);
          case ARRIVE -> onObject(ToyOp.ARRIVE, act);
          case YIELD -> assembler.emit(goesRound ? ToyOp.ROUND : ToyOp.YIELD, ToyCode.SINK);
          case SLEEP -> assembler.emit(ToyOp.SLEEP, ToyCode.SINK);
          case CLOCK -> assembler.emit(ToyOp.CLOCK, register(act.result()));
          case EXIT -> exit(statusOf(act));
          case HALT -> halt(statusOf(act));
        };
    boolean isTimed =
        act.timed() || act.verb() == Verb.SLEEP || act.verb() == Verb.YIELD && goesRound;
    assembler.setTimed(at, isTimed, act.within());
    if (act.verb() == Verb.ARRIVE) {
      emit(ToyOp.PASS, null, element(objectOf(act)));
    }
  }

  private int onObject(int op, Act act) {
    return emit(op, act.result(), element(objectOf(act)));
  }

  private int onPermits(int op, Act act) {
    Operand semaphore = element(objectOf(act));
    Expr amount = act.amount();
    Operand permits = amount == null ? Operand.constantOf(1) : expressions.operand(amount);
    if (!permits.isConstant() || permits.constant() < 0) {
      String what = ToyWords.word(act.verb()) + " " + objectOf(act).name();
      assembler.emit(
          ToyOp.CHECK_PERMITS, assembler.message(what), permits.register(), permits.constant());
    }
    return emit(op, act.result(), semaphore, permits);
  }

  /** To close a semaphore is to give it permits that nobody takes. */
  private int close(Act act) {
    Operand semaphore = element(objectOf(act));
    return emit(ToyOp.RELEASE, null, semaphore, Operand.constantOf(Trace.LAST_PERMITS));
  }

  private static Ref objectOf(Act act) {
    Ref object = act.object();
    if (object == null) {
      throw new IllegalStateException(act.verb() + " without an object");
    }
    return object;
  }

  /** The object or thread a reference stands for, its index checked when the code runs. */
  private Operand element(Ref ref) {
    ToyLayout.Range range = layout.range(ref.name());
    if (ref.index() == null) {
      return Operand.constantOf(range.first());
    }
    Operand index = expressions.operand(ref.index());
    boolean isInRange =
        index.isConstant() && index.constant() >= 0 && index.constant() < range.size();
    if (!isInRange) {
      assembler.emit(
          ToyOp.CHECK_INDEX,
          range.size(),
          index.register(),
          index.constant(),
          assembler.message(ref.name()));
    }
    return index.plus(range.first());
  }

  private boolean isPlain(Ref variable) {
    return plain[layout.range(variable.name()).first()];
  }

  private int emit(int op, @Nullable String result, Operand object) {
    return assembler.emit(op, register(result), object.register(), object.constant());
  }

  private int emit(int op, @Nullable String result, Operand object, Operand value) {
    return assembler.emit(
        op,
        register(result),
        object.register(),
        object.constant(),
        value.register(),
        value.constant());
  }

  private int register(@Nullable String result) {
    return result == null ? ToyCode.SINK : expressions.local(result);
  }
}
