package dev.clew.testkit.oracle;

import dev.clew.testkit.oracle.ClassOracle.Classes;
import dev.clew.testkit.toy.Toy;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What a search of one program has to find.
 *
 * <p>First the racy variables are found, with all plain variables visible; then the classes are
 * those with exactly the racy ones visible, which is what a search converges to that makes a
 * variable visible when it sees a race on it.
 */
public final class OracleRun {
  private final Set<String> racyVariables;
  private final ClassOracle oracle;
  private final Classes classes;
  private final OracleMachine machine;

  private OracleRun(
      OracleMachine machine, Set<String> racyVariables, ClassOracle oracle, Classes classes) {
    this.machine = machine;
    this.racyVariables = racyVariables;
    this.oracle = oracle;
    this.classes = classes;
  }

  /** By executing all interleavings; empty if that takes more steps than allowed. */
  public static Optional<OracleRun> byInterleavings(Toy program, int maxSteps) {
    return byInterleavings(program, MemoryModel.JAVA, maxSteps);
  }

  /** By visiting all classes of prefixes; empty if there are more than allowed. */
  public static Optional<OracleRun> byPrefixClasses(Toy program, int maxPrefixClasses) {
    return byPrefixClasses(program, MemoryModel.JAVA, maxPrefixClasses);
  }

  /** By executing all interleavings, with the races of a memory model. */
  public static Optional<OracleRun> byInterleavings(Toy program, MemoryModel model, int maxSteps) {
    return run(program, model, maxSteps, InterleavingOracle::new);
  }

  /** By visiting all classes of prefixes, with the races of a memory model. */
  public static Optional<OracleRun> byPrefixClasses(
      Toy program, MemoryModel model, int maxPrefixClasses) {
    return run(program, model, maxPrefixClasses, PrefixClassOracle::new);
  }

  private static Optional<OracleRun> run(
      Toy program,
      MemoryModel model,
      int limit,
      BiFunction<OracleMachine, Optional<MemoryModel>, ClassOracle> oracles) {
    OracleMachine seeingAll = OracleMachine.seeingAll(program);
    Set<String> plain = seeingAll.plainVariables();
    ClassOracle oracle =
        oracles.apply(seeingAll, plain.isEmpty() ? Optional.empty() : Optional.of(model));
    Optional<Classes> all = oracle.explore(limit);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Set<String> racy = all.get().racyVariables();
    if (racy.equals(plain)) {
      return Optional.of(new OracleRun(seeingAll, racy, oracle, all.get()));
    }
    OracleMachine seeingRacy = OracleMachine.seeing(program, racy::contains);
    ClassOracle reduced = oracles.apply(seeingRacy, Optional.empty());
    return reduced.explore(limit).map(found -> new OracleRun(seeingRacy, racy, reduced, found));
  }

  /**
   * The last states of all executions, by a search that knows nothing of dependence or races; empty
   * if there are more states on the way than allowed.
   */
  public static Optional<Set<Key>> finalStates(Toy program, int maxStates) {
    return StateSpace.finalStates(OracleMachine.seeingAll(program), maxStates);
  }

  /**
   * The names of the plain variables on which some execution races, as {@code x} or {@code x[i]}.
   */
  public Set<String> racyVariables() {
    return racyVariables;
  }

  /** All trace classes: their outcomes by their names. */
  public Map<Key, Outcome> classes() {
    return classes.outcomes();
  }

  /** The fewest preemptions of an execution of each class. */
  public Map<Key, Integer> preemptions() {
    return classes.preemptions();
  }

  /** How many classes deadlock. */
  public long deadlocks() {
    return classes.outcomes().values().stream().filter(Outcome::deadlock).count();
  }

  /** Everything that fails in some class. */
  public Set<OracleFailure> failures() {
    Set<OracleFailure> failures = new LinkedHashSet<>();
    for (Outcome outcome : classes.outcomes().values()) {
      failures.addAll(outcome.failures());
    }
    return failures;
  }

  /** Whether some class is one of which only some rounds of a thread that is left are shown. */
  public boolean isCut() {
    return machine.isCut();
  }

  /** Whether some thread has ended before the first event: it does nothing that is visible. */
  public boolean hasEndedAtStart() {
    return machine.hasEndedAtStart();
  }

  /** The last states of all classes; equal to {@link #finalStates} of the program. */
  public Set<Key> finalStates() {
    Set<Key> states = new LinkedHashSet<>();
    for (Outcome outcome : classes.outcomes().values()) {
      states.add(outcome.finalState());
    }
    return states;
  }

  /**
   * What others can notice of these last states; values of local variables that nobody needs any
   * more make no difference to it.
   */
  public Set<Key> noticeableParts(Set<Key> states) {
    Set<Key> parts = new LinkedHashSet<>();
    for (Key state : states) {
      parts.add(machine.noticeablePart(state));
    }
    return parts;
  }

  /**
   * The class of a complete schedule of {@code length} steps, comparable with {@link #classes}.
   *
   * @param labels the alternative of each step, -1 where there is none
   * @throws ImpossibleSchedule if the program does not allow it, or could go on at its end
   */
  public Outcome classOf(int[] threads, int[] labels, int length) {
    return oracle.outcomeOf(threads, labels, length);
  }
}
