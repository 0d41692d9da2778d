package dev.clew.testkit.oracle;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A way to enumerate the trace classes of a program by brute force. */
public sealed interface ClassOracle permits InterleavingOracle, PrefixClassOracle {

  /**
   * Enumerates the classes; empty if that takes more work than allowed.
   *
   * @param limit the most steps to execute, or prefix classes to visit
   */
  Optional<Classes> explore(int limit);

  /**
   * The outcome of a complete schedule.
   *
   * @throws ImpossibleSchedule if the program does not allow it, or could go on at its end
   */
  Outcome outcomeOf(int[] threads, int[] labels, int length);

  /**
   * All classes of a program.
   *
   * @param outcomes one per class, by its name
   * @param preemptions the fewest preemptions of an execution of each class
   * @param racyVariables the names of the visible plain variables on which some execution races
   */
  record Classes(
      Map<Key, Outcome> outcomes, Map<Key, Integer> preemptions, Set<String> racyVariables) {}
}
