package dev.clew.foreign.corpus;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
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
      if (mayDowngrade(thread)) {
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

  /** Whether a thread reads perhaps, by a lock it may hold for writing. */
  private static boolean mayDowngrade(ThreadCode thread) {
    Set<String> held = new HashSet<>();
    List<Statement> top = thread.body();
    for (Statement statement : Statements.unrolled(top)) {
      if (!(statement instanceof Act act) || act.object() == null) {
        continue;
      }
      String lock = act.object().name();
      switch (act.verb()) {
        case WRITELOCK, TRYWRITELOCK -> held.add(lock);
        case WRITEUNLOCK -> {
          if (top.contains(act)) {
            held.remove(lock);
          }
        }
        case READLOCK, TRYREADLOCK -> {
          if (held.contains(lock)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }
}
