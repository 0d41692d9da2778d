package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The numbers of threads and objects.
 *
 * <p>Threads are numbered in the order of the text, the elements of an array one after the other;
 * then comes the {@linkplain ToyEnder thread that ends the program}, if there are hooks, and last
 * the clock, if anything can give up. Objects: first the globals in the order of the text, then, if
 * the program uses such things at all, one permit per thread, one interrupt status per thread, one
 * liveness per thread, and the lock that is taken by who ends the program.
 */
final class ToyLayout {
  /** A declared name: its first number, and how many there are. */
  record Range(String name, int first, int size, boolean isArray) {
    boolean contains(int number) {
      return number >= first && number - first < size;
    }

    String nameOf(int number) {
      return isArray ? name + "[" + (number - first) + "]" : name;
    }
  }

  private final Map<String, Range> ranges = new HashMap<>();
  private final List<Range> threadRanges = new ArrayList<>();
  private final List<Range> globalRanges = new ArrayList<>();
  private final Set<Verb> verbs = new HashSet<>();
  private final Set<String> started = new HashSet<>();
  private final Set<String> interrupted = new HashSet<>();
  private final Set<String> observed = new HashSet<>();
  private final List<Range> readWriteLocks = new ArrayList<>();
  private boolean timed;
  private final boolean goesRound;
  private final int threads;
  private final int globals;
  private final int permits;
  private final int statuses;
  private final int livenesses;
  private final int process;
  private final List<Integer> hooks = new ArrayList<>();
  private final int ender;
  private final int objects;

  ToyLayout(Toy toy) {
    int thread = 0;
    for (ThreadCode code : toy.threads()) {
      Range range = range(code.name(), thread, code.size());
      threadRanges.add(range);
      thread += range.size();
      if (code.role() == Role.HOOK) {
        IntStream.range(range.first(), thread).forEach(hooks::add);
      }
      survey(code.body());
    }
    ender = hooks.isEmpty() ? -1 : thread;
    threads = thread + (hooks.isEmpty() ? 0 : 1);
    goesRound = toy.threads().stream().anyMatch(code -> goesRound(code) && yields(code.body()));
    int object = 0;
    for (Global global : toy.globals()) {
      Range range = range(global.name(), object, global.size());
      globalRanges.add(range);
      if (global.kind() == Toy.GlobalKind.RWLOCK) {
        readWriteLocks.add(range);
      }
      object += range.size();
    }
    globals = object;
    boolean hasPermits = verbs.contains(Verb.PARK) || verbs.contains(Verb.UNPARK);
    permits = hasPermits ? object : -1;
    object += hasPermits ? threads : 0;
    boolean hasStatuses = verbs.contains(Verb.INTERRUPT) || verbs.contains(Verb.INTERRUPTED);
    statuses = hasStatuses ? object : -1;
    object += hasStatuses ? threads : 0;
    livenesses = observed.isEmpty() ? -1 : object;
    object += observed.isEmpty() ? 0 : threads;
    process = hooks.isEmpty() ? -1 : object;
    objects = object + (hooks.isEmpty() ? 0 : 1);
  }

  /** Whether the program may end without a thread, so that only some of its yields are free. */
  boolean goesRound(ThreadCode code) {
    boolean canBeLeft = verbs.contains(Verb.EXIT) || verbs.contains(Verb.HALT);
    return canBeLeft || code.role() == Role.DAEMON;
  }

  private static boolean yields(List<Statement> body) {
    for (Statement statement : body) {
      boolean yields =
          statement instanceof Act act && act.verb() == Verb.YIELD
              || statement instanceof If branch
                  && (yields(branch.then()) || yields(branch.otherwise()))
              || statement instanceof While loop && yields(loop.body())
              || statement instanceof Repeat loop && yields(loop.body());
      if (yields) {
        return true;
      }
    }
    return false;
  }

  private Range range(String name, int first, int size) {
    Range range = new Range(name, first, Math.abs(size), size >= 0);
    ranges.put(name, range);
    return range;
  }

  private void survey(List<Statement> body) {
    for (Statement statement : body) {
      if (statement instanceof Act act) {
        verbs.add(act.verb());
        timed |= act.timed() || act.verb() == Verb.SLEEP;
        Ref object = act.object();
        if (object != null) {
          surveyTarget(act.verb(), object.name());
        }
      } else if (statement instanceof Wait wait) {
        timed |= wait.timed();
      } else if (statement instanceof If branch) {
        survey(branch.then());
        survey(branch.otherwise());
      } else if (statement instanceof While loop) {
        survey(loop.body());
      } else if (statement instanceof Repeat loop) {
        survey(loop.body());
      }
    }
  }

  private void surveyTarget(Verb verb, String name) {
    if (verb == Verb.START) {
      started.add(name);
    } else if (verb == Verb.INTERRUPT) {
      interrupted.add(name);
    } else if (verb == Verb.ALIVE) {
      observed.add(name);
    }
  }

  /** The numbers of a declared name. */
  Range range(String name) {
    Range range = ranges.get(name);
    if (range == null) {
      throw new IllegalArgumentException("nothing is called " + name);
    }
    return range;
  }

  /** The objects that are mutexes. */
  int[] locks(Toy toy) {
    return toy.globals().stream()
        .filter(global -> global.kind() == GlobalKind.LOCK)
        .map(global -> range(global.name()))
        .flatMapToInt(range -> IntStream.range(range.first(), range.first() + range.size()))
        .toArray();
  }

  /** The number of threads, without the clock. */
  int threads() {
    return threads;
  }

  /** Whether some operation can give up, so that there is a clock. */
  boolean hasClock() {
    return timed || goesRound;
  }

  /** Whether some statement says that it can give up. */
  boolean isTimed() {
    return timed;
  }

  /** Whether some statement reads the clock. */
  boolean readsClock() {
    return verbs.contains(Verb.CLOCK);
  }

  /** Whether some statement closes a semaphore. */
  boolean closes() {
    return verbs.contains(Verb.CLOSE);
  }

  int objects() {
    return objects;
  }

  /** The number of objects that are no thread's own: those that are declared. */
  int globals() {
    return globals;
  }

  /** The first permit, -1 if there are none. */
  int permits() {
    return permits;
  }

  /** The first interrupt status, -1 if there are none. */
  int statuses() {
    return statuses;
  }

  /** The first liveness, -1 if there are none. */
  int livenesses() {
    return livenesses;
  }

  /** The lock that is taken by who ends the program, -1 if nothing runs after that. */
  int process() {
    return process;
  }

  /** The threads that run when the program is to end. */
  List<Integer> hooks() {
    return hooks;
  }

  /** The thread that ends the program when its threads have ended, -1 if there is none. */
  int ender() {
    return ender;
  }

  /** Whether a thread waits for a {@code start}, or for the end of the program. */
  boolean isStarted(ThreadCode code) {
    return code.role() == Role.HOOK || started.contains(code.name());
  }

  boolean isInterrupted(ThreadCode code) {
    return interrupted.contains(code.name());
  }

  /** Whether some thread says {@code alive} of this one. */
  boolean isObserved(ThreadCode code) {
    return observed.contains(code.name());
  }

  boolean isReadWriteLock(int object) {
    return readWriteLocks.stream().anyMatch(range -> range.contains(object));
  }

  String threadName(int thread) {
    if (thread == threads) {
      return "clock";
    }
    return thread == ender ? ToyEnder.NAME : nameIn(threadRanges, thread);
  }

  String objectName(int object) {
    if (object < globals) {
      return nameIn(globalRanges, object);
    }
    if (object == process) {
      return "process";
    }
    if (livenesses >= 0 && object >= livenesses) {
      return "liveness of " + threadName(object - livenesses);
    }
    if (statuses >= 0 && object >= statuses) {
      return "interrupt status of " + threadName(object - statuses);
    }
    return "permit of " + threadName(object - permits);
  }

  private static String nameIn(List<Range> ranges, int number) {
    for (Range range : ranges) {
      if (range.contains(number)) {
        return range.nameOf(number);
      }
    }
    throw new IllegalArgumentException("there is no number " + number);
  }
}
