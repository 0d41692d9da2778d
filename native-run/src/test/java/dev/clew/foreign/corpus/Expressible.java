package dev.clew.foreign.corpus;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which toy programs have a C program with the same trace classes.
 *
 * <p>C knows no interrupts, no question whether a thread is alive, no permit of a thread, no
 * choice, no more than one permit at a time, no arrival index at a barrier, and leaves it open
 * which waiter a signal wakes. Its read-write lock cannot be taken for reading by its writer, and a
 * condition belongs to one mutex.
 */
public final class Expressible {
  private final Toy toy;
  private final Map<String, String> lockOfCondition = new HashMap<>();

  private Expressible(Toy toy) {
    this.toy = toy;
  }

  /** Whether {@link CSource} can write the program. */
  public static boolean inC(Toy toy) {
    return new Expressible(toy).isExpressible();
  }

  private boolean isExpressible() {
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (!isExpressible(statement)) {
          return false;
        }
      }
      if (mayHoldBothWays(thread)) {
        return false;
      }
    }
    return Creation.of(toy).isPresent();
  }

  private boolean isExpressible(Statement statement) {
    if (statement instanceof Choose) {
      return false;
    }
    if (statement instanceof Wait wait) {
      return isFixed(wait.condition()) && isFixed(wait.lock()) && isOnlyLock(wait);
    }
    if (statement instanceof Act act) {
      return switch (act.verb()) {
        case SIGNAL, UNPARK, INTERRUPT, INTERRUPTED, ALIVE -> false;
        case ACQUIRE, TRYACQUIRE, RELEASE ->
            act.amount() == null
                || act.amount() instanceof Constant constant && constant.value() == 1;
        case ARRIVE -> act.result() == null;
        default -> true;
      };
    }
    return true;
  }

  private static boolean isFixed(Ref ref) {
    return ref.index() == null || ref.index() instanceof Constant;
  }

  private boolean isOnlyLock(Wait wait) {
    String lock = name(wait.lock());
    return lock.equals(lockOfCondition.computeIfAbsent(name(wait.condition()), name -> lock));
  }

  private static String name(Ref ref) {
    return ref.index() instanceof Constant constant
        ? ref.name() + "[" + constant.value() + "]"
        : ref.name();
  }

  /**
   * Whether a thread asks perhaps for a read-write lock in the other way than it holds it. A reader
   * that tries to write fails whatever the others do, which is an operation in the toy only.
   */
  private static boolean mayHoldBothWays(ThreadCode thread) {
    Set<String> read = new HashSet<>();
    Set<String> written = new HashSet<>();
    List<Statement> top = thread.body();
    for (Statement statement : Statements.unrolled(top)) {
      if (!(statement instanceof Act act) || act.object() == null) {
        continue;
      }
      String lock = act.object().name();
      boolean isAtTop = top.contains(act);
      switch (act.verb()) {
        case READLOCK, TRYREADLOCK -> {
          read.add(lock);
          if (written.contains(lock)) {
            return true;
          }
        }
        case WRITELOCK, TRYWRITELOCK -> {
          written.add(lock);
          if (act.verb() == Verb.TRYWRITELOCK && read.contains(lock)) {
            return true;
          }
        }
        case READUNLOCK -> read.removeIf(name -> isAtTop && name.equals(lock));
        case WRITEUNLOCK -> written.removeIf(name -> isAtTop && name.equals(lock));
        default -> {}
      }
    }
    return false;
  }
}
