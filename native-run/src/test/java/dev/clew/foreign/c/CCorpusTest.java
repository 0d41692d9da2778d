package dev.clew.foreign.c;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import dev.clew.testkit.SimulatedCrew;
import dev.clew.testkit.c.CCorpus;
import dev.clew.testkit.c.CSource;
import dev.clew.testkit.corpus.KnownProgram;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * C programs with a known number of trace classes: each class exactly once, through the compiler,
 * the runtime and the engine.
 */
class CCorpusTest {
  /** Set it to 1000000 for the whole corpus, which takes minutes. */
  private static final long MOST_CLASSES = Long.getLong("clew.corpus", 3_500);

  private static final long MOST_REVERSED = Math.max(600, MOST_CLASSES / 4);
  private static final long MOST_SHARED = 70;
  private static final long MOST_FORKED = 20;
  private static final SearchOptions OPTIMAL = SearchOptions.with(StrategyKind.OPTIMAL);

  private static final List<KnownProgram> PROGRAMS =
      CCorpus.upTo(MOST_CLASSES).stream()
          .filter(known -> !isReversed(known) || known.classes() <= MOST_REVERSED)
          .toList();

  private static @Nullable CPrograms compiled;

  @BeforeAll
  static void compile() throws IOException {
    compiled = CPrograms.of(CCorpus.source(PROGRAMS, CSource.Mutexes.NORMAL));
  }

  @AfterAll
  static void close() {
    compiled().close();
  }

  private static CPrograms compiled() {
    return Objects.requireNonNull(compiled);
  }

  private static boolean isReversed(KnownProgram known) {
    return known.name().endsWith("reversed");
  }

  @TestFactory
  Stream<DynamicTest> everyClassIsExploredOnceAsInTheToy() {
    return PROGRAMS.stream()
        .map(known -> DynamicTest.dynamicTest(known.name(), () -> check(known)));
  }

  private static void check(KnownProgram known) {
    int number = PROGRAMS.indexOf(known);
    String difference =
        compiled()
            .use(number, Launch.PATIENCE, program -> CCorpus.difference(known, number, program));
    assertThat(difference).isEmpty();
  }

  @Test
  void theProgramsOfTheLiteratureAreAmongThem() {
    assertThat(PROGRAMS.stream().map(KnownProgram::name))
        .contains("SB", "LB", "MP", "S", "2+2W", "WRC", "IRIW", "W W RR RR", "lost update 4")
        .contains("readers 8", "wcas 8", "casrot 8", "casw 4", "lastzero 10", "indexer 14")
        .contains("AB-BA", "philosophers 5", "peterson", "szymanski", "lamport 2");
  }

  /** Each worker has a process and numbers of its own. */
  @TestFactory
  Stream<DynamicTest> severalProcessesExploreEveryClassOnce() {
    return PROGRAMS.stream()
        .filter(known -> !isReversed(known))
        .filter(known -> known.classes() > MOST_SHARED / 10 && known.classes() <= MOST_SHARED)
        .map(known -> DynamicTest.dynamicTest(known.name(), () -> checkTogether(known)));
  }

  private static void checkTogether(KnownProgram known) {
    List<ForeignProgram> opened = new ArrayList<>();
    try {
      Outcome outcome =
          new SimulatedCrew(
                  () -> open(known, opened), OPTIMAL, Observers::standard, 3, known.classes())
              .explore();
      assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(outcome.executions()).isEqualTo(known.classes());
      assertThat(outcome.blocked()).isZero();
      assertThat(outcome.deadlocks()).isEqualTo(known.deadlocks());
    } finally {
      opened.forEach(ForeignProgram::close);
    }
  }

  private static ForeignProgram open(KnownProgram known, List<ForeignProgram> opened) {
    ForeignProgram program = compiled().open(PROGRAMS.indexOf(known));
    opened.add(program);
    return program;
  }

  /** Memory that is put back, and processes that are forked before anything was executed. */
  @TestFactory
  Stream<DynamicTest> aProcessForEachExecutionDoesTheSame() {
    return PROGRAMS.stream()
        .filter(known -> !isReversed(known))
        .filter(known -> known.classes() > 2 && known.classes() <= MOST_FORKED)
        .map(known -> DynamicTest.dynamicTest(known.name(), () -> checkApart(known)));
  }

  private static void checkApart(KnownProgram known) {
    assertThat(traces(known, true)).isEqualTo(traces(known, false)).hasSize((int) known.classes());
  }

  private static List<String> traces(KnownProgram known, boolean isApart) {
    try (ForeignProgram program = compiled().open(PROGRAMS.indexOf(known))) {
      if (isApart) {
        program.runApart();
      }
      List<String> traces = new ArrayList<>();
      Observer collector = (trace, findings) -> traces.add(text(trace));
      Outcome outcome =
          new Exploration(program, OPTIMAL, List.of(collector), Pace.UNHURRIED).explore();
      assertThat(program.notes().isEmpty()).isNotEqualTo(isApart);
      return traces.subList((int) outcome.warmup(), traces.size()); // those of the last search
    }
  }

  private static String text(Trace trace) {
    StringBuilder text = new StringBuilder(trace.ending().name());
    for (int i = 0; i < trace.size(); i++) {
      text.append(' ').append(trace.thread(i)).append(' ').append(trace.kind(i));
      text.append(' ').append(trace.object(i)).append(' ').append(trace.other(i));
      text.append(' ').append(trace.modes(i)).append(' ').append(trace.label(i));
      text.append(' ').append(trace.before(i)).append(' ').append(trace.expected(i));
      text.append(' ').append(trace.link(i)).append(' ').append(trace.target(i)).append(';');
    }
    return text.append(trace.failures()).toString();
  }
}
