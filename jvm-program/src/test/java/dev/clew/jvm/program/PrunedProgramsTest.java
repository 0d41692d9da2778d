package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.program.corpus.JavaCorpus;
import dev.clew.jvm.program.corpus.JavaProgram;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search that is pruned for data races finds the racy locations that the full one finds. */
final class PrunedProgramsTest {
  private static final int SOURCES = Integer.getInteger("clew.scripts", 12) * 3;
  private static final long FIRST = Long.getLong("clew.seed", 1);
  private static final int MOST_EXECUTIONS = 2_000;

  @TempDir Path directory;

  @Test
  void theCorpus() {
    for (JavaProgram known : JavaCorpus.upTo(30)) {
      String[] arguments = known.arguments().toArray(new String[0]);
      compare(known.toString(), () -> Harness.program(known.main(), arguments));
    }
  }

  @Test
  void whereLocksExcludeRacesOneExecutionIsEnough() {
    for (Class<?> program :
        List.of(
            PrunablePrograms.Counters.class,
            PrunablePrograms.OwnArrays.class,
            PrunablePrograms.HandedOver.class)) {
      List<Found> both = compare(program.getName(), () -> Harness.program(program));
      assertThat(both.get(0).outcome().executions()).as(program.getName()).isGreaterThan(1);
      assertThat(both.get(1).outcome().executions()).as(program.getName()).isEqualTo(1);
      assertThat(both.get(1).racy()).isEmpty();
    }
  }

  @Test
  void theRunningExampleOfTheThesis() {
    List<Found> both =
        compare("figure 5.1", () -> Harness.program(PrunablePrograms.WrongLock.class));

    assertThat(both.get(0).racy()).hasSize(1);
    assertThat(runs(both.get(1))).isLessThan(runs(both.get(0)) / 2);
  }

  private static long runs(Found found) {
    return found.outcome().warmup() + found.outcome().executions();
  }

  @Test
  void nothingIsLeftOutOfWhatIsNotKnown() {
    List<Found> both =
        compare("unknown", () -> Harness.program(PrunablePrograms.ByUnknownCode.class));

    assertThat(both.get(1).outcome().executions()).isEqualTo(both.get(0).outcome().executions());
  }

  @Test
  void randomSources() throws IOException {
    List<String> names = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (int k = 0; k < SOURCES; k++) {
      String name = "Guarded" + (FIRST + k);
      Path file = directory.resolve(name + ".java");
      Files.writeString(file, GuardedSources.generate(name, FIRST + k));
      names.add(name);
      files.add(file);
    }
    compile(files);
    int compared = 0;
    int racy = 0;
    long saved = 0;
    for (String name : names) {
      List<Found> both = compare(name, () -> Harness.program(List.of(directory), name));
      if (!both.isEmpty()) {
        compared++;
        racy += both.get(0).racy().isEmpty() ? 0 : 1;
        saved += both.get(1).outcome().executions() < both.get(0).outcome().executions() ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(SOURCES / 2);
    assertThat(racy).as("programs with races").isBetween(compared / 5, compared * 9 / 10);
    assertThat(saved).as("programs with fewer executions").isGreaterThan(compared / 5);
  }

  /** The full search and the pruned one; nothing if the first takes too long. */
  private static List<Found> compare(String name, Supplier<Harness> program) {
    Found full = explore(program.get(), StrategyKind.DPOR, MOST_EXECUTIONS);
    if (full.outcome().end() != Outcome.End.EXHAUSTED) {
      return List.of();
    }
    Found pruned = explore(program.get(), StrategyKind.PRUNED, 10 * MOST_EXECUTIONS);
    assertThat(pruned.outcome().end()).as(name).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(pruned.racy()).as(name).isEqualTo(full.racy());
    return List.of(full, pruned);
  }

  private void compile(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of("-g", "-nowarn", "-proc:none", "-d", directory.toString()),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      assertThat(isCompiled).as(messages.toString()).isTrue();
    }
  }

  /** What a search found. */
  private record Found(Outcome outcome, Set<String> racy) {}

  private static Found explore(Harness harness, StrategyKind strategy, long executions) {
    return harness
        .by(strategy)
        .use(
            program -> {
              SearchOptions options =
                  new SearchOptions(
                      strategy,
                      new Budget(executions, null, 10_000),
                      true,
                      true,
                      0,
                      SearchOptions.DEFAULT_PLAN_CAP);
              Outcome outcome =
                  new Exploration(program, options, Observers.standard(program), any -> true)
                      .explore();
              Set<String> racy = new TreeSet<>();
              for (Finding finding : outcome.findings()) {
                if (finding.kind() == FindingKind.DATA_RACE) {
                  racy.add(program.execution().objects.key(finding.plainLocation()));
                }
              }
              return new Found(outcome, racy);
            });
  }
}
