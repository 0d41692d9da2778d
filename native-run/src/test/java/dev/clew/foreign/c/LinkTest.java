package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
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
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that mean something else in a program than in the library, and those that nobody knows. */
class LinkTest {
  @TempDir Path directory;

  /** The program has threads, streams and files all the same: those of ISO C. */
  @Test
  void programMayHaveFunctionsThatAreNamedAsThoseOfPosix() throws IOException {
    SortedSet<String> names = Prototypes.namesOfPosix(directory);
    names.remove("posix_memalign"); // goes with malloc
    assertTrue(names.contains("write") && names.contains("dup2") && names.size() > 500);
    StringBuilder own = new StringBuilder();
    StringBuilder program =
        new StringBuilder("#include <assert.h>\n#include <stdio.h>\n#include <threads.h>\n");
    StringBuilder calls = new StringBuilder();
    int number = 0;
    for (String name : names) {
      own.append("int %s(void) { return %d; }\n".formatted(name, ++number));
      program.append("int %s(void);\n".formatted(name));
      calls.append("  assert(%s() == %d);\n".formatted(name, number));
    }
    program.append(
        """
        static mtx_t lock;
        static int locked, unlocked;
        static int add(void *none) {
          mtx_lock(&lock);
          locked++;
          mtx_unlock(&lock);
          unlocked++;
          return none == NULL;
        }
        int main(void) {
          thrd_t first, second;
          mtx_init(&lock, mtx_plain);
          thrd_create(&first, add, NULL);
          thrd_create(&second, add, NULL);
          thrd_join(first, NULL);
          thrd_join(second, NULL);
          FILE *file = tmpfile();
          char line[8];
          fputs("text", file);
          rewind(file);
          assert(fgets(line, sizeof line, file) != NULL && line[3] == 't');
          fclose(file);
          printf("%d\\n", locked);
          assert(locked == 2);
        """
            + calls
            + "  return 0;\n}\n");
    Files.writeString(directory.resolve("own.c"), own);
    Files.writeString(directory.resolve("program.c"), program);

    Outcome outcome = explore(List.of("program.c", "own.c"), "-w", "-fno-builtin", "-std=c11");

    assertEquals(List.of(FindingKind.DATA_RACE), kinds(outcome));
    assertEquals(Outcome.End.EXHAUSTED, outcome.end());
  }

  /** One object has a variable that another one uses. */
  @Test
  void variableMayBeNamedAsFunctionOfTheLibrary() throws IOException {
    Files.writeString(directory.resolve("own.c"), "int index = 5, link[2] = {6, 7};\n");
    Files.writeString(
        directory.resolve("program.c"),
        """
        #include <assert.h>
        extern int index, link[2];
        int main(void) {
          index++;
          assert(index == 6 && link[1] == 7);
          return 0;
        }
        """);

    assertEquals(List.of(), kinds(explore(List.of("program.c", "own.c"), "-w", "-fno-builtin")));
  }

  @Test
  void functionsThatNobodyKnowsAreNamed() throws IOException {
    Files.writeString(
        directory.resolve("program.cpp"),
        """
        #include <cstdio>
        #include <cstdlib>
        #include <pwd.h>
        #include <sstream>
        static char buffer[BUFSIZ];
        int main() {
          std::ostringstream text;
          text << atoi("1");
          setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
          return getpwnam("root") == nullptr;
        }
        """);
    CSources sources = new CSources(List.of("program.cpp"), List.of(), List.of(), directory);
    try (CProgram program = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {})) {
      assertEquals(
          List.of("getpwnam()", "setvbuf()", "std::basic_ostringstream"), program.unwatched());
    }
  }

  private static List<FindingKind> kinds(Outcome outcome) {
    return outcome.findings().stream().map(Finding::kind).toList();
  }

  private Outcome explore(List<String> files, String... flags) throws IOException {
    CSources sources = new CSources(files, List.of(flags), List.of(), directory);
    try (CProgram compiled = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {});
        Symbols symbols = new Symbols(compiled.executable())) {
      List<String> command = List.of(compiled.executable().toString());
      Launch launch = new Launch(command, Optional.empty(), Duration.ofSeconds(60), 0, 0);
      SearchOptions options =
          new SearchOptions(
              StrategyKind.OPTIMAL,
              Budget.UNLIMITED,
              true,
              true,
              1,
              SearchOptions.DEFAULT_PLAN_CAP);
      try (ForeignProgram program =
          new ForeignProgram(launch, numbers -> new CNames(numbers, symbols))) {
        return new Exploration(program, options, Observers.standard(program), progress -> true)
            .explore();
      }
    }
  }
}
