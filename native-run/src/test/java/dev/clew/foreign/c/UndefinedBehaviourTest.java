package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole C runtime, compiled so that undefined behaviour ends it, in programs that have no
 * failures of their own.
 */
class UndefinedBehaviourTest {
  private static final List<String> TRAPS =
      List.of("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error");
  private static final Toolchain TRAPPING =
      new Toolchain(Words.join(List.of("gcc"), TRAPS), Words.join(List.of("g++"), TRAPS));
  private static final Path SAMPLES = Path.of("../samples/c");
  private static final Duration HANG = Duration.ofSeconds(20);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "own_spin_lock_fixed.c",
        "philosophers_fixed.c",
        "timed_wait_fixed.c",
        "read_lock_fixed.c",
        "cancelled_holder_fixed.c",
        "barrier_phases_fixed.c",
        "key_values_fixed.c",
        "memory_copy_fixed.c"
      })
  void runtimeHasNone(String sample) throws IOException {
    CSources sources = new CSources(List.of(sample), List.of(), List.of(), SAMPLES);
    try (CProgram compiled = CProgram.build(sources, TRAPPING, notice -> {});
        Symbols symbols = new Symbols(compiled.executable());
        ForeignProgram program =
            new ForeignProgram(
                new Launch(List.of(compiled.executable().toString()), Optional.empty(), HANG, 0, 0),
                numbers -> new CNames(numbers, symbols))) {
      SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
      Outcome outcome = new Exploration(program, options, List.of(), progress -> true).explore();

      assertEquals(Outcome.Verdict.VERIFIED, outcome.verdict(), outcome.toString());
      assertEquals(Outcome.Scope.EXHAUSTED, outcome.scope());
    }
  }
}
