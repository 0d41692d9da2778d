package dev.clew.junit.worker;

import java.util.List;
import java.util.Set;

/**
 * What a worker found out.
 *
 * @param verdict the verdict
 * @param end why the search ended, empty if there was none or if it is not known
 * @param executions how many executions there were
 * @param traces how many of them were no repetition of another one
 * @param findings what is wrong with the test
 * @param text the report, or why there is none
 */
public record Answer(
    Verdict verdict,
    String end,
    long executions,
    long traces,
    List<Finding> findings,
    String text) {

  private static final Set<String> LIMITS =
      Set.of("EXECUTION_LIMIT", "TIME_LIMIT", "SAMPLED", "BOUNDED");

  /** The verdict on a test. */
  public enum Verdict {
    /** Everything was explored and nothing violates. */
    VERIFIED,
    /** Something is wrong with the test, or with what it tests. */
    VIOLATION,
    /** The search ended before it could tell. */
    INCONCLUSIVE,
    /** There was no search, or it failed. */
    UNUSABLE;

    /** What an exit code of the tool says. */
    static Verdict of(int exitCode) {
      return switch (exitCode) {
        case 0 -> VERIFIED;
        case 1 -> VIOLATION;
        case 3 -> INCONCLUSIVE;
        default -> UNUSABLE;
      };
    }
  }

  /**
   * A violation.
   *
   * @param kind its kind, such as {@code deadlock}
   * @param message what it says
   * @param replay the file that replays it, empty if there is none
   * @param place where it shows, as {@code sample/AccountTest.java:25}; empty if that is not known
   */
  public record Finding(String kind, String message, String replay, String place) {}

  /** Whether a limit of the whole search ended it. */
  public boolean isLimit() {
    return LIMITS.contains(end);
  }

  /** The line of the report that says it. */
  public String verdictLine() {
    return text.lines()
        .filter(line -> line.matches("(verified|violation|inconclusive): .*"))
        .findFirst()
        .orElse("");
  }
}
