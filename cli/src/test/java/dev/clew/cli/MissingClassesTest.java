package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of which a class names another one that is not there, and that never need it. */
class MissingClassesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"optimal,1", "stateful,1", "random,1", "optimal,0", "stateful,0"})
  void classThatIsNeverNeededMayBeMissing(String strategy, int exit) throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(
        classes,
        "Main",
        """
        import java.lang.invoke.*;
        public class Main implements Runnable {
          static final VarHandle N;
          static {
            try {
              N = MethodHandles.lookup().findVarHandle(Main.class, "n", int.class);
            } catch (ReflectiveOperationException e) {
              throw new Error(e);
            }
          }
          volatile int n;
          Optional option;
          Optional use(Optional other) { return other; }
          public void run() { if (%d == 0) N.getAndAdd(this, 1); else N.set(this, (int) N.get(this) + 1); }
          public static void main(String[] args) throws Exception {
            Main main = new Main();
            Thread thread = new Thread(main);
            thread.start();
            main.run();
            thread.join();
            if (main.n != 2) throw new AssertionError("lost");
          }
        }
        class Optional {}
        """
            .formatted(exit));
    Files.delete(classes.resolve("Optional.class"));

    Clew.Result result =
        Clew.run(
            "check",
            "-cp",
            classes,
            "--strategy",
            strategy,
            "--out",
            directory.resolve("out"),
            "Main");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(exit);
    assertThat(result.all()).doesNotContain("NoClassDefFoundError");
  }
}
