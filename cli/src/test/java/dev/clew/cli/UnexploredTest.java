package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict says which code of the program was not explored, and why. */
class UnexploredTest {
  @TempDir Path directory;

  @Test
  void largeMethodHasFewerHooks() throws IOException {
    Clew.Result result = check("n++; ".repeat(5000), "");

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(result.flat())
        .contains(
            "not explored: accesses to fields, elements and collections in what is too large for"
                + " hooks: Main.large");
    assertThat(unexplored()).contains("Main.large");
  }

  @Test
  void largeMethodThatCallsHasNoneForItsCalls() throws IOException {
    Clew.Result result = check("", "text.append('x'); ".repeat(7000));

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(unexplored()).contains("Main.calling");
  }

  @Test
  void largeInitialiserIsNamed() throws IOException {
    Clew.Result result =
        check(
            "", "} static int[] numbers = new int[7000]; static {" + "numbers[7]++; ".repeat(6000));

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(unexplored()).contains("Main.static initialiser");
  }

  @Test
  void monitorsOfALargeMethodAreUnderControl() throws IOException {
    String sections = "synchronized (Main.class) { n++; } ".repeat(700);
    Clew.Result result = check(sections, "");

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
  }

  @Test
  void usualMethodIsNotNamed() throws IOException {
    Clew.Result result = check("n++;", "text.append('x');");

    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    assertThat(unexplored()).isEqualTo("[]");
  }

  @Test
  void classOfAnotherLoaderIsNamed() throws IOException {
    JavaPrograms.compile(
        directory.resolve("classes"),
        "Main",
        """
        public class Main {
          static class Own extends ClassLoader {
            Class<?> define() throws Exception {
              byte[] bytes = Main.class.getResourceAsStream("Main$Plug.class").readAllBytes();
              return defineClass("Main$Plug", bytes, 0, bytes.length);
            }
          }
          public static class Plug implements Runnable { public void run() {} }
          public static void main(String[] args) throws Exception {
            ((Runnable) new Own().define().getDeclaredConstructor().newInstance()).run();
          }
        }
        """);

    Clew.Result result = check();

    assertThat(result.flat())
        .contains(
            "not explored: classes that the program defined by class loaders of its own:"
                + " Main$Plug");
  }

  @Test
  void formattersThatHandlersOfTheJdkCallAreNamed() throws IOException {
    JavaPrograms.compile(
        directory.resolve("classes"),
        "Main",
        """
        import java.io.ByteArrayOutputStream;
        import java.util.logging.*;
        public class Main {
          static class Words extends Formatter {
            public String format(LogRecord record) { return record.getMessage(); }
          }
          public static void main(String[] args) {
            Logger logger = Logger.getLogger("words");
            logger.setUseParentHandlers(false);
            logger.addHandler(new StreamHandler(new ByteArrayOutputStream(), new Words()));
            logger.info("a");
          }
        }
        """);

    Clew.Result result = check();

    assertThat(result.flat())
        .contains(
            "not explored: what handlers of the JDK's loggers call of the program: Main$Words");
    assertThat(unexplored()).contains("Main$Words");
  }

  private Clew.Result check(String large, String calling) throws IOException {
    JavaPrograms.compile(
        directory.resolve("classes"),
        "Main",
        """
        public class Main {
          static int n;
          static StringBuilder text = new StringBuilder();
          static void large() { %s }
          static void calling() { %s }
          public static void main(String[] args) throws Exception {
            large();
            calling();
            Thread other = new Thread(() -> {});
            other.start();
            other.join();
          }
        }
        """
            .formatted(large, calling));
    return check();
  }

  private Clew.Result check() {
    return Clew.run(
        "check",
        "-cp",
        directory.resolve("classes"),
        "--out",
        directory.resolve("out"),
        "--json",
        directory.resolve("result.json"),
        "Main");
  }

  private String unexplored() throws IOException {
    String json = Files.readString(directory.resolve("result.json"));
    return JsonParser.parseString(json).getAsJsonObject().get("unexplored").toString();
  }
}
