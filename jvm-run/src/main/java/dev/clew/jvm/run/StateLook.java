package dev.clew.jvm.run;

import dev.clew.trace.Fingerprint;
import dev.clew.trace.Guide;
import dev.clew.trace.OpKind;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the state of a program while all its threads stand: what their frames hold, the static
 * fields, everything that can be reached from there, the models of the primitives, and what the
 * race detector remembers of all this. Objects are named by who made them, as everywhere.
 *
 * <p>Whatever is not known to be looked at in full makes the state an unknown one: an object of the
 * JDK that is not listed here, a thread that stands in code of the JDK, an initialiser under way.
 */
public final class StateLook {
  private static final AtomicInteger HIDDEN_TYPES = new AtomicInteger();

  /** Numbers of hidden classes, whose names say nothing. */
  private static final ClassValue<Integer> HIDDEN =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          return HIDDEN_TYPES.incrementAndGet();
        }
      };

  /** Ends what is as long as it is. */
  private static final int END = -1;

  /** Numbers that stand for the names of classes. */
  private static final ClassValue<Long> NAME =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          Fingerprint ofName = new Fingerprint();
          ofName.clear();
          type.getName().chars().forEach(ofName::add);
          return ofName.high();
        }
      };

  private final Execution execution;
  private final Fingerprint fingerprint = new Fingerprint();
  private final Deque<Object> open = new ArrayDeque<>();

  /** Equal texts and boxes are not the same to who compares references. */
  private final Identities values = new Identities();

  private final Identities unnamed = new Identities();
  private long number;
  private boolean isMissing;
  private boolean countsHashes;
  private boolean willCountHashes;

  StateLook(Execution execution) {
    this.execution = execution;
  }

  /** An execution begins. */
  void begin() {
    countsHashes = willCountHashes;
    isMissing = true;
  }

  /** Whether the state that was looked at last is known. */
  boolean isKnown() {
    return !isMissing;
  }

  /**
   * From the next execution on, how many identity hash codes each thread has given belongs to the
   * state; says whether it did not so far. Where no program asks for them they do not matter, and
   * the JVM may have reasons of its own to give some.
   */
  boolean countHashes() {
    boolean isNew = !willCountHashes;
    willCountHashes = true;
    return isNew;
  }

  /** Looks at the state of this moment; every thread stands or has ended. */
  void look() {
    number++;
    isMissing = !execution.invariants.isEmpty() || execution.objects.isAnyInitialisationVisible();
    fingerprint.clear();
    open.clear();
    values.clear();
    unnamed.clear();
    fingerprint.add(execution.threads.end());
    fingerprint.add(execution.threads.stageOfEnd());
    for (int t = 0; t < execution.threads.end() && !isMissing; t++) {
      addThread(t);
    }
    ClassInitialisation.addTo(this);
    fingerprint.add(END);
    execution.shadows.addStaticsTo(this, execution.races);
    fingerprint.add(END);
    while (!isMissing && !open.isEmpty()) {
      addContents(open.remove());
    }
  }

  /** The shadow of an object that has one. */
  @Nullable Shadow shadowOf(Object object) {
    return execution.shadows.known(object);
  }

  /** One half of the fingerprint. */
  long high() {
    return isMissing ? Guide.UNKNOWN : fingerprint.high();
  }

  /** The other half. */
  long low() {
    return isMissing ? Guide.UNKNOWN : fingerprint.low();
  }

  // --- what is added

  /** Says that something cannot be looked at. */
  public void miss() {
    isMissing = true;
  }

  public void add(long value) {
    fingerprint.add(value);
  }

  /** Adds a thread of the program, or that there is none. */
  public void add(@Nullable ProgramThread thread) {
    fingerprint.add(thread == null ? -1 : thread.number);
  }

  /** Adds which object has this shadow. */
  public void add(Shadow shadow) {
    fingerprint.add((long) shadow.maker << 32 ^ shadow.ordinal);
  }

  /** Adds the waiters of a wait set, in the order in which they would be woken. */
  public void add(@Nullable WaitSet set) {
    int size = set == null ? 0 : set.size();
    fingerprint.add(size);
    for (int i = 0; set != null && i < size; i++) {
      fingerprint.add(set.get(i).number);
    }
  }

  /** Adds a monitor; one that nobody has entered is like a free one. */
  public void add(@Nullable Monitor monitor) {
    ProgramThread holder = monitor == null ? null : monitor.holder;
    add(holder);
    fingerprint.add(holder == null || monitor == null ? 0 : monitor.holds);
    add(monitor == null ? null : monitor.waitSet);
  }

  /** Adds a reference: which object it is; what that holds is added once. */
  public void add(@Nullable Object object) {
    if (object == null) {
      fingerprint.add(0);
    } else if (!addValue(object)) {
      Shadow shadow = execution.shadows.known(object);
      if (shadow == null) {
        addUnnamed(object);
        return;
      }
      boolean isSure =
          shadow.owner == null ? !(object instanceof Cloneable) : shadow.owner == object;
      if (!isSure) {
        miss(); // a copy carries the shadow of the original until it is used
        return;
      }
      fingerprint.add(3);
      add(shadow);
      if (shadow.look != number) {
        shadow.look = number;
        open.add(object);
      }
    }
  }

  /** Objects that are their value; false for others. */
  private boolean addValue(Object object) {
    if (object instanceof String text) {
      fingerprint.add(1);
      fingerprint.add(text.length());
      for (int i = 0; i < text.length(); i++) {
        fingerprint.add(text.charAt(i));
      }
      fingerprint.add(FramePoints.isLiteral(text) ? -1 : values.number(text));
      return true;
    }
    if (Boxes.isOne(object)) {
      fingerprint.add(2);
      fingerprint.add(NAME.get(object.getClass()));
      fingerprint.add(Boxes.bits(object));
      fingerprint.add(Boxes.isShared(object) ? -1 : values.number(object));
      return true;
    }
    if (object instanceof Class<?> type) {
      fingerprint.add(4);
      fingerprint.add(NAME.get(type));
      return true;
    }
    return false;
  }

  /**
   * Adds an object that has no name: a lambda is what it has captured, an enum constant of the JDK
   * what it is; others are told by the order in which a look meets them.
   */
  private void addUnnamed(Object object) {
    Class<?> type = object.getClass();
    if (type.isHidden()) {
      fingerprint.add(5);
      fingerprint.add(HIDDEN.get(type));
      fingerprint.add(unnamed.number(object)); // the same to who compares references
      ObjectFields.addTo(this, object);
    } else if (object instanceof Enum<?> constant) {
      fingerprint.add(6);
      fingerprint.add(NAME.get(constant.getDeclaringClass()));
      fingerprint.add(constant.ordinal());
    } else if (object == System.out || object == System.err) {
      fingerprint.add(object == System.out ? 7 : 8);
    } else if (JdkObjects.isSeenUnnamed(object)) {
      int known = unnamed.size();
      int position = unnamed.number(object);
      fingerprint.add(9);
      fingerprint.add(position);
      if (position == known) {
        open.add(object);
      }
    } else {
      miss();
    }
  }

  /**
   * Adds an access to a plain location, and who comes after it by synchronisation; one after which
   * all come can no longer race.
   */
  void addAccess(long location, int thread, int time) {
    InitialiserOrder order = execution.initialisers.order;
    boolean isKnownToAll = true;
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread other = execution.threads.find(t);
      if (other != null && t != Execution.CLOCK && other.phase != ProgramThread.ENDED) {
        isKnownToAll &= order.hasSeen(other, thread, time);
      }
    }
    if (isKnownToAll) {
      return;
    }
    fingerprint.add(location);
    fingerprint.add(thread);
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread other = execution.threads.find(t);
      fingerprint.add(other != null && order.hasSeen(other, thread, time) ? 1 : 0);
    }
    order.addThoseAfter(this, execution.clocks, thread, time);
  }

  // --- objects

  private void addContents(Object object) {
    Shadow shadow = execution.shadows.known(object);
    fingerprint.add(NAME.get(object.getClass()));
    if (shadow != null) {
      add(shadow.monitor);
      execution.races.addTo(this, shadow, 0);
      fingerprint.add(END);
    }
    if (object.getClass().isArray()) {
      addElements(object);
    } else if (object instanceof Thread thread) {
      addThreadObject(thread);
    } else if (object instanceof Shadowed) {
      if (shadow == null || shadow.model != null) {
        miss();
      }
      ObjectFields.addTo(this, object);
    } else {
      JdkObjects.addTo(this, object, shadow);
    }
  }

  private void addElements(Object array) {
    int length = Array.getLength(array);
    fingerprint.add(length);
    if (array instanceof Object[] references) {
      for (Object each : references) {
        add(each);
      }
    } else if (array instanceof int[] numbers) {
      for (int each : numbers) {
        fingerprint.add(each);
      }
    } else if (array instanceof byte[] numbers) {
      for (byte each : numbers) {
        fingerprint.add(each);
      }
    } else if (array instanceof long[] numbers) {
      for (long each : numbers) {
        fingerprint.add(each);
      }
    } else {
      for (int i = 0; i < length; i++) {
        fingerprint.add(Boxes.bits(Array.get(array, i)));
      }
    }
  }

  /** What a thread will do is known from its frames, or from its target if it was not started. */
  private void addThreadObject(Thread thread) {
    if (thread.getClass() != Thread.class) {
      ObjectFields.addTo(this, thread);
    }
    add(thread.getName());
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread known = execution.threads.find(t);
      if (known != null && known.identity == thread) {
        fingerprint.add(t);
        return;
      }
    }
    Object target = ThreadFields.target(thread);
    if (target == null && thread.getClass() == Thread.class) {
      miss();
    }
    fingerprint.add(-1);
    add(target);
    fingerprint.add(thread.isDaemon() ? 1 : 0);
  }

  // --- threads

  private void addThread(int t) {
    ProgramThread thread = execution.threads.find(t);
    if (thread == null || t == Execution.CLOCK) {
      fingerprint.add(-1);
      return;
    }
    fingerprint.add(thread.phase);
    fingerprint.add(thread.children);
    if (thread.frames.isTainted()) {
      miss();
    }
    if (thread.phase == ProgramThread.ENDED) {
      fingerprint.add(thread.time + thread.fineTime); // who joins it is not earlier
      return;
    }
    addOperation(thread);
    addStatus(thread);
    addLocalState(thread);
  }

  /** Adds the operation that a thread stands at. */
  private void addOperation(ProgramThread thread) {
    fingerprint.add(thread.kind.code());
    fingerprint.add(thread.object);
    fingerprint.add(thread.amount);
    fingerprint.add(thread.target);
    fingerprint.add(thread.savedHolds);
    WaitSet set = thread.waitsIn;
    fingerprint.add(set == null ? -1 : set.number);
    boolean isUnusual =
        thread.phase != ProgramThread.STANDING
            || thread.isTimed
            || thread.isSpinning
            || thread.initialisers != 0
            || thread.computation != null
            || thread.blocker != null
            || thread.readsOptimistically
            || thread.fenced != null
            || thread.found != null;
    if (isUnusual) {
      miss();
    }
  }

  private void addStatus(ProgramThread thread) {
    fingerprint.add(thread.made);
    fingerprint.add(thread.time + thread.fineTime);
    fingerprint.add(thread.random);
    fingerprint.add(countsHashes ? thread.hashState0 : 0);
    fingerprint.add(countsHashes ? thread.hashState1 : 0);
    fingerprint.add(thread.looksAtClock);
    fingerprint.add(thread.threadsMade);
    boolean isBounded = execution.objects.areRoundsVisible(thread.number);
    fingerprint.add(isBounded ? Math.min(thread.rounds, Rounds.FREE) : 0);
    fingerprint.add(thread.gaveUpEarly);
    fingerprint.add(thread.wokeUp);
    int flags = 0;
    flags = flags << 1 | (thread.isDaemon ? 1 : 0);
    flags = flags << 1 | (thread.isIdle ? 1 : 0);
    flags = flags << 1 | (thread.isRepeated ? 1 : 0);
    flags = flags << 1 | (thread.gaveUp ? 1 : 0);
    flags = flags << 1 | (thread.wasCancelled ? 1 : 0);
    flags = flags << 1 | (thread.heedsInterrupts ? 1 : 0);
    flags = flags << 1 | (thread.gaveUpInterrupted ? 1 : 0);
    flags = flags << 1 | (thread.looksAgain ? 1 : 0);
    flags = flags << 1 | (thread.ignoresInterrupts ? 1 : 0);
    flags = flags << 1 | (thread.hasPermit ? 1 : 0);
    flags = flags << 1 | (thread.isInterrupted ? 1 : 0);
    fingerprint.add(flags);
  }

  /**
   * Adds what is local to a thread: where each of its frames stands, the values of its live local
   * variables and of its operand stacks, and what it remembers of loops that wait by looking. Not
   * among it are the operation it stands at, its status, and its number.
   */
  void addLocalState(ProgramThread thread) {
    if (thread.kind == OpKind.END) {
      return; // nothing comes after it
    }
    thread.frames.addTo(this, thread.kind);
    thread.spins.addTo(this, thread.effects);
  }
}
