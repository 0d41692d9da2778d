package dev.clew.explore;

import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Executions that are longer than executions may be, and how a search goes on after the first.
 *
 * <p>Depth first, a search would never come back from a loop without end: it would reverse the
 * races of later and later rounds. So it begins again with few steps for each execution, and when
 * nothing is left, with twice as many. Faults of other paths are found that way, the near ones
 * first. A search without a limit of time ends when this has taken some work.
 */
public final class EndlessPaths {
  /** The steps of executions after the first one that did not end. */
  private static final int FIRST_DEPTH = 10;

  /** To learn from longer ones takes too long for what they show. */
  private static final int MOST_DEPTH = 6000;

  /** Events that may be spent then, if there is no limit of time. */
  private static final long MOST_EVENTS = 3_000_000;

  /** Events that may be spent after an assumption cut an execution short, if there is none. */
  private static final long MOST_EVENTS_IN_VAIN = 10_000_000;

  /** So many are shown. */
  private static final int MOST_SHOWN = 3;

  private final int steps;
  private final int most;
  private final boolean hasTime;
  private final boolean deepens;
  private final List<Finding> paths = new ArrayList<>();
  private long count;

  /** The steps of executions now, 0 if as many as executions may have. */
  private int depth;

  /** Whether an execution of this depth was cut short. */
  private boolean isCut;

  private long events;

  /** The events before an assumption cut an execution short, negative if none did. */
  private long inVainSince = -1;

  /** The executions of a search that has not begun. */
  public EndlessPaths(SearchOptions options) {
    Budget budget = options.budget();
    steps = budget.steps();
    boolean isGraph = options.strategy() == StrategyKind.CB_POR;
    most = isGraph ? Math.min(budget.endless(), 1) : budget.endless(); // it needs whole executions
    hasTime = budget.time() != null;
    // Samples have no order, and a search by states goes to the near ones first.
    deepens = !options.strategy().samples() && options.strategy() != StrategyKind.STATEFUL;
  }

  /** The most steps of an execution now. */
  public int limit() {
    return depth == 0 ? steps : depth;
  }

  /** Whether one was met. */
  public boolean isAny() {
    return count > 0;
  }

  /** Whether executions are shorter than they may be. */
  public boolean isShort() {
    return depth > 0;
  }

  /** Counts the events of executions. */
  public void count(long newEvents) {
    events += depth > 0 ? newEvents : 0;
  }

  /** Takes in an execution that was cut short; says whether the search is to begin again. */
  boolean cut(Trace trace, List<Integer> visible) {
    if (depth > 0) {
      noteCut();
      return false;
    }
    return add(path(trace, visible));
  }

  /** An execution with few steps was cut short. */
  public void noteCut() {
    isCut = true;
  }

  /**
   * Takes in an execution with as many steps as there may be; says whether the search is to begin
   * again.
   */
  public boolean add(Finding path) {
    isCut = true;
    count++;
    if (paths.size() < MOST_SHOWN && paths.stream().noneMatch(path::isSameAs)) {
      paths.add(path);
    }
    if (!deepens || isOver()) {
      return false;
    }
    depth = Math.min(FIRST_DEPTH, steps);
    isCut = false;
    return true;
  }

  /** Whether the search has met as many as it may, or worked on them as long as it may. */
  boolean isOver() {
    return isOver(0);
  }

  /** The same, if so many events are to be counted yet. */
  public boolean isOver(long more) {
    return count > 0 && (count >= most || events + more > MOST_EVENTS && !hasTime);
  }

  /**
   * Whether a search has gone on for long enough that cannot verify anything any more, as an
   * assumption cut executions short.
   *
   * @param transitions the events of its executions
   */
  boolean isInVain(boolean isCutShort, long transitions) {
    if (!isCutShort || hasTime) {
      return false;
    }
    if (inVainSince < 0 || inVainSince > transitions) {
      inVainSince = transitions;
    }
    return transitions - inVainSince > MOST_EVENTS_IN_VAIN;
  }

  /** Whether a search that has nothing left could begin again with longer executions. */
  boolean canDeepen() {
    return depth > 0 && isCut && depth <= Math.min(steps, MOST_DEPTH) / 2;
  }

  /** Begins again with longer executions, if a search that has nothing left is to. */
  public boolean deepen() {
    if (!canDeepen()) {
      return false;
    }
    depth *= 2;
    isCut = false;
    return true;
  }

  /** An execution that was cut short. */
  public static Finding path(Trace trace, List<Integer> visible) {
    TreeSet<Integer> threads = new TreeSet<>();
    int size = trace.size();
    for (int i = size - size / 4 - 1; i >= 0 && i < size; i++) {
      threads.add(trace.thread(i));
    }
    threads.addAll(threads.isEmpty() ? List.of(0) : List.of());
    return new Finding(
        FindingKind.ENDLESS,
        Finding.ENDLESS,
        "an execution has more than " + size + " steps",
        "",
        List.copyOf(threads),
        List.of(),
        -1,
        List.copyOf(visible),
        Steps.of(trace, size));
  }

  /** What is known of them. */
  public Outcome.Endless outcome(String cut) {
    return new Outcome.Endless(cut, List.copyOf(paths), count, depth);
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeInt(depth);
    out.writeBoolean(isCut);
    out.writeLong(events);
    SavedFindings.write(out, paths);
  }

  void restore(DataInput in) throws IOException {
    count = in.readLong();
    depth = in.readInt();
    isCut = in.readBoolean();
    events = in.readLong();
    paths.addAll(SavedFindings.read(in));
  }
}
