package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.written.Statements;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which toy programs have a C program with the same trace classes.
 *
 * <p>C knows no interrupts, no question whether a thread is alive, no permit of a thread, no
 * choice, no time that is not said, no more than one permit at a time, no arrival index at a
 * barrier, and leaves it open which waiter a signal wakes. Its read-write lock cannot be taken for
 * reading by its writer, a condition belongs to one mutex, and who waits must hold that once.
 */
public final class Expressible {
  private static final int FREE_ROUNDS = 2;

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
      if (hasOtherRounds(thread)) {
        return false;
      }
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (!isExpressible(statement)) {
          return false;
        }
      }
      if (mayHoldBothWays(thread) || mayWaitWithSeveralHolds(thread)) {
        return false;
      }
    }
    return Creation.of(toy).isPresent();
  }

  /** Whether a thread that may be left sleeps among its rounds: the toy counts yields only. */
  private boolean hasOtherRounds(ThreadCode thread) {
    List<Statement> all = Statements.unrolled(thread.body());
    boolean mayBeLeft = thread.role() != Role.THREAD || has(Verb.EXIT) || has(Verb.HALT);
    long sleeps = all.stream().filter(each -> isVerb(each, Verb.SLEEP)).count();
    long yields = all.stream().filter(each -> isVerb(each, Verb.YIELD)).count();
    return mayBeLeft && sleeps > 0 && sleeps + yields > FREE_ROUNDS;
  }

  private boolean has(Verb verb) {
    return toy.threads().stream()
        .flatMap(thread -> Statements.unrolled(thread.body()).stream())
        .anyMatch(each -> isVerb(each, verb));
  }

  private static boolean isVerb(Statement statement, Verb verb) {
    return statement instanceof Act act && act.verb() == verb;
  }

  private boolean isExpressible(Statement statement) {
    if (statement instanceof Choose) {
      return false;
    }
    if (statement instanceof Wait wait) {
      return wait.timed() == wait.within() > 0
          && isFixed(wait.condition())
          && isFixed(wait.lock())
          && isOnlyLock(wait);
    }
    if (statement instanceof Act act && act.timed() && act.within() == 0) {
      return false;
    }
    if (statement instanceof Act act) {
      return switch (act.verb()) {
        case SIGNAL, UNPARK, INTERRUPT, INTERRUPTED, ALIVE, CLOSE -> false;
        case EXIT, HALT -> isStatus(act.amount());
        case ACQUIRE, TRYACQUIRE, RELEASE ->
            act.amount() == null
                || act.amount() instanceof Constant constant && constant.value() == 1;
        case ARRIVE -> act.result() == null;
        default -> true;
      };
    }
    return true;
  }

  /** Whether a status is one of C, which has 8 bits. */
  private static boolean isStatus(@Nullable Expr status) {
    return status == null
        || status instanceof Constant constant && constant.value() >= 0 && constant.value() < 256;
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
    Map<String, Integer> read = new HashMap<>();
    Map<String, Integer> written = new HashMap<>();
    List<Statement> top = thread.body();
    for (Statement statement : Statements.unrolled(top)) {
      if (!(statement instanceof Act act) || act.object() == null) {
        continue;
      }
      String lock = act.object().name();
      boolean isAtTop = top.contains(act);
      switch (act.verb()) {
        case READLOCK, TRYREADLOCK -> {
          read.merge(lock, 1, Integer::sum);
          if (written.containsKey(lock)) {
            return true;
          }
        }
        case WRITELOCK, TRYWRITELOCK -> {
          written.merge(lock, 1, Integer::sum);
          if (act.verb() == Verb.TRYWRITELOCK && read.containsKey(lock)) {
            return true;
          }
        }
        case READUNLOCK -> giveBack(read, lock, isAtTop);
        case WRITEUNLOCK -> giveBack(written, lock, isAtTop);
        default -> {}
      }
    }
    return false;
  }

  /** Whether a thread waits perhaps with a lock that it holds more than once. */
  private static boolean mayWaitWithSeveralHolds(ThreadCode thread) {
    Map<String, Integer> held = new HashMap<>();
    List<Statement> top = thread.body();
    for (Statement statement : Statements.unrolled(top)) {
      if (statement instanceof Wait wait && held.getOrDefault(wait.lock().name(), 0) > 1) {
        return true;
      }
      if (statement instanceof Act act && act.object() != null) {
        String lock = act.object().name();
        switch (act.verb()) {
          case LOCK, TRYLOCK -> held.merge(lock, 1, Integer::sum);
          case UNLOCK -> giveBack(held, lock, top.contains(act));
          default -> {}
        }
      }
    }
    return false;
  }

  private static void giveBack(Map<String, Integer> held, String lock, boolean isCertain) {
    if (isCertain) {
      held.computeIfPresent(lock, (name, times) -> times == 1 ? null : times - 1);
    }
  }
}
