package dev.clew.explore.sampling;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Arrays;

/**
 * The selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury 2025).
 *
 * <p>In each execution the accesses to one object are the interesting operations; which object, is
 * drawn anew. Who does the next interesting one is drawn in proportion to how many each thread has
 * left, those of the threads it has yet to start included; until it has done it, nobody else does
 * one. All other steps are those of a random walk. If the numbers are right, every order of the
 * interesting operations is equally likely; they are taken from the execution before.
 */
final class SurwSampler implements Sampler {
  private static final int START = OpKind.START.code();
  private static final int NOBODY = -1;

  private final SharedObjects shared = new SharedObjects();
  private final Dice dice = new Dice();
  private final Offers offers = new Offers();

  /** How many interesting operations each thread is to do, and those that it will start. */
  private int[] expected = new int[8];

  /** How many of them it has left. */
  private int[] left = new int[8];

  /** Who may not go on before the next interesting operation is done, if it is this number. */
  private long[] heldIn = new long[8];

  private Trace trace = new Trace();
  private long seed;
  private long round;
  private int interesting;
  private int intended;
  private int seen;

  @Override
  public void prepare(long newSeed, Trace before) {
    seed = newSeed;
    dice.seed(seed);
    interesting = shared.draw(before, dice);
    Arrays.fill(expected, 0);
    for (int i = before.size() - 1; i >= 0; i--) {
      int thread = before.thread(i);
      grow(thread);
      expected[thread] += isInteresting(before.object(i)) ? 1 : 0;
      if (before.kind(i) == START) {
        grow(before.target(i));
        expected[thread] += expected[before.target(i)];
      }
    }
  }

  @Override
  public void begin(Trace newTrace) {
    trace = newTrace;
    dice.seed(~seed);
    offers.clear();
    System.arraycopy(expected, 0, left, 0, expected.length);
    seen = 0;
    forget();
  }

  private boolean isInteresting(int object) {
    return interesting == SharedObjects.ALL || object >= 0 && object == interesting;
  }

  private void grow(int thread) {
    if (thread >= left.length) {
      int capacity = Math.max(2 * left.length, thread + 1);
      expected = Arrays.copyOf(expected, capacity);
      left = Arrays.copyOf(left, capacity);
      heldIn = Arrays.copyOf(heldIn, capacity);
    }
  }

  /** Whose turn it is, is open again; nobody is held. */
  private void forget() {
    intended = NOBODY;
    round++;
  }

  @Override
  public void offer(int thread, int object, int mode) {
    grow(thread);
    offers.add(thread, object);
  }

  @Override
  public int choose() {
    for (int size = trace.size(); seen < size; seen++) {
      account(seen);
    }
    if (!isAnyFree()) {
      forget();
    }
    for (int i = offers.size() - 1; i >= 0; i--) {
      if (isHeld(offers.thread(i))) {
        offers.remove(i);
      }
    }
    int chosen = draw();
    offers.clear();
    return chosen;
  }

  private int draw() {
    while (offers.size() > 1) {
      int i = dice.below(offers.size());
      int thread = offers.thread(i);
      if (!isInteresting(offers.object(i))) {
        return thread;
      }
      left[thread] = Math.max(1, left[thread]);
      if (intended == NOBODY) {
        intended = drawIntended();
      }
      if (thread == intended) {
        return thread;
      }
      heldIn[thread] = round;
      offers.remove(i);
    }
    return offers.thread(0);
  }

  private int drawIntended() {
    int sum = 0;
    for (int i = 0; i < offers.size(); i++) {
      sum += left[offers.thread(i)];
    }
    int number = dice.below(sum);
    int i = 0;
    while (number >= left[offers.thread(i)]) {
      number -= left[offers.thread(i)];
      i++;
    }
    return offers.thread(i);
  }

  private boolean isHeld(int thread) {
    return heldIn[thread] == round;
  }

  private boolean isAnyFree() {
    for (int i = 0; i < offers.size(); i++) {
      if (!isHeld(offers.thread(i))) {
        return true;
      }
    }
    return false;
  }

  /** Takes event i into account. */
  private void account(int i) {
    int thread = trace.thread(i);
    grow(thread);
    if (isInteresting(trace.object(i))) {
      left[thread] = Math.max(0, left[thread] - 1);
      forget();
    }
    if (trace.kind(i) == START) {
      int child = trace.target(i);
      grow(child);
      int all = Math.max(left[thread], left[child]);
      left[thread] = all - left[child];
      if (intended == thread && all > 0 && dice.below(all) < left[child]) {
        intended = child;
      }
    }
  }

  @Override
  public int chooseAlternative(int count) {
    return dice.below(count);
  }

  @Override
  public void learn() {}

  @Override
  public String guarantee() {
    return WalkSampler.GUARANTEE
        + ", but orders of the accesses to one object are equally likely where threads do not"
        + " block each other and make as many in every execution";
  }
}
