package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What compilers make instructions of is seen, too. */
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
}
