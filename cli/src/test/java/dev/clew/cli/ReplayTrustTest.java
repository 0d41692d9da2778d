package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Replay files come from anybody: what they say is done only if it can do no harm, or on demand.
 */
@Tag("any-jdk")
class ReplayTrustTest {
  private static final String RACE =
      """
      static volatile int hits;
      static void *add(void *none) { hits++; return none; }
      int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, add, NULL);
        hits++;
        pthread_join(t, NULL);
        return 0;
      }
      """;

  private static final String LOST =
      """
      package demo;
      public class Lost {
        static volatile int n;
        public static void main(String[] args) throws Exception {
          Thread a = new Thread(() -> n++);
          a.start(); n++; a.join();
          assert n == 2 : "lost";
        }
      }
      """;

  @TempDir Path elsewhere;

  /** Below the current directory. */
  private Path here;

  private Path proof;

  @BeforeEach
  void makeDirectory() throws IOException {
    here = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "trust-");
    proof = elsewhere.resolve("proof");
  }

  @AfterEach
  void removeDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(here)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  // --- C

  @Test
  void ownCProgramNeedsNoTrust() throws IOException {
    Path file =
        checked(
            CPrograms.write(here, "race.c", RACE),
            "race-data-race-1",
            "--cflags",
            "-O2 -g -DN=3 -I" + here + " -Wall",
            "--libs",
            "-lm");

    assertReplays(Clew.run("replay", file));
  }

  @Test
  void cProgramElsewhereIsNotCompiled() throws IOException {
    Path program = CPrograms.write(elsewhere, "race.c", RACE);
    Path file = checked(program, "race-data-race-1", "--cflags", "-DN=3", "--", "word");

    assertRefused(
        Clew.run("replay", file),
        "the program '" + program + "' is not below the current directory",
        "    program: " + program + "\n    compiler flags: -DN=3\n    arguments: word\n",
        "./clew replay --trust " + file);
    assertReplays(Clew.replay(file));
  }

  @Test
  void changedCProgramIsNotCompiled() throws IOException {
    Path program = CPrograms.write(here, "race.c", RACE);
    Path file = checked(program, "race-data-race-1");
    Files.writeString(program, "// changed\n", StandardOpenOption.APPEND);

    assertRefused(Clew.run("replay", file), program + " changed since the file was made");
    assertThat(Clew.replay(file).exit()).isEqualTo(1);
  }

  @Test
  void hashThatIsMissingIsNotTrusted() throws IOException {
    Path file = checked(CPrograms.write(here, "race.c", RACE), "race-data-race-1");
    replace(file, "(?s)\"parts\": \\{.*\\}\\s*\\}", "\"parts\": {} }");

    assertRefused(Clew.run("replay", file), "changed since the file was made");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "-wrapper\", \"/bin/sh,-c,touch PROOF; cflags; -wrapper",
        "-wrapper\", \"/bin/sh,-c,touch PROOF; libs; -wrapper",
        "-MD\", \"-MF\", \"PROOF; cflags; -MD",
        "-Wl,-Map=PROOF; libs; -Wl,-Map=",
        "-save-temps=obj; cflags; -save-temps",
        "-include\", \"/dev/null; cflags; -include",
      })
  void harmfulFlagsReachNoCompiler(String words, String setting, String told) throws IOException {
    Path file = checked(CPrograms.write(here, "race.c", RACE), "race-data-race-1");
    String flags = words.replace("PROOF", proof.toString());
    replace(file, "\"" + setting + "\":\\[\\]", "\"" + setting + "\":[\"" + flags + "\"]");

    assertRefused(Clew.run("replay", file), "'" + told, "may have the compiler start a program");
    assertThat(proof).doesNotExist();
  }

  /** What the flags above would do. */
  @Test
  void trustedFlagsReachTheCompiler() throws IOException {
    Path file = checked(CPrograms.write(here, "race.c", RACE), "race-data-race-1");
    replace(file, "\"cflags\":\\[\\]", "\"cflags\":[\"-MD\", \"-MF\", \"" + proof + "\"]");

    assertReplays(Clew.replay(file));
    assertThat(proof).exists();
  }

  @Test
  void whatIsShownCannotHideItself() throws IOException {
    Path file = checked(CPrograms.write(here, "race.c", RACE), "race-data-race-1");
    replace(file, "\"cflags\":\\[\\]", "\"cflags\":[\"-wrapper\", \"\\\\u001b[2K\\\\rnothing\"]");

    Clew.Result result = Clew.run("replay", file);

    assertRefused(result, "\\u001b[2K\\u000dnothing");
    assertThat(result.err()).doesNotContain("\u001b");
  }

  // --- Java

  @Test
  void ownJavaProgramNeedsNoTrust() throws IOException {
    Path classes = here.resolve("classes");
    JavaPrograms.compile(classes, "demo.Lost", LOST);

    assertReplays(Clew.run("replay", checked(classes)));
  }

  @Test
  void javaProgramElsewhereIsNotLoaded() throws IOException {
    Path classes = elsewhere.resolve("classes");
    JavaPrograms.compile(classes, "demo.Lost", LOST);
    Path file = checked(classes);

    assertRefused(
        Clew.run("replay", file),
        "the class path entry '" + classes + "' is not below the current directory",
        "    program: demo.Lost\n    class path: " + classes + "\n",
        "./clew replay --trust " + file);
    assertReplays(Clew.replay(file));
    assertReplays(Clew.run("replay", "-cp", classes, file));
  }

  @Test
  void classPathThatSomebodyElseAddsToIsNotTrusted() throws IOException {
    Path classes = here.resolve("classes");
    JavaPrograms.compile(classes, "demo.Lost", LOST);
    Path file = checked(classes);
    replace(file, "\"classPath\":\\[", "\"classPath\":[\"" + elsewhere + "\",");

    assertRefused(Clew.run("replay", file), "the class path entry '" + elsewhere + "'");
  }

  @Test
  void changedClassIsNotLoaded() throws IOException {
    Path classes = here.resolve("classes");
    JavaPrograms.compile(classes, "demo.Lost", LOST);
    Path file = checked(classes);
    JavaPrograms.compile(classes, "demo.Lost", LOST.replace("\"lost\"", "\"gone\""));

    assertRefused(Clew.run("replay", file), "demo.Lost changed since the file was made");
  }

  @Test
  void hashOfTheProgramMustBeThere() throws IOException {
    Path classes = here.resolve("classes");
    JavaPrograms.compile(classes, "demo.Lost", LOST);
    Path file = checked(classes);
    replace(file, "(?s)\"parts\": \\{.*\\}\\s*\\}", "\"parts\": {} }");

    assertRefused(Clew.run("replay", file), "does not say which class demo.Lost it was made for");
  }

  // --- checking and replaying

  private Path checked(Path classes) {
    return checked(List.of("-cp", classes, "demo.Lost"), "demo.Lost-assertion-1");
  }

  private Path checked(Path program, String name, String... options) {
    List<Object> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(options));
    return checked(words, name);
  }

  /** Checks a program; the file of its first finding. */
  private Path checked(List<Object> program, String name) {
    Path out = elsewhere.resolve("out");
    List<Object> words = new ArrayList<>(List.of("check", "--out", out));
    words.addAll(program);
    Clew.Result result = Clew.run(words.toArray());
    assertThat(result.exit()).as(result.all()).isEqualTo(1);
    return out.resolve(name + ".clew");
  }

  private static void replace(Path file, String pattern, String text) throws IOException {
    String before = Files.readString(file);
    String after = before.replaceFirst(pattern, text);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(file, after);
  }

  private static void assertReplays(Clew.Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("the violation shows again");
  }

  private static void assertRefused(Clew.Result result, String... messages) {
    assertThat(result.err()).contains(messages);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }
}
