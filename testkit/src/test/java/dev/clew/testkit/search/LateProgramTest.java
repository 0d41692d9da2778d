package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.DeadlockObserver;
import dev.clew.analyze.FailureObserver;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.trace.Ending;
import dev.clew.trace.Program;
import dev.clew.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches of programs whose threads and objects appear, and are revealed, while they run. */
final class LateProgramTest {
  private static final Predicate<Trace> ALWAYS = trace -> true;
  private static final Predicate<Trace> NEVER = trace -> false;

  /** Two threads that count in a plain variable, and one that must see 2. */
  private static final String LOST_UPDATE =
      """
      shared n = 0
      thread t[2] {
        r = n
        n = r + 1
      }
      thread observer {
        join t[0]
        join t[1]
        r = n
        assert r == 2 "lost"
      }
      """;

  private static Exploration exploration(Program program, SearchOptions options) {
    List<Observer> observers = List.of(new FailureObserver(), new DeadlockObserver(program));
    return new Exploration(program, options, observers, Pace.UNHURRIED);
  }

  private static Outcome search(Program program, StrategyKind strategy) {
    return exploration(program, SearchOptions.with(strategy)).explore();
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "NAIVE"})
  void aProgramThatKnowsOnlyWhatItHasSeenIsSearchedLikeOneThatKnowsAll(StrategyKind strategy) {
    for (String text : List.of(Programs.MIXED, Programs.AB_BA, Programs.lostUpdate(3))) {
      if (strategy != StrategyKind.NAIVE || !text.equals(Programs.MIXED)) {
        Outcome known = search(Programs.parse(text), strategy);
        Outcome late = search(new LateProgram(text, NEVER), strategy);
        assertThat(late.executions()).isEqualTo(known.executions());
        assertThat(late.transitions()).isEqualTo(known.transitions());
        assertThat(late.findings()).isEqualTo(known.findings());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"OPTIMAL", "SOURCE", "DPOR", "NAIVE"})
  void aRevealedObjectIsVisibleFromThenOnAndIsNoFinding(StrategyKind strategy) {
    LateProgram late = new LateProgram(LOST_UPDATE, ALWAYS);
    Outcome revealed = search(late, strategy);
    Program known = Programs.parse(LOST_UPDATE);
    known.makeVisible(0);
    Outcome expected = search(known, strategy);

    assertThat(late.visible()).containsExactly(0);
    assertThat(revealed.warmup()).isEqualTo(1);
    assertThat(revealed.executions()).isEqualTo(expected.executions());
    assertThat(revealed.findings()).extracting(Finding::kind).containsOnly(FindingKind.ASSERTION);
    assertThat(revealed.findings()).allMatch(finding -> finding.visible().equals(List.of(0)));
  }

  @Test
  void aViolationOfAnExecutionThatRevealsIsReportedWhenItShowsAgain() {
    String text = "shared n = 0\nthread t {\n  n = 1\n  assert 0 \"always\"\n}\n";
    SearchOptions first =
        new SearchOptions(StrategyKind.OPTIMAL, Budget.UNLIMITED, false, true, 0, 1000);
    LateProgram late = new LateProgram(text, ALWAYS);
    Outcome outcome = exploration(late, first).explore();

    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).visible()).containsExactly(0);
    assertThat(outcome.warmup()).isEqualTo(1);

    Outcome all = search(new LateProgram(text, ALWAYS), StrategyKind.OPTIMAL);
    assertThat(all.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(all.findings()).hasSize(1);
    assertThat(all.warmup()).isEqualTo(1);
  }

  @Test
  void anExecutionThatIsCutShortCanReveal() {
    String text = Programs.lastzero(4) + "\nshared n = 0\nthread e {\n  n = 1\n}\n";
    SearchOptions dpor = SearchOptions.with(StrategyKind.DPOR);
    Outcome hidden = exploration(new LateProgram(text, NEVER), dpor).explore();
    assertThat(hidden.blocked()).isPositive();

    LateProgram late = new LateProgram(text, trace -> trace.ending() == Ending.SLEEP_BLOCKED);
    Outcome revealed = exploration(late, dpor).explore();
    assertThat(late.visible()).hasSize(1);
    assertThat(revealed.warmup()).isPositive();
    assertThat(revealed.end()).isEqualTo(Outcome.End.EXHAUSTED);
    Program known = Programs.parse(text);
    late.visible().forEach(known::makeVisible);
    assertThat(revealed.executions()).isEqualTo(exploration(known, dpor).explore().executions());
  }

  @Test
  void numbersAndVisibleObjectsAreThoseOfTheSearchThatWasSaved() throws IOException {
    LateProgram saved = new LateProgram(LOST_UPDATE, ALWAYS);
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    Exploration first = exploration(saved, options.within(new Budget(3, null, 1000)));
    assertThat(first.explore().end()).isEqualTo(Outcome.End.EXECUTION_LIMIT);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));

    LateProgram resumed = new LateProgram(LOST_UPDATE, ALWAYS);
    Exploration second = exploration(resumed, options);
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(resumed.visible()).containsExactly(0);
    assertThat(resumed.numbers().size()).isEqualTo(saved.numbers().size());
    assertThat(resumed.numbers().path(1)).isEqualTo(saved.numbers().path(1));

    Outcome straight = search(new LateProgram(LOST_UPDATE, ALWAYS), StrategyKind.OPTIMAL);
    Outcome pieces = second.explore();
    assertThat(pieces.executions()).isEqualTo(straight.executions());
    assertThat(pieces.warmup()).isEqualTo(straight.warmup());
    assertThat(pieces.findings()).isEqualTo(straight.findings());
  }

  @Test
  void findingsWithVeryLongMessagesAreSaved() throws IOException {
    String message = "long ".repeat(20_000).strip();
    String text = "atomic x = 0\nthread t[2] {\n  x = 1\n  assert 0 \"" + message + "\"\n}\n";
    SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
    Exploration first =
        exploration(Programs.parse(text), options.within(new Budget(1, null, 1000)));
    List<Finding> found = first.explore().findings();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));

    Exploration second = exploration(Programs.parse(text), options);
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertThat(found).extracting(Finding::message).contains(message);
    assertThat(second.explore().findings()).containsAll(found);
  }
}
