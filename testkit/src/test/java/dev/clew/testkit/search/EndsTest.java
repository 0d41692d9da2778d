package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.Comparison;
import dev.clew.testkit.toy.ToyPrinter;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.testkit.toy.ToySyntaxException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that end while threads are left: the end stops nobody, and it comes last. */
final class EndsTest {
  private static final List<StrategyKind> ALL_EXECUTIONS =
      List.of(
          StrategyKind.OPTIMAL,
          StrategyKind.SOURCE,
          StrategyKind.DPOR,
          StrategyKind.NAIVE,
          StrategyKind.STATEFUL);

  private static Outcome explore(String text, StrategyKind strategy) {
    ToyProgram program = Programs.parse(text);
    SearchOptions options = SearchOptions.with(strategy);
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED).explore();
  }

  private static void assertVerdict(String text, String... messages) {
    for (StrategyKind strategy : ALL_EXECUTIONS) {
      Outcome outcome = explore(text, strategy);
      assertThat(outcome.end()).as(strategy.id()).isEqualTo(Outcome.End.EXHAUSTED);
      assertThat(outcome.findings())
          .as(strategy.id())
          .extracting(Finding::message)
          .containsExactlyInAnyOrder(messages);
    }
  }

  @Test
  void whatADaemonIsBlockedOnRaces() {
    assertVerdict(
        """
        semaphore q = 0
        thread main { release q }
        daemon d[2] { acquire q; assert self == 0 "the other one got it" }
        """,
        "the other one got it");
  }

  @Test
  void aDaemonRunsOnAfterAYield() {
    assertVerdict(
        """
        atomic x = 0
        thread main { x = 1 }
        daemon d { yield; r = x; assert r == 0 "one step more before the end" }
        """,
        "one step more before the end");
  }

  @Test
  void whoExitsNeverEnds() {
    assertVerdict(
        """
        thread main { exit }
        daemon d { join main; assert 0 }
        """);
    assertVerdict(
        """
        atomic x = 0
        thread main { x = 1; exit }
        daemon d { r = x; a = alive main; assert a }
        """);
  }

  @Test
  void aStatusOtherThanZeroIsAFinding() {
    assertVerdict("thread a { exit }\nthread b { exit 3 }", "the program exited with status 3");
    assertVerdict("thread a { r = 2; halt r }", "the program exited with status 2");
    assertVerdict("thread a { r = 0; exit r }");
  }

  @Test
  void aSecondExitIsNotToldIfHooksRunAfterTheFirst() {
    String exits =
        """
        atomic x = 0
        thread a { x = 1; exit }
        thread b { r = x; if r == 1 { exit 7 } }
        """;
    assertVerdict(exits + "hook h { }", "the program exited with status 7");
    String later =
        """
        semaphore s = 0
        thread a { exit }
        thread b { acquire s; exit 7 }
        hook h { release s }
        """;
    assertVerdict(later);
  }

  @Test
  void aHookThatCannotGoOnIsADeadlock() {
    Outcome outcome =
        explore(
            """
            lock m
            semaphore never = 0
            thread main { exit }
            hook h { lock m }
            daemon d { lock m; acquire never }
            """,
            StrategyKind.OPTIMAL);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.deadlocks()).isEqualTo(1);
  }

  @Test
  void haltDoesNotWaitForHooks() {
    assertVerdict(
        """
        semaphore never = 0
        thread main { halt }
        hook h { acquire never }
        """);
  }

  @Test
  void aBlockedDaemonIsNoDeadlockButABlockedThreadIs() {
    assertVerdict("semaphore s = 0\nthread a { }\ndaemon d { acquire s }");
    assertThat(
            explore("semaphore s = 0\nthread a { acquire s }\ndaemon d { }", StrategyKind.OPTIMAL)
                .deadlocks())
        .isEqualTo(1);
  }

  @Test
  void aDaemonThatGoesRoundDoesNotKeepTheProgramFromEnding() {
    String text =
        """
        atomic x = 0
        thread main { x = 1 }
        daemon d { while 1 { r = x; yield } }
        """;
    assertVerdict(text);
    assertThat(isCut(text, StrategyKind.OPTIMAL)).isTrue();
    assertThat(isCut(text, StrategyKind.STATEFUL)).isFalse();
  }

  private static boolean isCut(String text, StrategyKind strategy) {
    ToyProgram program = Programs.parse(text);
    new Exploration(program, SearchOptions.with(strategy), List.of(), Pace.UNHURRIED).explore();
    return program.isCut();
  }

  @Test
  void aThreadThatNeedsADaemonGetsIt() {
    assertVerdict(
        """
        atomic x = 0
        semaphore s = 0
        thread main { acquire s; r = x; assert r == 5 }
        daemon d { repeat 5 { yield; add(x, 1) }; release s; while 1 { yield } }
        """);
  }

  @Test
  void aDaemonThatDoesLittleIsExploredInFull() {
    String text = "atomic x = 0\nthread main { x = 1 }\ndaemon d { yield; r = x; yield }";
    assertThat(isCut(text, StrategyKind.OPTIMAL)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "semaphore q = 0 ; thread main { release q } ; daemon d[2] { acquire q; assert self == 0 }",
        "lock m ; thread a { lock m; exit } ; thread b { lock m; unlock m; exit 1 } ; hook h { lock m }",
        "atomic x = 0 ; thread a { x = 1; exit } ; daemon b { exit } ; hook h[2] { add(x, 1) }",
        "atomic x = 0 ; thread a { start b } ; thread b { x = 1 } ; daemon d { r = x } ; hook h { r = x }",
        "lock m ; condition c ; thread a { lock m; notify c; unlock m } ;"
            + " daemon d[2] { lock m; wait c m; assert self == 0 }",
        "shared p = 0 ; hook h { r = p } ; daemon d { p = 0; exit }",
        "shared p = 0 ; thread a { p = 1; exit } ; thread b { p = 2 } ; hook h { r = p }",
        "atomic x = 0 ; thread a { x = 1 } ; daemon d { while 1 { r = x; x = 0; yield } } ; hook h { r = x }"
      })
  void everySearchFindsWhatTheOraclesFind(String text) {
    ToyProgram program = Programs.parse(text.replace(" ; ", "\n"));
    assertThat(new Comparison().compare(program.toy())).isEqualTo(Optional.of(""));
    assertThat(ToyPrinter.print(Programs.parse(ToyPrinter.print(program.toy())).toy()))
        .isEqualTo(ToyPrinter.print(program.toy()));
  }

  @Test
  void whoMayStartWhomIsChecked() {
    assertThatThrownBy(() -> Programs.parse("thread a { start h }\nhook h { }"))
        .isInstanceOf(ToySyntaxException.class)
        .hasMessageContaining("'h' is a hook: it is started when the program ends");
    assertThatThrownBy(() -> Programs.parse("daemon a { start b }\nthread b { }\nhook h { }"))
        .isInstanceOf(ToySyntaxException.class)
        .hasMessageContaining("a daemon can start daemons only, and 'b' is none");
    assertThat(Programs.parse("daemon a { start b }\nthread b { }").threadCount()).isEqualTo(2);
  }
}
