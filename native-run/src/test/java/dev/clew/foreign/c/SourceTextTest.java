package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.analyze.Observers;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports show the lines that {@code #line} names. */
class SourceTextTest {
  private static final String GENERATED =
      """
      #include <pthread.h>
      static int count;
      static void *work(void *unused) {
      #line 2 "grammar.y"
        count++;
      #line 6 "generated.c"
        return unused;
      }
      #line 100
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        count = 3;
        pthread_join(t, 0);
        return 0;
      }
      """;

  @TempDir Path directory;

  private static String text(Path file, int line) {
    return new SourceText().line(new Frame("main", file.toString(), line));
  }

  @Test
  void linesHaveTheNumbersOfTheCompiler() throws IOException {
    Path file = Files.writeString(directory.resolve("generated.c"), GENERATED);
    assertEquals("static int count;", text(file, 2));
    assertEquals("", text(file, 5));
    assertEquals("return unused;", text(file, 6));
    assertEquals("count = 3;", text(file, 103));
    assertEquals("", text(file, 107));
    assertEquals("", text(directory.resolve("none.c"), 1));
  }

  @Test
  void preprocessedSourceShowsTheOriginalLines() throws IOException {
    Files.writeString(directory.resolve("grammar.y"), "%%\n  rule; /* of the grammar */\n");
    Files.writeString(directory.resolve("generated.c"), GENERATED);
    List<String> preprocess = List.of("gcc", "-E", "generated.c", "-o", "made.i");
    assertTrue(ToolRun.of(preprocess, directory).filter(ToolRun::succeeded).isPresent());
    CSources sources = new CSources(List.of("made.i"), List.of(), List.of(), directory);
    try (CProgram compiled = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {});
        Symbols symbols = new Symbols(compiled.executable());
        ForeignProgram program = program(compiled, symbols)) {
      SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
      Finding race =
          new Exploration(program, options, Observers.standard(program), progress -> true)
              .explore()
              .findings()
              .get(0);
      assertEquals(
          List.of("count = 3;", "rule; /* of the grammar */"),
          race.positions().stream().map(program.names()::text).sorted().toList());
    }
  }

  private static ForeignProgram program(CProgram compiled, Symbols symbols) throws IOException {
    List<String> command = List.of(compiled.executable().toString());
    Launch launch = new Launch(command, Optional.empty(), Duration.ofSeconds(20), 0, 0);
    return new ForeignProgram(launch, numbers -> new CNames(numbers, symbols));
  }
}
