package dev.clew.jvm.run;

import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Class initialisation as the scheduler sees it: a lock that the initialising thread holds, and an
 * order between what an initialiser did and what other threads do with the class.
 *
 * <p>Most initialisers only make things of their own, so it does not matter which thread runs them
 * and they are no operations. One that two unordered threads may run, and that does something
 * another thread could notice (a visible operation, an access to something it did not make), or
 * that needs a class whose initialiser needs this one, is revealed: from the next execution on the
 * first touch by each thread takes the lock of the class.
 */
public final class Initialisers {
  private final Execution execution;

  /** What those that are no operations order. */
  final InitialiserOrder order = new InitialiserOrder();

  /** The initialisation of a class in this execution. */
  private static final class State {
    final Monitor lock;
    long execution;

    /** Which event came next when it began. */
    int eventsBefore;

    int thread;
    boolean isNoticeable;

    /** The thread that ran it, -1 as long as none has, and when it had done so. */
    int runner;

    int doneAt;

    /** How much the initialiser made in this execution. */
    int made;

    /** The classes that its initialiser was ever seen to need. */
    int[] needs = new int[2];

    int needed;

    /** The last search for a circle that came here. */
    long look;

    /** Which executions each thread has passed the class in. */
    long[] passed = new long[4];

    State(Monitor lock) {
      this.lock = lock;
    }
  }

  private @Nullable State[] states = new @Nullable State[16];

  /** The classes that are being initialised, innermost last. */
  private int[] underWay = new int[8];

  private int depth;

  /** How often a circle was looked for, and the classes that the last search came to. */
  private long looks;

  private int[] lookedAt = new int[8];

  Initialisers(Execution execution) {
    this.execution = execution;
  }

  void begin() {
    depth = 0;
    order.begin(execution.number);
  }

  /** Waits until no other thread initialises the class, and holds others off. */
  void lock(int classNumber) {
    ProgramThread self = execution.current;
    State state = state(classNumber);
    touch(self, classNumber);
    boolean isVisible = execution.objects.isInitialisationVisible(classNumber);
    if (!isVisible && state.lock.holder != null) {
      execution.trace().reveal(state.lock.number);
      isVisible = true;
    }
    if (isVisible) {
      execution.monitors.lock(self, state.lock, -1);
    } else {
      state.lock.take(self, 1, Trace.NONE);
      order.enter(self, classNumber);
    }
    markPassed(state, self);
    state.thread = self.number;
    state.eventsBefore = execution.events();
    state.isNoticeable = false;
    if (depth == underWay.length) {
      underWay = Arrays.copyOf(underWay, 2 * depth);
    }
    underWay[depth++] = classNumber;
    self.initialisers++;
  }

  /** Lets others have the class. */
  void unlock(int classNumber) {
    ProgramThread self = execution.current;
    State state = state(classNumber);
    forget(classNumber);
    self.initialisers--;
    state.isNoticeable |= execution.events() > state.eventsBefore;
    if (state.lock.acquiredBy != Trace.NONE) {
      execution.monitors.unlock(self, state.lock, -1);
    } else {
      execution.clocks.release(self, state.lock.number);
      order.leave(self, classNumber);
      state.lock.holder = null;
    }
    if (state.runner < 0) {
      state.runner = self.number;
      state.doneAt = self.now() - 1;
    }
  }

  private void forget(int classNumber) {
    int at = depth - 1;
    while (underWay[at] != classNumber) {
      at--;
    }
    System.arraycopy(underWay, at + 1, underWay, at, depth - at - 1);
    depth--;
  }

  /** The makers of what initialisers make, whoever runs them. */
  static final int OF_INITIALISER = -10;

  /** A shadow for what a thread makes in the innermost initialiser that it is in. */
  Shadow made(ProgramThread self) {
    int at = depth - 1;
    while (state(underWay[at]).thread != self.number) {
      at--;
    }
    return new Shadow(OF_INITIALISER - underWay[at], state(underWay[at]).made++);
  }

  /** What a thread does in initialisers depends on which thread it is. */
  public void notice(ProgramThread self) {
    for (int i = 0; self.initialisers != 0 && i < depth; i++) {
      State state = state(underWay[i]);
      state.isNoticeable |= state.thread == self.number;
    }
  }

  /** A thread finds the class initialised. */
  void pass(int classNumber) {
    ProgramThread self = execution.current;
    State state = state(classNumber);
    touch(self, classNumber);
    if (hasPassed(state, self)) {
      return;
    }
    markPassed(state, self);
    // Whether others passed it meanwhile must make no difference: that is not ordered.
    if (state.runner < 0 || self.hasSeen(state.runner, state.doneAt)) {
      return;
    }
    if (execution.objects.isInitialisationVisible(classNumber)) {
      execution.monitors.lock(self, state.lock, -1);
      execution.monitors.unlock(self, state.lock, -1);
    } else {
      order.pass(self, classNumber);
      if (state.isNoticeable || needsItself(classNumber)) {
        execution.trace().reveal(state.lock.number);
      }
    }
  }

  /** A thread that is in the initialiser of a class comes back to it from that of another. */
  void again(int classNumber) {
    touch(execution.current, classNumber);
  }

  /** Notes that all initialisers the thread is in need a class. */
  private void touch(ProgramThread self, int classNumber) {
    for (int i = 0; self.initialisers != 0 && i < depth; i++) {
      State state = state(underWay[i]);
      if (state.thread == self.number && underWay[i] != classNumber) {
        need(state, classNumber);
      }
    }
  }

  private static void need(State state, int classNumber) {
    for (int i = 0; i < state.needed; i++) {
      if (state.needs[i] == classNumber) {
        return;
      }
    }
    if (state.needed == state.needs.length) {
      state.needs = Arrays.copyOf(state.needs, 2 * state.needed);
    }
    state.needs[state.needed++] = classNumber;
  }

  /** Whether the initialiser of a class needs that class by way of others. */
  private boolean needsItself(int classNumber) {
    looks++;
    int end = addNeeds(state(classNumber), 0);
    for (int i = 0; i < end && lookedAt[i] != classNumber; i++) {
      end = addNeeds(state(lookedAt[i]), end);
    }
    return state(classNumber).look == looks;
  }

  private int addNeeds(State state, int end) {
    int newEnd = end;
    for (int i = 0; i < state.needed; i++) {
      State needed = state(state.needs[i]);
      if (needed.look != looks) {
        needed.look = looks;
        if (newEnd == lookedAt.length) {
          lookedAt = Arrays.copyOf(lookedAt, 2 * newEnd);
        }
        lookedAt[newEnd++] = state.needs[i];
      }
    }
    return newEnd;
  }

  /** A thread accesses a plain location while it is in initialisers. */
  void access(ProgramThread self, Shadow shadow, int field) {
    for (int i = 0; i < depth; i++) {
      State state = state(underWay[i]);
      boolean isOwn = isMadeSince(i, self, shadow);
      if (state.thread == self.number && !isOwn && !isOfClassUnderWay(self, shadow, field)) {
        state.isNoticeable = true;
      }
    }
  }

  private boolean isMadeSince(int from, ProgramThread self, Shadow shadow) {
    for (int i = from; i < depth; i++) {
      if (state(underWay[i]).thread == self.number
          && shadow.maker == OF_INITIALISER - underWay[i]) {
        return true;
      }
    }
    return false;
  }

  /** Whether this is a static field of a class that the thread is initialising. */
  private boolean isOfClassUnderWay(ProgramThread self, Shadow shadow, int field) {
    if (field < 0 || !Fields.isStatic(field)) {
      return false;
    }
    for (int i = 0; i < depth; i++) {
      boolean isOurs = state(underWay[i]).thread == self.number;
      if (isOurs && Classes.name(underWay[i]).equals(Fields.declaringClass(field))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasPassed(State state, ProgramThread thread) {
    return thread.number < state.passed.length && state.passed[thread.number] == state.execution;
  }

  private static void markPassed(State state, ProgramThread thread) {
    if (thread.number >= state.passed.length) {
      int capacity = Math.max(2 * state.passed.length, thread.number + 1);
      state.passed = Arrays.copyOf(state.passed, capacity);
    }
    state.passed[thread.number] = state.execution;
  }

  private State state(int classNumber) {
    if (classNumber >= states.length) {
      states = Arrays.copyOf(states, Math.max(2 * states.length, classNumber + 1));
    }
    State state = states[classNumber];
    if (state == null) {
      int number = execution.objects.initialisation(classNumber);
      state = new State(new Monitor(number, number));
      states[classNumber] = state;
    }
    if (state.execution != execution.number) {
      state.execution = execution.number;
      state.lock.holder = null;
      state.lock.acquiredBy = Trace.NONE;
      state.isNoticeable = false;
      state.runner = -1;
      state.made = 0;
    }
    return state;
  }
}
