package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every strategy finds the same in programs whose threads meet in class initialisers. */
final class InitialiserSourcesTest {
  private static final int SOURCES = Integer.getInteger("clew.scripts", 12) * 3;
  private static final long FIRST = Long.getLong("clew.seed", 1);
  private static final int MOST_EXECUTIONS = 3_000;
  private static final int SAMPLES = 200;

  @TempDir Path directory;

  @Test
  void allStrategiesAgree() throws IOException {
    List<String> names = compile();
    int compared = 0;
    int clean = 0;
    for (String name : names) {
      Outcome naive = explore(name, StrategyKind.NAIVE, MOST_EXECUTIONS);
      boolean isAll = naive.end() == Outcome.End.EXHAUSTED;
      Set<String> found = found(explore(name, StrategyKind.OPTIMAL, Long.MAX_VALUE));
      assertThat(found).as(name + " naive").containsAll(found(naive));
      if (isAll) {
        assertThat(found(naive)).as(name + " optimal").isEqualTo(found);
        compared++;
        clean += found.isEmpty() ? 1 : 0;
      }
      for (StrategyKind kind :
          List.of(StrategyKind.SOURCE, StrategyKind.DPOR, StrategyKind.STATEFUL)) {
        assertThat(found(explore(name, kind, Long.MAX_VALUE))).as(name + kind).isEqualTo(found);
      }
      for (StrategyKind kind :
          List.of(StrategyKind.RANDOM, StrategyKind.PCT, StrategyKind.POS, StrategyKind.SURW)) {
        assertThat(found).as(name + kind).containsAll(found(explore(name, kind, SAMPLES)));
      }
    }
    assertThat(compared).isGreaterThan(SOURCES / 2);
    assertThat(clean).as("programs without a violation").isBetween(compared / 10, compared - 3);
  }

  private Outcome explore(String name, StrategyKind kind, long executions) {
    return Harness.program(List.of(directory), name).by(kind).atMost(executions).explore();
  }

  private static Set<String> found(Outcome outcome) {
    Set<String> found = new TreeSet<>();
    for (Finding each : outcome.findings()) {
      String what = each.kind().id();
      found.add(
          each.kind() == FindingKind.DATA_RACE
              ? each.message().substring(0, each.message().indexOf(':'))
              : what);
    }
    return found;
  }

  private List<String> compile() throws IOException {
    List<String> names = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (int k = 0; k < SOURCES; k++) {
      String name = "Init" + (FIRST + k);
      Path file = directory.resolve(name + ".java");
      Files.writeString(file, InitialiserSources.generate(name, FIRST + k));
      names.add(name);
      files.add(file);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-g", "-d", directory.toString());
      assertThat(
              compiler
                  .getTask(
                      null,
                      manager,
                      null,
                      options,
                      null,
                      manager.getJavaFileObjectsFromPaths(files))
                  .call())
          .isTrue();
    }
    return names;
  }
}
