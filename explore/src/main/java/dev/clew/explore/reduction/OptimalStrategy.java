package dev.clew.explore.reduction;

import dev.clew.explore.strategy.SavedSteps;
import dev.clew.explore.strategy.Strategy;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.Ending;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

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

  private boolean shallow;
  private boolean started;

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
   */
  public OptimalStrategy(Program program, Trace trace, int treeCap) {
    this.trace = trace;
    this.treeCap = treeCap;
    this.order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    this.races = new Races(program, trace, order);
    this.reversal = new Reversal(trace, order, sleep, trees);
    this.evaluation = reversal::evaluate;
    this.shallow = treeCap == 0;
    reversal.setShallow(shallow);
    trees.clear(0);
  }

  @Override
  public boolean next(Schedule schedule) {
    planLength = 0;
    if (!started) {
      started = true;
      planFrom = 0;
      schedule.keep(0);
      return true;
    }
    int depth = backtrack();
    if (depth < 0) {
      return false;
    }
    planFrom = depth;
    schedule.keep(depth);
    if (shallow) {
      sleep.copyTo(schedule.sleeping(), depth);
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
    int common = order.size();
    if (trace.ending() == Ending.SLEEP_BLOCKED && !shallow) {
      throw new ToolDefect("a run of the optimal search was blocked by its sleep set");
    }
    for (int i = common, size = trace.size(); i < size; i++) {
      schedule.set(i, trace.thread(i), trace.label(i));
      order.append();
      races.append(!areAllLabelsCovered(i));
      if (i - planFrom < planLength) {
        confirmPlanned(i, plan[i - planFrom]);
      } else {
        sleep.descend(i, trace);
        trees.clear(i + 1);
      }
    }
    planReversals(common);
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
    for (int depth = 0; depth < order.size(); depth++) {
      if (trees.first(depth) >= 0) {
        return true;
      }
    }
    return !started;
  }

  @Override
  public double explored() {
    double fraction = 0;
    double weight = 1;
    for (int depth = 0; depth < order.size(); depth++) {
      int done = sleep.explored(depth);
      int planned = 0;
      for (int node = trees.first(depth); node >= 0; node = trees.next(node)) {
        planned++;
      }
      int total = done + 1 + planned;
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
    shallow = in.readBoolean();
    reversal.setShallow(shallow);
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

  /**
   * Goes back to the deepest event with a plan; what was explored on the way sleeps from there.
   * Returns -1 at the end.
   */
  private int backtrack() {
    int depth = order.size();
    while (depth > 0) {
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
        witness = reversal.evaluate();
        races.setWitness(r, races.isBetweenEvents(r) ? witness : Races.NO_WITNESS);
      }
    }
    races.forEachPending(reversal.operation(), reversal.removal(), evaluation);
    if (trees.live() > treeCap && !shallow) {
      shallow = true;
      reversal.setShallow(true);
    }
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
              + " turned out differently: modes "
              + trace.modes(i)
              + " instead of "
              + trees.events().modes(node));
    }
    trees.release(node);
  }
}
