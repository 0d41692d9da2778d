package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What compilers make instructions of, and what they would leave out, is seen, too. */
class InstrumentationTest {
  private static final String PROGRAM =
      """
      #include <pthread.h>
      #include <stdio.h>
      #include <string.h>
      struct big { char text[40]; };
      static struct big first, second = {"ab"};
      static struct big *to = &first, *from = &second;
      static volatile int result;
      static void *work(void *unused) {
        %s;
        return unused;
      }
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        memset(&first, 1, 2);
        memset(&second, 'a', 1);
        pthread_join(thread, NULL);
        return 0;
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memcpy(to, from, sizeof *to)",
        "memset(to, 0, sizeof *to)",
        "memmove(to, from, 24)",
        "result = memcmp(from, \"ab\", 3)",
        "strcpy(to->text, \"a text that is longer than a register\")",
        "result = strcmp(from->text, \"ab\")",
        "snprintf(to->text, 40, \"abc\")",
        "for (int i = 0; i < 40; i++) to->text[i] = 0",
        "*to = *from"
      })
  void callsThatAreCompiledInlineRace(String statement) throws IOException {
    try (Compiled compiled = new Compiled(directory, PROGRAM.formatted(statement), "-O2")) {
      assertFalse(compiled.explore().findings().isEmpty());
    }
  }

  private static final String VALUES =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdlib.h>
      static int x, y, z, seen;
      struct pair { int first, second; };
      static struct pair p;
      static int *made;
      __attribute__((noinline)) static int look(const int *at) { return *at; }
      static void *work(void *unused) {
        WORK;
        return unused;
      }
      int main(void) {
        pthread_t thread;
        made = calloc(1, sizeof *made);
        pthread_create(&thread, NULL, work, NULL);
        MAIN;
        pthread_join(thread, NULL);
        return y + z + seen == 12345;
      }
      """;

  private Outcome explore(StrategyKind strategy, String work, String main, String... flags)
      throws IOException {
    String source = VALUES.replace("WORK;", work).replace("MAIN;", main);
    try (Compiled compiled = new Compiled(directory, source, flags)) {
      return compiled.explore(strategy, false);
    }
  }

  /** What would be there alone after optimisation is that 0 or 2 was seen. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x = 1; x = 2;                        | seen = x; assert(seen != 1);",
        "x = 1; y = x;                        | x = 2; pthread_join(thread, 0); assert(y != 2); return 0;",
        "int a = x; int b = x; assert(a == b); | x = 1;",
        "x++; x--;                            | seen = x; assert(seen != 1);",
        "for (int i = 0; i < 2; i++) x = i;    | seen = x; x = 7; pthread_join(thread, 0);"
            + " if (x == 1) assert(seen == 1); return 0;",
        "int *m = made; *m = 3; *m = 0;        | assert(*made != 3);",
      })
  void valuesBetweenTwoWritesAreSeen(String work, String main) throws IOException {
    for (StrategyKind strategy : List.of(StrategyKind.OPTIMAL, StrategyKind.NAIVE)) {
      for (String level : List.of("-g", "-O0", "-Og", "-O2")) {
        Outcome outcome = explore(strategy, work, main, level);
        assertTrue(
            outcome.findings().stream().anyMatch(f -> f.kind() == FindingKind.ASSERTION),
            () -> level + ": " + outcome.findings());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int t = x; (void)t;",
        "int t = x; t = x; (void)t;",
        "int t = x; x = t;",
        "if (x == 1) y = 0; else y = 0;",
        "struct pair l = p; l.first++;",
        "for (int i = 0; i < 3; i++) z += x;",
        "look(&x);",
        "static int unread; unread = x; unread = 0;",
        "made[0] = 3; free(made);",
      })
  void accessesWithoutEffectRace(String work) throws IOException {
    String main =
        work.contains("made") ? "made[0] = 1;" : work.contains("p;") ? "p.second = 1;" : "x = 1;";
    String source = VALUES.replace("WORK;", work).replace("MAIN;", main);
    try (Compiled compiled = new Compiled(directory, source)) {
      assertFalse(compiled.explore().findings().isEmpty());
    }
  }

  @Test
  void executableNamesHighLevels() throws IOException {
    Files.writeString(directory.resolve("a.c"), "int main(void) { return 0; }\n");
    Map<List<String>, List<String>> named =
        Map.of(
            List.of(), List.of(),
            List.of("-O0"), List.of(),
            List.of("-O2", "-Og"), List.of(),
            List.of("-O1", "-O2"), List.of("-O2"),
            List.of("-Ofast"), List.of("-Ofast"));
    for (Map.Entry<List<String>, List<String>> entry : named.entrySet()) {
      CSources sources = new CSources(List.of("a.c"), entry.getKey(), List.of(), directory);
      try (CProgram program = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {})) {
        assertEquals(entry.getValue(), program.levels());
      }
    }
    CompilerCall call = CompilerCall.of(List.of("-O3", "-c", "a.c"));
    assertTrue(call.rewritten(List.of()).contains("-Wa,--defsym,clew_optimised_O3=1"));
  }
}
