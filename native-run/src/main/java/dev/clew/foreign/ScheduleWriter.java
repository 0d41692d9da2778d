package dev.clew.foreign;

import dev.clew.foreign.Layout.Region;
import dev.clew.trace.LocalTurns;
import dev.clew.trace.Schedule;
import dev.clew.trace.SleepSet;

/** Puts a schedule into the shared file. */
final class ScheduleWriter {
  private static final int STEPS = Region.STEPS.at();
  private static final int SLEEPERS = Region.SLEEPERS.at();

  private static final int TURNS = Region.WANTED_TURNS.at();

  private final SharedFile shared;

  ScheduleWriter(SharedFile shared) {
    this.shared = shared;
  }

  void write(Schedule schedule) {
    int common = schedule.common();
    int length = schedule.length();
    shared.put(Layout.COMMON, common);
    shared.put(Layout.LENGTH, length);
    shared.put(Layout.STEP_LIMIT, schedule.stepLimit());
    shared.put(Layout.POLICY, schedule.policy().ordinal());
    shared.putLong(Layout.SEED, schedule.seed());
    shared.put(Layout.FLAGS, flags(schedule));
    shared.put(Layout.STEPS_BEFORE_SLEEP, schedule.stepsBeforeSleep());
    for (int i = common; i < length; i++) {
      int row = STEPS + i * Layout.STEP_SIZE;
      shared.put(row, schedule.thread(i));
      shared.put(row + 4, schedule.label(i));
    }
    writeTurns(schedule.turns());
    SleepSet sleeping = schedule.sleeping();
    int count = Math.min(sleeping.size(), Layout.MAX_SLEEPERS); // to explore more is no harm
    shared.put(Layout.SLEEPERS, count);
    for (int i = 0; i < count; i++) {
      int row = SLEEPERS + i * Layout.SLEEPER_SIZE;
      shared.put(row, sleeping.thread(i));
      shared.put(row + 4, sleeping.object(i));
      shared.put(row + 8, sleeping.other(i));
      shared.put(row + 12, sleeping.modes(i));
      shared.put(row + 16, sleeping.label(i));
    }
  }

  private void writeTurns(LocalTurns turns) {
    int count = Math.min(turns.size(), Layout.MAX_TURNS); // as many as are ever recorded
    shared.put(Layout.WANTED_TURNS, count);
    for (int i = 0; i < count; i++) {
      shared.put(TURNS + i * Layout.TURN_SIZE, turns.events(i));
      shared.put(TURNS + i * Layout.TURN_SIZE + 4, turns.thread(i));
    }
  }

  private static int flags(Schedule schedule) {
    return (schedule.recordsEnabled() ? Layout.RECORDS_ENABLED : 0)
        | (schedule.recordsDetails() ? Layout.RECORDS_DETAILS : 0)
        | (schedule.stopsAfterSteps() ? Layout.STOPS_AFTER_STEPS : 0);
  }
}
