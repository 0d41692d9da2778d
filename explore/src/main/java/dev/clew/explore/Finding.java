package dev.clew.explore;

import dev.clew.trace.Renumbering;
import dev.clew.trace.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * Something wrong with the program under test, and the execution that shows it.
 *
 * @param kind what it is
 * @param code a stable code that scripts and tests can rely on
 * @param message one line for the user
 * @param details more lines for those who want to know more, empty if there are none
 * @param threads the threads involved, at least one
 * @param positions the source positions involved, the most telling first
 * @param plainLocation the plain location of a data race, -1 for other kinds
 * @param visible the plain locations that were visible operations in the execution
 * @param steps the execution, up to where it shows; after that any continuation will do
 */
public record Finding(
    FindingKind kind,
    String code,
    String message,
    String details,
    List<Integer> threads,
    List<Integer> positions,
    int plainLocation,
    List<Integer> visible,
    Steps steps) {

  /** The code of memory or a stack that ran out: the position may be another one each time. */
  public static final String EXHAUSTED = "CLEW-EXHAUSTED";

  /** The code of threads that come back to the same state again and again: its last steps. */
  public static final String ROUNDS = "CLEW-LIVELOCK-ROUNDS";

  /** The code of an execution that is longer than executions may be. */
  public static final String ENDLESS = "CLEW-ENDLESS";

  /** The code of a condition that has to hold all the time: any thread may be to blame. */
  public static final String INVARIANT = "CLEW-INVARIANT";

  /** The code of an execution that the search ought to have explored. */
  public static final String UNEXPLORED = "CLEW-UNEXPLORED";

  /** Whether two executions show the same thing. */
  public boolean isSameAs(Finding other) {
    boolean sameKind = kind == other.kind && code.equals(other.code);
    if (code.equals(EXHAUSTED)) {
      return sameKind && message.equals(other.message);
    }
    if (code.equals(ROUNDS)) {
      return sameKind && threads.equals(other.threads);
    }
    return sameKind
        && switch (kind) {
          case DATA_RACE -> plainLocation == other.plainLocation;
          case HANG, ENDLESS ->
              threads.equals(other.threads); // it may be noticed anywhere in the loop
          default -> positions.equals(other.positions);
        };
  }

  /** The same finding, in a search in which these plain locations were visible. */
  public Finding withVisible(List<Integer> locations) {
    return new Finding(
        kind,
        code,
        message,
        details,
        threads,
        positions,
        plainLocation,
        List.copyOf(locations),
        steps);
  }

  /**
   * The same finding, made by a process that has other numbers.
   *
   * @param objects what each step accesses, in their numbers
   */
  public Finding renumbered(Renumbering numbers, List<Integer> objects) {
    List<Steps.Step> renumbered = new ArrayList<>();
    for (int i = 0; i < steps.steps().size(); i++) {
      Steps.Step step = steps.steps().get(i);
      int label = numbers.label(step.thread(), objects.get(i), step.label());
      renumbered.add(new Steps.Step(numbers.thread(step.thread()), label));
    }
    return new Finding(
        kind,
        code,
        message,
        details,
        threads.stream().map(numbers::thread).toList(),
        positions.stream().map(numbers::position).toList(),
        numbers.object(plainLocation),
        visible.stream().map(numbers::object).toList(),
        new Steps(
            renumbered,
            steps.turns().stream()
                .map(turn -> new Steps.Turn(turn.steps(), numbers.thread(turn.thread())))
                .toList()));
  }
}
