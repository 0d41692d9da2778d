package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a check of a C program finds can be seen again, until the program changes. */
@Tag("any-jdk")
class CReplayTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "lost_update.c, data-race, data race on hits",
    "lost_update.c, assertion, assertion failed: hits == 2",
    "lock_order.c, deadlock, deadlock",
    "abort_call.c, crash, abort was called",
    "null_pointer.c, crash, segmentation fault: null pointer",
    "use_after_free.c, crash, freed",
    "double_free.c, crash, double free",
    "double_unlock.c, exception, unlock",
    "unlock_by_other.c, exception, unlock",
    "destroy_locked.c, exception, destroy",
    "leak.c, leak, leak",
    "uncaught_exception.cpp, exception, uncaught exception: ",
  })
  void findingOfASampleShowsAgain(String sample, String kind, String message) throws IOException {
    Path program = Files.copy(CPrograms.sample(sample), directory.resolve(sample));

    assertShowsAgain(replayFile(program, kind, "--keep-going"), message);
  }

  /**
   * Which variable the second thread adds to depends on the order of accesses that are no steps.
   */
  @Test
  void raceThatDependsOnAnotherShowsAgain() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "dependent.c",
            """
            static atomic_int one, other;
            static atomic_int *used = &one;
            static void *change(void *none) {
              *(int *)&other = 5;
              used = &other;
              atomic_load(&one);
              return none;
            }
            static void *add(void *none) { atomic_fetch_add(used, 1); return none; }
            int main(void) {
              pthread_t t, u;
              pthread_create(&t, NULL, change, NULL);
              pthread_create(&u, NULL, add, NULL);
              pthread_join(t, NULL);
              pthread_join(u, NULL);
              return 0;
            }
            """);

    Clew.Result result =
        Clew.run("check", program, "--keep-going", "--out", directory.resolve("out"));

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("data race on used", "data race on other");
  }

  @Test
  void leaksAtSeveralPlacesAreOneFinding() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "leaks.c",
            """
            #include <stdlib.h>
            char *volatile kept;
            int main(void) {
              kept = malloc(10);
              kept = malloc(20);
              kept = NULL;
              return 0;
            }
            """);

    Clew.Result result =
        Clew.run("check", program, "--keep-going", "--out", directory.resolve("out"));

    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains("10 bytes in 1 block allocated here are never freed; more at 1 other place")
        .contains("memory leak: 20 bytes", "violation: 1 finding");
    assertShowsAgain(directory.resolve("out/leaks-leak-1.clew"), "10 bytes in 1 block");
  }

  @Test
  void threadsThatGoRoundForEverShowAgain() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "rounds.c",
            """
            static atomic_int ready;
            static void *wait(void *none) { while (!ready) { } return none; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, NULL, wait, NULL);
              pthread_join(t, NULL);
              return 0;
            }
            """);

    assertShowsAgain(replayFile(program, "livelock"), "goes round for ever");
  }

  /** Nearly all of its time such a loop is in the runtime. */
  @ParameterizedTest
  @CsvSource({"plain, for (;;) n++;", "computing, for (unsigned i = 1; i != 0; i += 2) n2 ^= i;"})
  void computationWithoutEndShowsAgain(String name, String loop) throws IOException {
    Path program =
        CPrograms.write(
            directory,
            name + ".c",
            "static volatile int n;\nint main(void) {\n  unsigned n2 = 1;\n  "
                + loop
                + "\n  return n + n2;\n}\n");

    assertShowsAgain(replayFile(program, "hang", "--hang", "200ms"), "computes without end");
  }

  @Test
  void exitWithAStatusShowsAgainWhereMainIs() throws IOException {
    Path program = CPrograms.writeMain(directory, "exits.c", "return 3;");

    Clew.Result result = Clew.replay(replayFile(program, "exception"));

    assertThat(result.out()).contains("the program exited with status 3", "exits.c:");
  }

  @Test
  void executableShowsItsFindingAgain() throws IOException {
    Path program = directory.resolve("program");
    Clew.Result built =
        Clew.run("cc", "-g", CPrograms.sample("lost_update.c"), "-o", program, "-pthread");
    assertThat(built.exit()).as(built.all()).isZero();

    assertShowsAgain(replayFile(program, "data-race"), "data race on hits");
  }

  @Test
  void argumentsAndOptionsAreThoseOfTheCheck() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "args.c",
            """
            int main(int count, char **words) {
              return count == 2 && words[1][0] == 'x' ? STATUS : 0;
            }
            """);
    Path out = directory.resolve("out");

    Clew.Result checked =
        Clew.run("check", "--out", out, "-DSTATUS=7", program, "--cflags", "-O2 -g", "--", "x");

    assertThat(checked.exit()).as(checked.all()).isEqualTo(1);
    assertShowsAgain(out.resolve("args-exception-1.clew"), "status 7");
  }

  @Test
  void changedSourceIsToldAndAScheduleThatDoesNotFitIsRefused() throws IOException {
    Path program =
        Files.copy(CPrograms.sample("lost_update.c"), directory.resolve("lost_update.c"));
    Path file = replayFile(program, "assertion", "--keep-going");
    String text = Files.readString(program);

    Files.writeString(program, "/* new */ " + text);
    Clew.Result same = Clew.replay(file);
    assertThat(same.err()).contains("lost_update.c changed since the file was made");
    assertThat(same.exit()).as(same.all()).isEqualTo(1);

    Files.writeString(program, Files.readString(CPrograms.sample("lost_update_fixed.c")));
    Clew.Result other = Clew.replay(file);
    assertThat(other.err()).contains("changed since", "Check the program again");
    assertThat(other.exit()).as(other.all()).isEqualTo(2);

    Files.delete(program);
    Clew.Result gone = Clew.replay(file);
    assertThat(gone.err()).contains("is gone: there is no", "lost_update.c");
    assertThat(gone.exit()).isEqualTo(2);
  }

  /** Checks a program; the file by which its first finding of a kind is replayed. */
  private Path replayFile(Path program, String kind, String... options) {
    Path out = directory.resolve("out");
    List<Object> words = new ArrayList<>(List.of("check", program, "--out", out));
    words.addAll(List.of(options));
    Clew.Result result = Clew.run(words.toArray());
    assertThat(result.exit()).as(result.all()).isEqualTo(1);
    String name = program.getFileName().toString().replaceFirst("\\.[a-z]+$", "");
    return out.resolve(name + "-" + kind + "-1.clew");
  }

  private static void assertShowsAgain(Path file, String message) {
    assertThat(file).exists();
    Clew.Result result = Clew.replay(file);
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).as(result.out()).isEqualTo(1);
    assertThat(result.flat()).contains(message, "the violation shows again");
  }
}
