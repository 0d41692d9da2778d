package dev.clew.explore.reduction;

import dev.clew.explore.bounded.FewestPreemptions;
import dev.clew.explore.bounded.PreemptionBound;
import dev.clew.explore.strategy.SavedSteps;
import dev.clew.explore.strategy.Strategy;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.Ending;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Renumbering;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Explores each trace class exactly once, without a run that is cut short.
 *
 * <p>Depth first: every execution is analysed to its end, the reversals of its races are planned in
 * the wakeup trees along it, and the next execution follows the deepest plan. When the trees would
 * exceed their cap, only the first event of each reversal is planned from then on: complete, but no
 * longer optimal (source sets). A cap of 0 is the {@code source} strategy.
 */
public final class OptimalStrategy implements Strategy {
  private final Trace trace;
  private final HappensBefore order;
  private final Races races;
  private final SleepStack sleep = new SleepStack();
  private final WakeupTrees trees = new WakeupTrees();
  private final Reversal reversal;
  private final Runnable evaluation;
  private final int treeCap;

  private final FewestPreemptions fewest;
  private final int mostPreemptions;
  private final @Nullable PlanBound bound;

  /** How many events the last execution shares with the one before it. */
  private int shared;

  private boolean isTakenIn = true;
  private long beyond;
  private long unsure;

  private boolean shallow;
  private boolean started;

  /** The part that is explored here begins at this depth; others explore what is above it. */
  private int root;

  /** Where to plan what begins above the root; null if that is to be told to others. */
  private @Nullable SharedAbove above;

  /** The events above the root. */
  private final EventColumns prefix = new EventColumns();

  /**
   * The events from {@code planFrom} on are expected to be the planned nodes {@code plan[0 ..
   * planLength)}.
   */
  private int planFrom;

  private int[] plan = new int[16];
  private int planLength;

  /**
   * A search of the given program.
   *
   * @param trace the trace every execution of the search is recorded in
   * @param treeCap the largest number of planned events
   * @param preemptions of which classes to explore only those that can be executed with so many
   */
  public OptimalStrategy(Program program, Trace trace, int treeCap, PreemptionBound preemptions) {
    this.trace = trace;
    this.treeCap = treeCap;
    this.order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    this.races = new Races(program, trace, order);
    this.reversal = new Reversal(trace, order, sleep, trees);
    this.evaluation = this::evaluatePending;
    this.fewest = new FewestPreemptions(program, trace, order);
    this.mostPreemptions = preemptions.most();
    this.bound = preemptions.isBound() ? new PlanBound(fewest, mostPreemptions) : null;
    if (bound != null) {
      reversal.setBound(bound);
    }
    setShallow(treeCap == 0);
    trees.clear(0);
  }

  @Override
  public boolean next(Schedule schedule) {
    isTakenIn = false;
    planLength = 0;
    int depth = root;
    if (started) {
      depth = backtrack();
      if (depth < 0) {
        return false;
      }
      schedule.keep(depth);
    } else {
      started = true;
      schedule.keep(0);
      for (int i = 0; i < root; i++) {
        schedule.add(prefix.thread(i), prefix.label(i));
      }
    }
    planFrom = depth;
    if (shallow) {
      sleep.copyTo(schedule.sleeping(), depth);
      schedule.sleepAfter(depth);
    }
    while (trees.first(depth) >= 0) {
      int node = trees.takeFirst(depth);
      EventColumns events = trees.events();
      schedule.add(events.thread(node), events.label(node));
      sleep.descend(
          depth, events.thread(node), events.object(node), events.other(node), events.modes(node));
      rememberPlanned(node);
      depth++;
    }
    if (!shallow && !sleep.isEmpty(depth)) {
      throw new ToolDefect("the optimal search would run on with a sleep set that is not empty");
    }
    return true;
  }

  @Override
  public void learn(Schedule schedule) {
    takeIn(schedule);
    planReversals(shared);
  }

  @Override
  public boolean covers(Schedule schedule) {
    if (bound == null) {
      return true;
    }
    takeIn(schedule);
    bound.sawThreads(activeThreads());
    boolean covers = fewest.ofTrace(mostPreemptions) <= mostPreemptions;
    unsure += fewest.hasGivenUp() ? 1 : 0;
    beyond += covers ? 0 : 1;
    return covers;
  }

  /** How many threads of the last execution did something, or are blocked. */
  private int activeThreads() {
    int active = 0;
    for (int t = 0; t < order.threads(); t++) {
      active += order.count(t) > 0 ? 1 : 0;
    }
    for (int p = 0; p < trace.pending().size(); p++) {
      active += order.count(trace.pending().thread(p)) > 0 ? 0 : 1;
    }
    return active;
  }

  @Override
  public long unsure() {
    return unsure;
  }

  @Override
  public boolean isPartial() {
    return bound != null && (beyond > 0 || bound.hasPruned());
  }

  private void takeIn(Schedule schedule) {
    if (isTakenIn) {
      return;
    }
    isTakenIn = true;
    shared = order.size();
    if (trace.ending() == Ending.SLEEP_BLOCKED && !shallow) {
      throw new ToolDefect("a run of the optimal search was blocked by its sleep set");
    }
    for (int i = shared, size = trace.size(); i < size; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
      order.append();
      if (i < root) {
        confirmPrefix(i);
        races.append(true);
        continue;
      }
      races.append(!areAllLabelsCovered(i));
      if (i - planFrom < planLength) {
        confirmPlanned(i, plan[i - planFrom]);
      } else {
        sleep.descend(i, trace);
        trees.clear(i + 1);
      }
    }
  }

  /**
   * Whether every other alternative of event i has been explored from its depth or is planned
   * there.
   */
  private boolean areAllLabelsCovered(int i) {
    int options = trace.optionCount(i);
    if (options == 0) {
      return true;
    }
    int covered = 1;
    for (int s = sleep.from(i); s < sleep.to(i); s++) {
      covered += isSameEvent(sleep.events(), s, i) ? 1 : 0;
    }
    for (int node = trees.first(i); node >= 0; node = trees.next(node)) {
      covered += isSameEvent(trees.events(), node, i) ? 1 : 0;
    }
    return covered == options;
  }

  private boolean isSameEvent(EventColumns events, int slot, int i) {
    return events.thread(slot) == trace.thread(i) && events.index(slot) == order.index(i);
  }

  @Override
  public boolean hasNext() {
    return !started || shallowestPlan() >= 0;
  }

  @Override
  public double explored() {
    double fraction = 0;
    double weight = 1;
    for (int depth = root; depth < order.size(); depth++) {
      int done = sleep.explored(depth);
      int total = done + 1 + trees.branches(depth);
      fraction += weight * done / total;
      weight /= total;
    }
    return fraction + weight;
  }

  @Override
  public boolean isOptimal() {
    return !shallow;
  }

  @Override
  public boolean needsEnabledThreads() {
    return false;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    int size = order.size();
    out.writeBoolean(started);
    out.writeBoolean(shallow);
    SavedSteps.write(trace, size, out);
    for (int depth = 0; depth < size; depth++) {
      sleep.save(depth, out);
      trees.save(depth, out);
    }
  }

  @Override
  public void restore(DataInput in, Schedule schedule, Runnable execute) throws IOException {
    started = in.readBoolean();
    setShallow(in.readBoolean());
    int size = SavedSteps.replay(in, schedule, execute);
    for (int i = 0; i < size; i++) {
      order.append();
      races.append(true);
      trees.clear(i + 1);
    }
    for (int depth = 0; depth < size; depth++) {
      sleep.restore(depth, in);
      trees.restore(depth, in);
    }
  }

  // --- a part of a search

  /**
   * Makes a new search that of a part only, as {@link SharedTree#issue} describes it.
   *
   * @param numbers of those who described it
   */
  public void restrict(DataInput in, Renumbering numbers) throws IOException {
    setShallow(shallow | in.readBoolean());
    boolean isHere = in.readBoolean();
    root = in.readInt();
    for (int i = 0; i < root; i++) {
      prefix.restore(i, in, numbers);
      if (!isHere) {
        reversal.claims().readDepth(in, numbers);
      }
    }
    sleep.restore(root, in, numbers);
    trees.clear(root);
  }

  /**
   * Has the part plan itself what begins above it, in a tree of the same thread; to be called when
   * the part has begun, and when it has {@linkplain #share shared}.
   */
  public void planAbove(SharedTree tree, int part) {
    above = tree.above(part, trace, order);
  }

  /** Reads more of what others explore, above the part that is explored here. */
  public void readClaims(DataInput in, Renumbering numbers) throws IOException {
    reversal.claims().readMore(in, numbers);
  }

  /**
   * Whether the last execution showed something to explore above this part, which was not known to
   * be explored; the execution is then to be told to {@link SharedTree#plan}.
   */
  public boolean takeEscaped() {
    return reversal.takeEscaped();
  }

  /** Whether there are plans to give away, and some to keep. */
  public boolean canShare() {
    int depth = shallowestPlan();
    if (depth < 0 || trees.branches(depth) > 1) {
      return depth >= 0;
    }
    for (int deeper = depth + 1; deeper < order.size(); deeper++) {
      if (trees.first(deeper) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Gives the plans at the shallowest depth that has some away, for {@link SharedTree#share}; the
   * part that is explored here begins below that depth from now on. To be called between {@link
   * #learn} and {@link #next} only.
   */
  public void share(DataOutput out) throws IOException {
    int depth = shallowestPlan();
    out.writeInt(depth + 1 - root);
    for (; root <= depth; root++) {
      prefix.set(root, trace, order, root);
      sleep.saveExplored(root, out);
      prefix.save(root, out);
      trees.save(root, out);
      if (above == null) {
        reversal.claims().addDepth(sleep, prefix, trees);
      }
      trees.drop(root);
    }
  }

  private int shallowestPlan() {
    for (int depth = root; depth < order.size(); depth++) {
      if (trees.first(depth) >= 0) {
        return depth;
      }
    }
    return -1;
  }

  private void confirmPrefix(int i) {
    if (trace.object(i) != prefix.object(i) || trace.modes(i) != prefix.modes(i)) {
      throw new ReplayDivergence(i, "the program did something else when another process ran it");
    }
  }

  private void setShallow(boolean newShallow) {
    shallow = newShallow;
    reversal.setShallow(newShallow);
  }

  // --- planning

  /**
   * Goes back to the deepest event with a plan; what was explored on the way sleeps from there.
   * Returns -1 at the end.
   */
  private int backtrack() {
    int depth = order.size();
    while (depth > root) {
      depth--;
      sleep.push(depth, trace, order);
      if (trees.first(depth) >= 0) {
        races.truncate(depth);
        order.truncate(depth);
        return depth;
      }
    }
    return -1;
  }

  private void planReversals(int common) {
    for (int r = 0; r < races.size(); r++) {
      int witness = races.witness(r);
      if (witness >= 0 && witness < common) {
        continue;
      }
      if (races.describe(r, reversal.operation(), reversal.removal())) {
        witness =
            above != null && isAbove() ? above.evaluate(races, r, shallow) : reversal.evaluate();
        races.setWitness(r, races.isBetweenEvents(r) ? witness : Races.NO_WITNESS);
      }
    }
    races.forEachPending(reversal.operation(), reversal.removal(), evaluation);
    if (above != null) {
      above.evaluatePending(races, shallow);
    }
    if (trees.live() > treeCap && !shallow) {
      setShallow(true);
    }
  }

  private void evaluatePending() {
    if (!isAbove()) {
      reversal.evaluate();
    }
  }

  /** Whether the reversal is to be planned in the tree above. */
  private boolean isAbove() {
    return above != null && reversal.removal().first() < root;
  }

  private void rememberPlanned(int node) {
    if (planLength == plan.length) {
      plan = Arrays.copyOf(plan, 2 * planLength);
    }
    plan[planLength++] = node;
  }

  private void confirmPlanned(int i, int node) {
    if (trace.object(i) != trees.events().object(node)
        || trace.modes(i) != trees.events().modes(node)) {
      throw new ToolDefect(
          "planned event "
              + i
              + " turned out differently: object "
              + trace.object(i)
              + " with modes "
              + trace.modes(i)
              + " instead of object "
              + trees.events().object(node)
              + " with modes "
              + trees.events().modes(node));
    }
    trees.release(node);
  }
}
