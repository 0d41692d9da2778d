package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that two threads use is something they share: in which order they do is explored. */
class SharedFilesTest {
  /** Main and another thread each do something to one file, or to one each. */
  private static final String PROGRAM =
      """
      import java.io.*;
      import java.nio.file.*;
      import static java.nio.file.StandardOpenOption.*;
      public class Main {
        static void add(Path path, String text) throws IOException { %s }
        public static void main(String[] args) throws Exception {
          Path path = Path.of("%s").resolve("shared.txt"), other = path.resolveSibling("%s");
          Files.deleteIfExists(path);
          Files.deleteIfExists(path.resolveSibling("mark"));
          Files.createFile(path);
          Files.deleteIfExists(other.equals(path) ? path.resolveSibling("none") : other);
          if (!Files.exists(other)) Files.createFile(other);
          Thread thread = new Thread(() -> {
            try { add(other, "t"); } catch (IOException e) { throw new UncheckedIOException(e); }
          });
          thread.start();
          add(path, "m");
          thread.join();
          String all = Files.readString(path);
          if (all.equals("%s")) throw new AssertionError("found " + all);
        }
      }
      """;

  private static final String NEVER = "never";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "try (OutputStream out = new FileOutputStream(path.toFile(), true)) {"
            + " out.write(text.charAt(0)); }",
        "try (Writer out = new BufferedWriter(new FileWriter(path.toString(), true))) {"
            + " out.write(text); }",
        "try (RandomAccessFile out = new RandomAccessFile(path.toFile(), \"rw\")) {"
            + " out.seek(out.length()); out.writeBytes(text); }",
        "try (OutputStream out = Files.newOutputStream(path, APPEND)) {"
            + " out.write(text.charAt(0)); }",
        "try (Writer out = Files.newBufferedWriter(path, APPEND)) { out.write(text); }",
        "Files.write(path, text.getBytes(), APPEND);",
        "Files.writeString(path, text, APPEND);"
      })
  void orderOfTwoWhoAppendIsExplored(String body) throws IOException {
    assertThat(check(body, "shared.txt", NEVER).exit()).isZero();
    for (String found : new String[] {"tm", "mt"}) {
      Clew.Result result = check(body, "shared.txt", found);
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
      assertThat(result.out()).contains("AssertionError: found " + found);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Files.writeString(path, Files.readString(path) + text);",
        "byte[] all; try (InputStream in = new FileInputStream(path.toFile())) {"
            + " all = in.readAllBytes(); }"
            + " try (OutputStream out = new FileOutputStream(path.toFile())) {"
            + " out.write(all); out.write(text.charAt(0)); }"
      })
  void lostUpdateOfAFileIsFound(String body) throws IOException {
    Clew.Result result = check(body, "shared.txt", "m");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out()).contains("AssertionError: found m", "shared.txt");
  }

  @Test
  void checkAndCreateIsFound() throws IOException {
    String body =
        "File mark = path.resolveSibling(\"mark\").toFile();"
            + " if (text.equals(\"m\")) { mark.delete(); Files.writeString(path, \"x\"); }"
            + " else if (!mark.exists()) { mark.createNewFile();"
            + " if (!mark.exists()) Files.writeString(path, \"deleted\"); }";

    Clew.Result result = check(body, "shared.txt", "deleted");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
  }

  @Test
  void filesOfTheirOwnAreNotInterleaved() throws IOException {
    Clew.Result result = check("Files.writeString(path, text, APPEND);", "other.txt", NEVER);

    assertThat(result.out()).as(result.err()).startsWith("verified: all 1 trace class ");
  }

  @Test
  void twoWhoOnlyReadAreNotInterleaved() throws IOException {
    Clew.Result result = check("Files.readString(path);", "shared.txt", NEVER);

    assertThat(result.out()).as(result.err()).startsWith("verified: all 1 trace class ");
  }

  private Clew.Result check(String body, String other, String wrong) throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, "Main", PROGRAM.formatted(body, directory, other, wrong));
    return Clew.run("check", "-cp", classes, "--out", directory.resolve("out"), "Main");
  }
}
