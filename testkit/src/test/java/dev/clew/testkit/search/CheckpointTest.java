package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.testkit.toy.ToyProgram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CheckpointTest {

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"STATEFUL", "CB_POR", "PRUNED"})
  void aSearchThatIsInterruptedAfterEveryFewExecutionsFindsWhatAnUninterruptedOneFinds(
      StrategyKind strategy) throws IOException {
    long limit = strategy.samples() ? 200 : 3000;
    Outcome straight = search(strategy, limit);
    byte[] saved = new byte[0];
    Outcome pieces = straight;
    for (long executions = 7; ; executions += 7) {
      Exploration piece = exploration(strategy, Math.min(executions, limit));
      if (saved.length > 0) {
        piece.restore(new DataInputStream(new ByteArrayInputStream(saved)));
      }
      pieces = piece.explore();
      boolean over =
          pieces.end() == Outcome.End.EXHAUSTED
              || pieces.warmup() + pieces.executions() >= limit
              || executions >= limit;
      if (over && executions >= limit || pieces.end() == Outcome.End.EXHAUSTED) {
        break;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      piece.save(new DataOutputStream(bytes));
      saved = bytes.toByteArray();
    }
    assertThat(pieces.executions()).isEqualTo(straight.executions());
    assertThat(pieces.blocked()).isEqualTo(straight.blocked());
    assertThat(pieces.deadlocks()).isEqualTo(straight.deadlocks());
    assertThat(pieces.warmup()).isEqualTo(straight.warmup());
    assertThat(pieces.transitions()).isEqualTo(straight.transitions());
    assertThat(pieces.findings()).isEqualTo(straight.findings());
  }

  private static Outcome search(StrategyKind strategy, long executions) {
    return exploration(strategy, executions).explore();
  }

  private static Exploration exploration(StrategyKind strategy, long executions) {
    ToyProgram program = Programs.parse(Programs.MIXED);
    SearchOptions options =
        SearchOptions.with(strategy).within(new Budget(executions, null, Budget.DEFAULT_STEPS));
    return new Exploration(program, options, Observers.standard(program), Pace.UNHURRIED);
  }
}
