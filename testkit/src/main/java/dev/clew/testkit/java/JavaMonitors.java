package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.written.Statements;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which locks of a toy program can be monitors: those that are given back where they were taken, in
 * the same block, with nothing in between that may fail. A thread that fails keeps its locks in the
 * toy; one of Java gives its monitors back.
 */
final class JavaMonitors {
  private final Toy toy;
  private final JavaConditions conditions;
  private final Set<String> possible = new HashSet<>();

  private JavaMonitors(Toy toy) {
    this.toy = toy;
    this.conditions = JavaConditions.of(toy);
    for (Global global : toy.globals()) {
      if (global.kind() == GlobalKind.LOCK && global.size() < 0 && isPossible(global.name())) {
        possible.add(global.name());
      }
    }
  }

  /** The locks that can be monitors, whether or not they are to be. */
  static Set<String> possibleIn(Toy toy) {
    return new JavaMonitors(toy).possible;
  }

  /**
   * The locks that become monitors: where any waiter may be woken they must, where the longest one
   * is they must not, and of the others every second one does.
   */
  static Set<String> in(Toy toy) {
    JavaMonitors monitors = new JavaMonitors(toy);
    Set<String> chosen = new HashSet<>();
    for (String lock : monitors.possible) {
      boolean isWaitedWith = monitors.conditions.countOf(lock) > 0;
      boolean isFree = !isWaitedWith && (lock + toy.name()).hashCode() % 2 == 0;
      if (isFree || isWaitedWith && !monitors.isSignalled(lock)) {
        chosen.add(lock);
      }
    }
    return chosen;
  }

  private boolean isSignalled(String lock) {
    return wakeUps(lock).stream().anyMatch(act -> act.verb() == Verb.SIGNAL);
  }

  private List<Act> wakeUps(String lock) {
    return toy.threads().stream()
        .flatMap(thread -> Statements.unrolled(thread.body()).stream())
        .filter(Act.class::isInstance)
        .map(Act.class::cast)
        .filter(act -> JavaConditions.isWakeUp(act) && isOf(act, lock))
        .toList();
  }

  private boolean isOf(Act act, String lock) {
    Ref of = act.object() == null ? null : conditions.lockOf(act.object());
    return of != null && JavaConditions.name(of).equals(lock);
  }

  private boolean isPossible(String lock) {
    if (!conditions.areKnown() || conditions.countOf(lock) > 1) {
      return false;
    }
    for (ThreadCode thread : toy.threads()) {
      if (!isNested(thread.body(), lock)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a block takes and gives back the lock in pairs, with nothing that fails inside. */
  private boolean isNested(List<Statement> body, String lock) {
    int held = 0;
    for (Statement statement : body) {
      if (statement instanceof Act act && act.object() != null && isNamed(act.object(), lock)) {
        if (act.verb() == Verb.LOCK && !act.timed() && act.result() == null) {
          held++;
        } else if (act.verb() == Verb.UNLOCK && held > 0) {
          held--;
        } else {
          return false;
        }
      } else if (held > 0 && !isHarmless(statement, lock)) {
        return false;
      } else if (statement instanceof Wait wait && isNamed(wait.lock(), lock)) {
        if (held == 0 || wait.timed() && wait.result() != null) {
          return false;
        }
      } else if (statement instanceof Act act && isOf(act, lock) && held == 0) {
        return false;
      } else if (!areNested(statement, lock)) {
        return false;
      }
    }
    return held == 0;
  }

  private static boolean isNamed(Ref ref, String lock) {
    return ref.name().equals(lock);
  }

  private boolean areNested(Statement statement, String lock) {
    if (statement instanceof If branch) {
      return isNested(branch.then(), lock) && isNested(branch.otherwise(), lock);
    } else if (statement instanceof While loop) {
      return isNested(loop.body(), lock);
    }
    return !(statement instanceof Repeat loop) || isNested(loop.body(), lock);
  }

  /** Whether nothing in a statement fails, and it has no block. */
  private boolean isHarmless(Statement statement, String lock) {
    for (Ref ref : Statements.references(statement)) {
      if (!JavaConditions.isFixed(ref)) {
        return false;
      }
    }
    for (Expr expression : Statements.expressions(statement)) {
      if (mayFail(expression)) {
        return false;
      }
    }
    if (statement instanceof Wait wait) {
      return isNamed(wait.lock(), lock);
    } else if (statement instanceof Act act) {
      return act.verb() == Verb.YIELD || JavaConditions.isWakeUp(act) && isOf(act, lock);
    }
    return statement instanceof Assign
        || !Statements.references(statement).isEmpty() && !(statement instanceof Toy.Assert);
  }

  private static boolean mayFail(Expr expression) {
    if (expression instanceof Unary unary) {
      return mayFail(unary.operand());
    }
    return expression instanceof Binary binary
        && (binary.operator().equals("/")
            || binary.operator().equals("%")
            || mayFail(binary.left())
            || mayFail(binary.right()));
  }
}
