package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a thread remembers of the loops it is in: how things were when the last round began. */
final class SpinMemory {
  /** So many loops inside each other are remembered. */
  private static final int LOOPS = 4;

  private static final int LOCALS = 8;

  private final Round[] rounds = new Round[LOOPS];

  /** What the local variables have now. */
  private Round now = new Round();

  /** The round that began last. */
  private Round last = now;

  private int oldest;
  private int goingRound = -1;
  private int from;
  private boolean wasIdle;
  private boolean sawClock;
  private long took;
  private int frames;

  /** Whether the thread came to a loop in this execution. */
  private boolean isUsed;

  SpinMemory() {
    Arrays.setAll(rounds, i -> new Round());
  }

  /** How things were when a round began. */
  private static final class Round {
    private final long[] numbers = new long[LOCALS];
    private final @Nullable Object[] references = new @Nullable Object[LOCALS];
    private int size;
    private int loop = -1;
    private int frame;
    private int effects;
    private int feared;
    private int event;

    /** How often the thread had looked at the clock, and what time it was for it. */
    private int looks;

    private long time;

    /** How many rounds in a row changed nothing that others could see, up to this one. */
    private int inVain;

    private boolean hasWaited;

    /** What the thread had asked of the outside when it waited. */
    private int asked;

    private boolean isSame(Round other) {
      if (size != other.size || size > LOCALS) {
        return false;
      }
      for (int i = 0; i < size; i++) {
        if (numbers[i] != other.numbers[i] || references[i] != other.references[i]) {
          return false;
        }
      }
      return frame == other.frame && effects == other.effects;
    }

    private boolean isInVain(Round other) {
      return frame == other.frame && effects - feared == other.effects - other.feared;
    }

    private void forget() {
      loop = -1;
      size = 0;
      inVain = 0;
      hasWaited = false;
      Arrays.fill(references, null);
    }
  }

  /** A new execution begins. */
  void forget() {
    frames = 0;
    if (!isUsed) {
      return; // most threads have no loops of this kind, and all threads begin
    }
    isUsed = false;
    for (Round each : rounds) {
      each.forget();
    }
    now.forget();
    goingRound = -1;
    wasIdle = false;
    oldest = 0;
  }

  /** The number of a call of a method that has loops. */
  int frame() {
    return ++frames;
  }

  void local(long number, @Nullable Object reference) {
    isUsed = true;
    if (now.size < LOCALS) {
      now.numbers[now.size] = number;
      now.references[now.size] = reference;
    }
    now.size++;
  }

  /** The thread goes back to the beginning of a loop. */
  void round(int loop) {
    isUsed = true;
    goingRound = loop;
  }

  /** What a thread that begins a round knows of time. */
  void time(int looks, long time) {
    now.looks = looks;
    now.time = time;
  }

  /** The thread, which had stopped where the last round began, goes on now. */
  void goesOn(long time, int event) {
    last.time = time;
    last.event = event;
  }

  /** Whether the round before this one changed nothing, and this one did not so far. */
  boolean isIdle(int effects) {
    return wasIdle && last.effects == effects;
  }

  /** Whether the last round looked at the clock. */
  boolean sawClock() {
    return sawClock;
  }

  /** How much time the last round took. */
  long took() {
    return took;
  }

  /**
   * A round begins, perhaps the first one; says whether everything is as it was when the last one
   * did.
   */
  boolean begins(int loop, int frame, int effects, int feared, int event) {
    isUsed = true;
    boolean isNext = goingRound == loop;
    goingRound = -1;
    Round known = find(loop);
    now.loop = loop;
    now.frame = frame;
    now.effects = effects;
    now.feared = feared;
    now.event = event;
    boolean isSame = isNext && known.loop == loop && known.isSame(now);
    if (isNext && known.loop == loop && known.isInVain(now)) {
      now.inVain = known.inVain + 1;
      now.hasWaited = known.hasWaited;
      now.asked = known.asked;
    }
    from = known.event;
    wasIdle = isSame;
    sawClock = isSame && known.looks != now.looks;
    took = isSame ? now.time - known.time : 0;
    Round before = known;
    last = now;
    replace(known, now);
    now = before;
    now.forget();
    return isSame;
  }

  /** How many rounds in a row of the loop that began last changed nothing. */
  int inVain() {
    return last.inVain;
  }

  /** The last round was none of them: it did not even look. */
  void clearInVain() {
    last.inVain = 0;
    last.hasWaited = false;
  }

  /** Whether the thread has let all others go first since these rounds began. */
  boolean hasWaited() {
    return last.hasWaited;
  }

  /** Whether the thread has asked for nothing since then that others than threads decide. */
  boolean hasNotAsked(int asked) {
    return last.asked == asked;
  }

  void noteWait(int asked) {
    last.asked = asked;
    last.hasWaited = true;
  }

  /** The event with which the last round that changed nothing began. */
  int from() {
    return from;
  }

  /**
   * Adds what decides whether a later round is idle to the state of the program: rounds since which
   * nothing changed.
   */
  void addTo(StateLook look, int effects) {
    look.add(goingRound);
    look.add(oldest);
    for (Round each : rounds) {
      boolean counts = each.loop >= 0 && each.effects == effects;
      look.add(counts ? each.loop : -1);
      for (int i = 0; counts && i < Math.min(each.size, LOCALS); i++) {
        look.add(each.numbers[i]);
        look.add(each.references[i]);
      }
      look.add(counts ? each.frame : 0);
    }
  }

  private Round find(int loop) {
    for (Round each : rounds) {
      if (each.loop == loop) {
        return each;
      }
    }
    oldest = (oldest + 1) % LOOPS;
    return rounds[oldest];
  }

  private void replace(Round old, Round by) {
    for (int i = 0; i < LOOPS; i++) {
      if (rounds[i] == old) {
        rounds[i] = by;
      }
    }
  }
}
