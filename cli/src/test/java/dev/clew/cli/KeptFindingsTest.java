package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was found is shown, also where the order of plain accesses decides what there is to see. */
class KeptFindingsTest {
  /** The thread that was started last is joined first. */
  private static final String LATE =
      """
      public class Late {
        static int x;
        public static void main(String[] args) throws Exception {
          Thread writer = new Thread(() -> { x = 1; });
          Thread reader = new Thread(() -> { int seen = x; });
          writer.start();
          reader.start();
          reader.join();
          writer.join();
        }
      }
      """;

  /** What the reader sees decides which operations it does, and with what it races next. */
  private static final String DEPENDENT =
      """
      public class Dependent {
        static int x;
        static int y;
        static final Object lock = new Object();
        public static void main(String[] args) throws Exception {
          Thread first = new Thread(() -> { y = 1; x = 1; });
          Thread second = new Thread(() -> {
            if (x == 0) {
              synchronized (lock) { y = 2; }
            }
          });
          Thread third = new Thread(() -> { synchronized (lock) { x = 2; } });
          first.start();
          second.start();
          third.start();
          third.join();
          second.join();
          first.join();
        }
      }
      """;

  /** What fails is a thread that the end of the program starts. */
  private static final String LAST =
      """
      public class Last {
        static volatile int x;
        public static void main(String[] args) {
          Thread hook = new Thread(() -> { if (x == 2) throw new AssertionError("too late"); });
          Runtime.getRuntime().addShutdownHook(hook);
          new Thread(() -> { x = 1; }).start();
          x = 2;
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--strategy optimal",
        "--strategy source",
        "--strategy dpor",
        "--strategy stateful",
        "--strategy naive",
        "--strategy random --executions 50",
        "--strategy pct --executions 50",
        "--preemptions 1",
        "--iterative",
      })
  void raceIsShownWhicheverThreadIsJoinedFirst(String options) throws IOException {
    assertShown("Late", LATE, options, "data race on Late.x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--strategy optimal", "--strategy source", "--strategy random --seed 3"})
  void raceThatDecidesOnOthersIsShown(String options) throws IOException {
    assertShown("Dependent", DEPENDENT, options + " --executions 50", "data race on Dependent.x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--strategy optimal", "--strategy naive", "--strategy random"})
  void failureOfAShutdownHookIsShown(String options) throws IOException {
    assertShown("Last", LAST, options + " --executions 50", "AssertionError: too late");
  }

  @Test
  void raceFoundByAnotherProcessIsShown() throws IOException, InterruptedException {
    JavaPrograms.compile(directory, "Late", LATE);
    Path output = directory.resolve("output.txt");

    try (ForkedClew clew =
        ForkedClew.start(output, "check", "-cp", directory, "--jobs", 2, "--out", out(), "Late")) {
      assertThat(clew.exit()).as(clew.output()).isEqualTo(1);
      assertThat(clew.output()).contains("data race on Late.x");
    }
  }

  @Test
  void raceInCIsShownWhicheverThreadIsJoinedFirst() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "late.c",
            """
            static int x;
            static void *write_it(void *none) { x = 1; return none; }
            static void *read_it(void *none) { return x == 1 ? NULL : none; }
            int main(void) {
              pthread_t writer, reader;
              pthread_create(&writer, NULL, write_it, NULL);
              pthread_create(&reader, NULL, read_it, NULL);
              pthread_join(reader, NULL);
              pthread_join(writer, NULL);
              return 0;
            }
            """);

    Clew.Result result = Clew.run("check", program, "--out", out());

    assertShownAgain(result, "data race on x");
  }

  /** Nothing is learned of an execution that ends the search. */
  @Test
  void failureAfterManyStepsOfTheFirstExecutionIsShown() throws IOException {
    Path program = directory.resolve("long.toy");
    Files.writeString(
        program,
        "atomic x = 0\nthread t { repeat 70 { x = 1 }; assert 0 \"late\" }\nthread u { x = 2 }\n");

    assertShownAgain(
        Clew.run("check", program, "--strategy", "naive", "--out", out()), "assertion: late");
  }

  /** As with optional dependencies: nobody loads the class until the fields are looked at. */
  @ParameterizedTest
  @ValueSource(strings = {"--strategy optimal", "--strategy stateful"})
  void objectsInFieldsBesideOnesOfMissingClassesAreToldOf(String options) throws IOException {
    String source =
        """
        public class Holding {
          Missing missing;
          final Object one = new Object();
          final Object other = new Object();
          static Holding held;
          public static void main(String[] args) throws Exception {
            Holding all = new Holding();
            held = all;
            Thread thread = new Thread(() -> both(all.one, all.other));
            thread.start();
            both(all.other, all.one);
            thread.join();
          }
          static void both(Object first, Object second) {
            synchronized (first) { synchronized (second) { second.hashCode(); } }
          }
        }
        class Missing {}
        """;
    JavaPrograms.compile(directory, "Holding", source);
    Files.delete(directory.resolve("Missing.class"));
    List<Object> words = new ArrayList<>(List.of("check", "-cp", directory, "--out", out()));
    words.addAll(List.of(options.split(" ")));
    words.add("Holding");

    assertShownAgain(Clew.run(words.toArray()), "deadlock");
  }

  /** What a thread sees of its stack is the same in the search and when it is done again. */
  @Test
  void failureThatDependsOnTheDepthOfTheStackIsShown() throws IOException {
    String source =
        """
        import java.io.*;
        import java.util.*;
        public class Deep {
          static volatile int n;
          static String seen() {
            StringWriter printed = new StringWriter();
            new Exception().printStackTrace(new PrintWriter(printed));
            long walked = StackWalker.getInstance().walk(frames -> frames.count());
            return new Exception().getStackTrace().length
                + " " + Thread.currentThread().getStackTrace().length
                + " " + walked
                + " " + printed.toString().lines().count()
                + " " + StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.anyMatch(f -> f.getClassName().startsWith("dev.clew")))
                + " " + Arrays.toString(new Exception().getStackTrace()).contains("dev.clew");
          }
          public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> n++);
            other.start();
            n++;
            other.join();
            if (n == 1) throw new AssertionError(seen());
          }
        }
        """;
    JavaPrograms.compile(directory, "Deep", source);

    Clew.Result result = Clew.run("check", "-cp", directory, "--out", out(), "Deep");

    assertShownAgain(result, "AssertionError: 2 3 2 3 false false");
  }

  private void assertShown(String name, String source, String options, String message)
      throws IOException {
    JavaPrograms.compile(directory, name, source);
    List<Object> words = new ArrayList<>(List.of("check", "-cp", directory, "--out", out()));
    words.addAll(List.of(options.split(" ")));
    words.add("--keep-going");
    words.add(name);

    assertShownAgain(Clew.run(words.toArray()), message);
  }

  private void assertShownAgain(Clew.Result result, String message) throws IOException {
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains(message);
    try (Stream<Path> files = Files.list(out())) {
      List<Path> all = files.toList();
      assertThat(all).isNotEmpty();
      for (Path file : all) {
        Clew.Result replayed = Clew.replay(file);
        assertThat(replayed.out()).as(replayed.all()).contains("the violation shows again");
      }
    }
  }

  private Path out() {
    return directory.resolve("out");
  }
}
