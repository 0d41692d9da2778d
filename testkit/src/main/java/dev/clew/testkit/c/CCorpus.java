package dev.clew.testkit.c;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.corpus.Corpus;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.testkit.oracle.OracleMachine;
import dev.clew.testkit.oracle.PrefixClassOracle;
import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.testkit.written.WrittenClasses;
import dev.clew.trace.Program;
import java.util.ArrayList;
import java.util.List;

/** The known programs that C can express. */
public final class CCorpus {
  private static final SearchOptions OPTIMAL = SearchOptions.with(StrategyKind.OPTIMAL);

  private CCorpus() {}

  /** Those with at most so many classes, and each with its threads in the opposite order, too. */
  public static List<KnownProgram> upTo(long classes) {
    return Corpus.upTo(classes).stream().filter(CCorpus::isExpressible).toList();
  }

  private static boolean isExpressible(KnownProgram known) {
    return Expressible.inC(known.program().toy());
  }

  /** The source of programs. */
  public static String source(List<KnownProgram> programs, CSource.Mutexes mutexes) {
    return CSource.of(programs.stream().map(known -> known.program().toy()).toList(), mutexes);
  }

  /**
   * How the optimal search of a C program, which is one of a source, differs from what is known of
   * it and from the same search of the toy program; empty if it does not.
   */
  public static String difference(KnownProgram known, int number, Program program) {
    ToyProgram toy = known.program();
    Outcome ofToy =
        new Exploration(toy, OPTIMAL, Observers.standard(toy), Pace.UNHURRIED).explore();
    WrittenClasses found = classes(toy.toy(), number, program);
    Outcome outcome = explore(program, found);
    if (outcome.warmup() > 0) { // what was found before that was of another search
      found = classes(toy.toy(), number, program);
      outcome = explore(program, found);
    }
    if (outcome.end() != Outcome.End.EXHAUSTED || outcome.warmup() > 0) {
      return "did not end: " + outcome.end();
    }
    List<Long> counts =
        List.of(outcome.executions(), (long) found.count(), found.deadlocks(), outcome.blocked());
    List<Long> expected = List.of(known.classes(), known.classes(), known.deadlocks(), 0L);
    List<Long> countsOfToy =
        List.of(ofToy.executions(), ofToy.executions(), ofToy.deadlocks(), ofToy.blocked());
    if (!counts.equals(expected) || !counts.equals(countsOfToy)) {
      return counts + " instead of " + expected + ", the toy " + countsOfToy;
    }
    return found.judgementDifference() + found.twiceDifference(outcome);
  }

  private static WrittenClasses classes(Toy toy, int number, Program program) {
    CTraces traces = new CTraces(toy, number, program.names());
    return new WrittenClasses(
        traces, new PrefixClassOracle(OracleMachine.seeingAll(toy), false)::outcomeOf);
  }

  private static Outcome explore(Program program, WrittenClasses found) {
    List<Observer> observers = new ArrayList<>(Observers.standard(program));
    observers.add(found);
    return new Exploration(program, OPTIMAL, observers, Pace.UNHURRIED).explore();
  }
}
