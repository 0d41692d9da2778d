package dev.clew.explore.audit;

import dev.clew.trace.Ending;
import dev.clew.trace.Meanings;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;

/** Notes the class of each execution of a search. */
public final class SearchedClasses {
  private final ClassFingerprint fingerprint;
  private final ExecutedClasses executed;

  /** Notes classes in a table, of a program whose threads and objects mean this. */
  public SearchedClasses(Meanings meanings, ExecutedClasses executed) {
    this.fingerprint = new ClassFingerprint(meanings);
    this.executed = executed;
  }

  /** Takes in an execution of the search; one that was cut short is of no class. */
  public void note(Schedule searched, Trace trace) {
    fingerprint.keep(searched.common());
    if (isWhole(trace)) {
      fingerprint.takeIn(trace);
      executed.add(fingerprint.high(), fingerprint.low());
    }
  }

  /** Whether an execution was not cut short. */
  public static boolean isWhole(Trace trace) {
    return trace.ending() == Ending.COMPLETED || trace.ending() == Ending.DEADLOCK;
  }

  /** The search starts again. */
  public void startAgain() {
    fingerprint.keep(0);
    executed.clear();
  }

  /** The table. */
  public ExecutedClasses executed() {
    return executed;
  }
}
