package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.written.Statements;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which toy programs {@link JavaSource} can write. */
final class ExpressibleInJava {
  private final Toy toy;
  private final JavaConditions conditions;
  private final Set<String> monitors;
  private final Set<String> started = new HashSet<>();

  private ExpressibleInJava(Toy toy) {
    this.toy = toy;
    this.conditions = JavaConditions.of(toy);
    this.monitors = JavaMonitors.in(toy);
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
          started.add(act.object().name());
        }
      }
    }
  }

  static boolean is(Toy toy) {
    return new ExpressibleInJava(toy).isExpressible();
  }

  private boolean isExpressible() {
    // the same statements are there when the nearest program is asked for again
    boolean hasHooks = toy.threads().stream().anyMatch(thread -> thread.role() == Role.HOOK);
    boolean hasStarts = !started.isEmpty();
    toy.threads().stream()
        .filter(thread -> thread.role() == Role.HOOK)
        .forEach(thread -> started.add(thread.name()));
    return !(hasHooks && hasStarts)
        && !(hasHooks && has(Verb.INTERRUPT))
        && toy.globals().stream().noneMatch(ExpressibleInJava::isBarrierOfOne)
        && conditions.areKnown()
        && toy.threads().stream().allMatch(this::isExpressible)
        && !isInterruptedWhileWaiting();
  }

  private boolean isExpressible(ThreadCode thread) {
    List<Statement> all = Statements.unrolled(thread.body());
    boolean mayBeStopped = thread.role() != Role.THREAD || has(Verb.EXIT) || has(Verb.HALT);
    if (mayBeStopped && all.stream().filter(ExpressibleInJava::isRound).count() > 2) {
      return false; // only some are free, which Java finds out by trying
    }
    boolean isBeginning = true;
    Set<String> interrupted = interrupted();
    for (Statement statement : all) {
      isBeginning &= statement instanceof Act act && isQuestion(act);
      boolean isInVain = isVerb(statement, Verb.INTERRUPTED) && !isInterrupted(thread, interrupted);
      if (isInVain || !isExpressible(statement, isBeginning)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRound(Statement statement) {
    return isVerb(statement, Verb.YIELD) || isVerb(statement, Verb.SLEEP);
  }

  private Set<String> interrupted() {
    Set<String> names = new HashSet<>();
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : thread.body()) {
        if (statement instanceof Act act && act.verb() == Verb.INTERRUPT && act.object() != null) {
          names.add(JavaConditions.name(act.object()));
        }
      }
    }
    return names;
  }

  private static boolean isInterrupted(ThreadCode thread, Set<String> interrupted) {
    for (int i = 0; i < Math.max(1, thread.size()); i++) {
      String name = thread.size() < 0 ? thread.name() : thread.name() + "[" + i + "]";
      if (!interrupted.contains(name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isQuestion(Act act) {
    return act.verb() == Verb.ALIVE || act.verb() == Verb.INTERRUPT;
  }

  private boolean isExpressible(Statement statement, boolean isBeginning) {
    if (statement instanceof Choose) {
      return false;
    } else if (statement instanceof Wait wait) {
      return wait.timed() == wait.within() > 0
          && (!wait.timed() || wait.result() == null || !isMonitor(wait.lock()));
    } else if (statement instanceof Act act && act.timed() && act.within() == 0) {
      return false;
    }
    return !(statement instanceof Act act) || isExpressible(act, isBeginning);
  }

  private boolean isExpressible(Act act, boolean isBeginning) {
    Ref object = act.object();
    boolean isLate = object != null && started.contains(object.name());
    return switch (act.verb()) {
      case ALIVE ->
          isBeginning && !isLate && object != null && !JavaSource.isOneOfSeveral(toy, object);
      case INTERRUPT -> isBeginning && !isLate;
      case UNPARK -> !isLate;
      case CLOSE -> false;
      case JOIN -> !isLate && !(act.timed() && act.result() != null);
      case PARK -> !act.timed() || act.result() == null;
      case NOTIFY, NOTIFYALL, SIGNAL -> {
        Ref lock = object == null ? null : conditions.lockOf(object);
        boolean isMonitor = lock != null && isMonitor(lock);
        yield lock != null
            && (act.verb() == Verb.NOTIFYALL || isMonitor == (act.verb() == Verb.NOTIFY));
      }
      default -> true;
    };
  }

  private boolean isMonitor(Ref lock) {
    return monitors.contains(JavaConditions.name(lock));
  }

  private static boolean isBarrierOfOne(Global global) {
    return global.kind() == GlobalKind.BARRIER && global.initial() < 2;
  }

  private boolean has(Verb verb) {
    return toy.threads().stream()
        .flatMap(thread -> Statements.unrolled(thread.body()).stream())
        .anyMatch(statement -> isVerb(statement, verb));
  }

  /** An interrupt ends waits in Java, with steps that the toy does not have. */
  private boolean isInterruptedWhileWaiting() {
    List<Statement> all =
        toy.threads().stream()
            .flatMap(thread -> Statements.unrolled(thread.body()).stream())
            .toList();
    return all.stream().anyMatch(each -> isVerb(each, Verb.INTERRUPT))
        && all.stream()
            .anyMatch(
                each ->
                    each instanceof Wait
                        || isVerb(each, Verb.JOIN)
                        || isVerb(each, Verb.ARRIVE)
                        || isVerb(each, Verb.SLEEP)
                        || each instanceof Act act && act.timed() && act.verb() != Verb.PARK);
  }

  private static boolean isVerb(Statement statement, Verb verb) {
    return statement instanceof Act act && act.verb() == verb;
  }
}
