package dev.clew.explore.sampling;

import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
 *
 * <p>Every thread has a random priority, and the highest that can go on does. At {@code depth - 1}
 * steps, drawn among all, the thread that would do the step falls below all that have not fallen;
 * the order of those that have is random too. A fault that shows whenever {@code depth} events come
 * in a certain order is found with probability at least {@code 1 / (n k^(depth-1))}, for n threads
 * and at most k steps.
 *
 * <p>n and k are measured: the first execution is a random walk. A thread that yields again and
 * again falls too, and an execution that is far longer than k goes on as a random walk, so that a
 * loop that waits for others ends. The bound does not hold for either.
 */
final class PctSampler implements Sampler {
  private static final int YIELD = OpKind.YIELD.code();

  /** So often a thread may yield and keep its priority. */
  private static final int PATIENCE = 8;

  /** An execution is no longer guided after twice the steps of the longest, and this many. */
  private static final int MORE_STEPS = 1000;

  private final int depth;
  private final int[] points;
  private final Dice dice = new Dice();
  private final Offers offers = new Offers();

  private long[] priority = new long[8];
  private int[] yields = new int[8];

  /** The execution in which a thread got its priority last. */
  private long[] knownIn = new long[8];

  private Trace trace = new Trace();
  private long seed;
  private long execution;
  private int seen;

  /** Up to which step, counted from 1, those that had to fall have. */
  private int reached;

  private int threads;
  private long lowest;
  private boolean isGuided;
  private boolean isBound;
  private boolean hadAlternatives;

  // --- measured

  private int mostThreads;
  private int mostSteps;
  private long withinBound;
  private long unbound;

  PctSampler(int depth) {
    this.depth = depth;
    this.points = new int[depth - 1];
  }

  @Override
  public void prepare(long newSeed, Trace before) {
    seed = newSeed;
  }

  @Override
  public void begin(Trace newTrace) {
    trace = newTrace;
    dice.seed(seed);
    offers.clear();
    execution++;
    seen = 0;
    reached = 0;
    threads = 0;
    lowest = -depth;
    isGuided = mostSteps > 0;
    isBound = true;
    for (int i = 0; i < points.length && isGuided; i++) {
      points[i] = 1 + dice.below(mostSteps);
    }
  }

  @Override
  public void offer(int thread, int object, int mode) {
    know(thread);
    offers.add(thread, object);
  }

  private void know(int thread) {
    if (thread >= priority.length) {
      int capacity = Math.max(2 * priority.length, thread + 1);
      priority = Arrays.copyOf(priority, capacity);
      yields = Arrays.copyOf(yields, capacity);
      knownIn = Arrays.copyOf(knownIn, capacity);
    }
    if (knownIn[thread] != execution) {
      knownIn[thread] = execution;
      priority[thread] = dice.next() >>> 1;
      yields[thread] = 0;
      threads++;
    }
  }

  @Override
  public int choose() {
    catchUp();
    while (reached <= seen) {
      reached++;
      fall(reached);
    }
    if (isGuided && seen > 2L * mostSteps + MORE_STEPS) {
      isGuided = false;
      isBound = false;
    }
    int chosen = isGuided ? offers.highest(priority) : offers.thread(dice.below(offers.size()));
    offers.clear();
    return chosen;
  }

  /** Lets those fall that would do a step, as often as it was drawn. */
  private void fall(int step) {
    for (int i = 0; i < points.length; i++) {
      if (points[i] == step) {
        priority[offers.highest(priority)] = -1 - i;
      }
    }
  }

  /** Lets those fall that yield again and again. */
  private void catchUp() {
    int size = trace.size();
    while (seen < size) {
      int thread = trace.thread(seen);
      boolean isKnown = thread < knownIn.length && knownIn[thread] == execution;
      if (isKnown && trace.kind(seen) == YIELD && ++yields[thread] > PATIENCE) {
        priority[thread] = --lowest;
        isBound = false;
      }
      seen++;
    }
  }

  @Override
  public int chooseAlternative(int count) {
    hadAlternatives = true;
    return dice.below(count);
  }

  @Override
  public void learn() {
    int steps = trace.size();
    boolean isFirst = mostSteps == 0;
    boolean isMeasured = isGuided || isFirst;
    if (isMeasured && (threads > mostThreads || steps > mostSteps)) {
      mostThreads = Math.max(mostThreads, threads);
      mostSteps = Math.max(mostSteps, steps);
      withinBound = 0;
    } else if (isBound) {
      withinBound++;
    }
    unbound += isBound ? 0 : 1;
  }

  /** The least probability with which an execution finds a fault of this depth. */
  double chance() {
    return 1 / (mostThreads * Math.pow(mostSteps, depth - 1));
  }

  @Override
  public String guarantee() {
    if (mostSteps == 0) {
      return "";
    }
    double chance = chance();
    String steps = depth == 1 ? "" : depth == 2 ? " * " + mostSteps : power();
    String words =
        String.format(
            Locale.ROOT,
            "an execution finds a given fault of depth %d with probability at least 1/(%d%s)"
                + " = %.1e (%d threads, %d steps, as measured); %d executions miss it with"
                + " probability at most %.3g",
            depth,
            mostThreads,
            steps,
            chance,
            mostThreads,
            mostSteps,
            withinBound,
            Math.pow(1 - chance, withinBound));
    if (hadAlternatives) {
      words += ", if it does not matter which alternatives operations take";
    }
    return unbound == 0
        ? words
        : words + "; " + unbound + " others had loops that went on and on, and count for nothing";
  }

  private String power() {
    return " * " + mostSteps + "^" + (depth - 1);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(mostThreads);
    out.writeInt(mostSteps);
    out.writeLong(withinBound);
    out.writeLong(unbound);
    out.writeBoolean(hadAlternatives);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    mostThreads = in.readInt();
    mostSteps = in.readInt();
    withinBound = in.readLong();
    unbound = in.readLong();
    hadAlternatives = in.readBoolean();
  }
}
