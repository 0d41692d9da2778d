package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.written.Statements;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The locks of conditions: one of Java belongs to one lock, any lock goes with one of the toy. */
final class JavaConditions {
  private final Map<String, Ref> locks = new HashMap<>();
  private boolean areKnown = true;

  private JavaConditions() {}

  /** The conditions that threads of the program wait at. */
  static JavaConditions of(Toy toy) {
    JavaConditions conditions = new JavaConditions();
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (statement instanceof Wait wait) {
          conditions.add(wait);
        }
      }
    }
    return conditions;
  }

  private void add(Wait wait) {
    areKnown &= isFixed(wait.condition()) && isFixed(wait.lock());
    Ref known = locks.putIfAbsent(name(wait.condition()), wait.lock());
    areKnown &= known == null || name(known).equals(name(wait.lock()));
  }

  /** Whether each condition is waited at with one lock only, and both are certain. */
  boolean areKnown() {
    return areKnown;
  }

  /** The lock of a condition, null if nobody waits at it. */
  @Nullable Ref lockOf(Ref condition) {
    return locks.get(name(condition));
  }

  /** The locks of all conditions by their names. */
  Map<String, Ref> locks() {
    return locks;
  }

  /** How many conditions there are for a lock. */
  long countOf(String lock) {
    return locks.values().stream().filter(each -> name(each).equals(lock)).count();
  }

  static boolean isFixed(Ref ref) {
    return ref.index() == null || ref.index() instanceof Constant;
  }

  /** What a certain object is called. */
  static String name(Ref ref) {
    return ref.index() instanceof Constant constant
        ? ref.name() + "[" + constant.value() + "]"
        : ref.name();
  }

  /** Whether a statement wakes who waits at a condition. */
  static boolean isWakeUp(Act act) {
    return switch (act.verb()) {
      case NOTIFY, NOTIFYALL, SIGNAL -> true;
      default -> false;
    };
  }
}
