package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.written.Statements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Programs with other statements in the place of those that Java cannot express, so that what is
 * left of a random program meets what it met: who notifies takes the lock, a condition that is no
 * monitor's wakes the longest waiter, a value stands for a choice, some time for any.
 *
 * <p>What the front end makes an operation only where it was seen to matter (interrupts, questions
 * whether a thread is alive) is left where it is certain to happen: at the beginning of a thread. A
 * program may still not be {@link ExpressibleInJava expressible}.
 */
final class NearestInJava {
  private static final int FREE_YIELDS = 2;

  /** What becomes of any time. */
  private static final int SOME_TIME = 1000;

  private final Toy toy;
  private final JavaConditions conditions;
  private final Set<String> started = new HashSet<>();
  private final Set<String> interrupted = new HashSet<>();

  /** The conditions whose waiters any may be woken of. */
  private final Set<String> monitors = new HashSet<>();

  private final boolean hasWaits;
  private final boolean hasHooks;
  private final boolean hasStarts;
  private final boolean exits;

  private NearestInJava(Toy toy) {
    this.toy = toy;
    this.conditions = JavaConditions.of(toy);
    this.hasHooks = toy.threads().stream().anyMatch(thread -> thread.role() == Role.HOOK);
    this.hasWaits = hasHooks || all(toy).stream().anyMatch(NearestInJava::heedsInterrupts);
    this.exits = all(toy).stream().anyMatch(NearestInJava::isExit);
    for (Statement statement : all(toy)) {
      if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
        started.add(act.object().name());
      }
    }
    this.hasStarts = !started.isEmpty();
    for (ThreadCode thread : toy.threads()) {
      if (thread.role() == Role.HOOK) {
        started.add(thread.name());
      }
    }
    for (ThreadCode thread : toy.threads()) {
      beginning(thread).stream()
          .filter(act -> act.verb() == Verb.INTERRUPT && act.object() != null)
          .forEach(act -> interrupted.add(JavaConditions.name(act.object())));
    }
  }

  static Toy of(Toy toy) {
    NearestInJava first = new NearestInJava(toy);
    Toy nearest = first.write();
    // only now it is known which locks can be monitors
    Set<String> possible = JavaMonitors.possibleIn(nearest);
    first
        .conditions
        .locks()
        .forEach(
            (condition, lock) -> {
              boolean isWanted = (condition + toy.name()).hashCode() % 2 == 0;
              if (isWanted && possible.contains(JavaConditions.name(lock))) {
                first.monitors.add(condition);
              }
            });
    return first.write();
  }

  private static List<Statement> all(Toy toy) {
    return toy.threads().stream()
        .flatMap(thread -> Statements.unrolled(thread.body()).stream())
        .toList();
  }

  private static boolean heedsInterrupts(Statement statement) {
    return statement instanceof Wait
        || statement instanceof Act act
            && (act.verb() == Verb.JOIN
                || act.verb() == Verb.SLEEP
                || act.verb() == Verb.ARRIVE
                || act.timed() && act.verb() != Verb.PARK);
  }

  /** The questions and interrupts that a thread begins with: they are certain to happen. */
  private List<Act> beginning(ThreadCode thread) {
    List<Act> acts = new ArrayList<>();
    for (Statement statement : thread.body()) {
      boolean isCertain =
          statement instanceof Act act
              && (act.verb() == Verb.ALIVE || act.verb() == Verb.INTERRUPT && !hasWaits)
              && act.object() != null
              && JavaConditions.isFixed(act.object())
              && isInRange(act.object())
              && !(act.verb() == Verb.ALIVE && JavaSource.isOneOfSeveral(toy, act.object()))
              && !started.contains(act.object().name())
              && !started.contains(thread.name());
      if (!isCertain) {
        break;
      }
      acts.add((Act) statement);
    }
    return acts;
  }

  private boolean isInRange(Ref thread) {
    int size =
        toy.threads().stream()
            .filter(code -> code.name().equals(thread.name()))
            .mapToInt(ThreadCode::size)
            .findFirst()
            .orElse(-1);
    return !(thread.index() instanceof Constant index)
        || index.value() >= 0 && index.value() < size;
  }

  private Toy write() {
    List<ThreadCode> threads = new ArrayList<>();
    for (ThreadCode thread : toy.threads()) {
      List<Act> certain = beginning(thread);
      List<Statement> body = new ArrayList<>(certain);
      body.addAll(block(thread, thread.body().subList(certain.size(), thread.body().size())));
      // in which order the end waits for threads that others started is not that of the text
      boolean isHook = thread.role() == Role.HOOK && !hasStarts;
      Role role = thread.role() == Role.THREAD ? Role.THREAD : isHook ? Role.HOOK : Role.DAEMON;
      boolean mayBeStopped = exits || role != Role.THREAD;
      threads.add(thread.withBody(mayBeStopped ? withFewYields(body) : body).as(role));
    }
    return new Toy(
        toy.name(),
        toy.globals().stream().map(NearestInJava::global).toList(),
        threads,
        toy.patience());
  }

  /** Who meets nobody does not go on after the others. */
  private static Global global(Global global) {
    return global.kind() == GlobalKind.BARRIER && global.initial() < 2
        ? new Global(global.kind(), global.name(), global.size(), 2, global.at())
        : global;
  }

  /**
   * Few yields and sleeps are free of a thread that the end may stop; not even those are left of
   * many.
   */
  private static List<Statement> withFewYields(List<Statement> body) {
    long yields = Statements.unrolled(body).stream().filter(NearestInJava::isYield).count();
    return yields <= FREE_YIELDS ? body : withoutYields(body);
  }

  private static boolean isYield(Statement statement) {
    return statement instanceof Act act && (act.verb() == Verb.YIELD || act.verb() == Verb.SLEEP);
  }

  private static boolean isExit(Statement statement) {
    return statement instanceof Act act && (act.verb() == Verb.EXIT || act.verb() == Verb.HALT);
  }

  private static List<Statement> withoutYields(List<Statement> body) {
    List<Statement> left = new ArrayList<>();
    for (Statement statement : body) {
      if (statement instanceof If branch) {
        left.add(
            new If(
                branch.condition(),
                withoutYields(branch.then()),
                withoutYields(branch.otherwise()),
                branch.at()));
      } else if (statement instanceof While loop) {
        left.add(new While(loop.condition(), withoutYields(loop.body()), loop.at()));
      } else if (statement instanceof Repeat loop) {
        left.add(new Repeat(loop.times(), withoutYields(loop.body()), loop.at()));
      } else if (!isYield(statement)) {
        left.add(statement);
      }
    }
    return left;
  }

  private List<Statement> block(ThreadCode thread, List<Statement> body) {
    return body.stream().flatMap(statement -> statements(thread, statement).stream()).toList();
  }

  private List<Statement> statements(ThreadCode thread, Statement statement) {
    if (statement instanceof If branch) {
      return List.of(
          new If(
              branch.condition(),
              block(thread, branch.then()),
              block(thread, branch.otherwise()),
              branch.at()));
    } else if (statement instanceof While loop) {
      return List.of(new While(loop.condition(), block(thread, loop.body()), loop.at()));
    } else if (statement instanceof Repeat loop) {
      return List.of(new Repeat(loop.times(), block(thread, loop.body()), loop.at()));
    } else if (statement instanceof Choose choose) {
      return List.of(value(choose.result(), choose.count() - 1, choose.at()));
    } else if (statement instanceof Wait wait) {
      return waiting(withTime(wait));
    } else if (statement instanceof Act act) {
      return act(thread, withTime(act));
    }
    return List.of(statement);
  }

  private static Wait withTime(Wait wait) {
    int within = within(wait.timed(), wait.within());
    return new Wait(wait.result(), wait.condition(), wait.lock(), wait.timed(), within, wait.at());
  }

  private static Act withTime(Act act) {
    int within = within(act.timed(), act.within());
    return new Act(
        act.verb(), act.result(), act.object(), act.amount(), act.timed(), within, act.at());
  }

  private static int within(boolean timed, int within) {
    return timed && within == 0 ? SOME_TIME : within;
  }

  /** Whether a wait at a monitor timed out cannot be told. */
  private List<Statement> waiting(Wait wait) {
    String result = wait.result();
    if (result == null
        || !wait.timed()
        || !monitors.contains(JavaConditions.name(wait.condition()))) {
      return List.of(wait);
    }
    return List.of(
        new Wait(null, wait.condition(), wait.lock(), true, wait.within(), wait.at()),
        value(result, 1, wait.at()));
  }

  private List<Statement> act(ThreadCode thread, Act act) {
    Ref object = act.object();
    return switch (act.verb()) {
      case NOTIFY, NOTIFYALL, SIGNAL -> object == null ? List.of(act) : wakeUp(act, object);
      case INTERRUPT, ALIVE -> List.of(value(act.result(), 1, act.at()));
      case UNPARK -> List.of(object == null || isLate(object) ? givingWay(act.at()) : act);
      case JOIN -> object == null || isLate(object) ? List.of(givingWay(act.at())) : untold(act);
      case PARK -> untold(act);
      case INTERRUPTED -> List.of(isInterrupted(thread) ? act : value(act.result(), 0, act.at()));
      case CLOSE -> List.of(givingWay(act.at()));
      case ACQUIRE, TRYACQUIRE, RELEASE ->
          List.of(
              act.amount() instanceof Constant amount && amount.value() > 0
                  ? act
                  : new Act(
                      act.verb(), act.result(), object, null, act.timed(), act.within(), act.at()));
      default -> List.of(act);
    };
  }

  private boolean isInterrupted(ThreadCode thread) {
    for (int i = 0; i < Math.max(1, thread.size()); i++) {
      String name = thread.size() < 0 ? thread.name() : thread.name() + "[" + i + "]";
      if (!interrupted.contains(name)) {
        return false;
      }
    }
    return true;
  }

  /** Threads that others start can be met before they are started. */
  private boolean isLate(Ref thread) {
    return started.contains(thread.name());
  }

  /** Whether a timed join or park was in time cannot be told. */
  private static List<Statement> untold(Act act) {
    String result = act.result();
    if (!act.timed() || result == null) {
      return List.of(act);
    }
    return List.of(
        new Act(act.verb(), null, act.object(), null, true, act.within(), act.at()),
        value(result, 1, act.at()));
  }

  private List<Statement> wakeUp(Act act, Ref condition) {
    Ref lock = JavaConditions.isFixed(condition) ? conditions.lockOf(condition) : null;
    if (lock == null) {
      return List.of(givingWay(act.at()));
    }
    Verb one = monitors.contains(JavaConditions.name(condition)) ? Verb.NOTIFY : Verb.SIGNAL;
    Verb verb = act.verb() == Verb.NOTIFYALL ? Verb.NOTIFYALL : one;
    return List.of(
        new Act(Verb.LOCK, null, lock, null, false, act.at()),
        new Act(verb, null, condition, null, false, act.at()),
        new Act(Verb.UNLOCK, null, lock, null, false, act.at()));
  }

  private static Statement value(@Nullable String local, int value, Position at) {
    return local == null ? givingWay(at) : new Assign(local, new Constant(value), at);
  }

  private static Statement givingWay(Position at) {
    return new Act(Verb.YIELD, null, null, null, false, at);
  }
}
