package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done is refused with words that help, and leaves no trace. */
class BadInputTest {
  @TempDir Path directory;

  /** A program that is fine, so that nothing but the option in question is wrong. */
  private Path good = Path.of("");

  private final List<Path> writtenBefore = written();

  @BeforeEach
  void writeGoodProgram() throws IOException {
    good = write("good.toy", "atomic x = 0\nthread t { x = 1 }\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--strateggy dpor        | unknown option '--strateggy', did you mean '--strategy'?",
        "--strategy optmal       | no strategy 'optmal', did you mean 'optimal'?",
        "--strategy abc          | no strategy 'abc', use one of optimal, source, dpor, stateful, naive, random, pct, pos, surw, cb-dfs, cb-por",
        "--strategy stateful --checkpoint saved | --checkpoint cannot save a search with --strategy stateful",
        "--strategy stateful --jobs 2 | --jobs has no meaning with --strategy stateful",
        "--strategy              | missing required parameter for option '--strategy'",
        "--time 30               | did you mean '30s'?",
        "--time -5s              | '-5s' is not a time with a unit",
        "--time 0s               | '0s' is too short",
        "--time 5parsecs         | '5parsecs' is not a time with a unit",
        "--time 999999999h       | '999999999h' is too large, more than a year",
        "--time 99999999999999h  | '99999999999999h' is too large, more than a year",
        "--time 99999999999999   | did you mean '99999999999999s'?",
        "--time 1s --time 2s     | clew: --time is given twice",
        "--executions 5 --executions 6 | clew: --executions is given twice",
        "--json=                 | option '--json': the name is empty",
        "--out=                  | option '--out': the name is empty",
        "--checkpoint=           | option '--checkpoint': the name is empty",
        "--checkpoint /dev/full  | --checkpoint: '/dev/full' is not a regular file",
        "--executions 0          | '0' is too small",
        "--executions -1         | '-1' is too small",
        "--executions many       | 'many' is not a whole number",
        "--executions 1e6        | '1e6' is not a whole number",
        "--executions 99999999999999999999 | too large",
        "--steps 0               | '0' is too small",
        "--steps 5000000000      | too large",
        "--seed 7 --strategy optimal | --seed has no meaning with --strategy optimal",
        "--seed 7 --jobs 2       | --seed has no meaning with --strategy optimal",
        "--seed 7 --executions 9 | --seed has no meaning with --strategy optimal",
        "--seed 7 --prune races  | --seed has no meaning with --strategy dpor --prune races",
        "--depth 0 --strategy pct | '0' is not between 1 and 20",
        "--depth 2 --strategy pos | --depth has a meaning with --strategy pct only, not with pos",
        "--jobs 2 --strategy surw | --jobs has no meaning with --strategy surw",
        "--seed 7 --strategy dpor | --seed has no meaning with --strategy dpor",
        "--strategy random --seed x | 'x' is not a whole number",
        "--strategy random --seed -99999999999999999999 | too small",
        "--plan-cap 5 --strategy source | --plan-cap has a meaning with --strategy optimal only",
        "--jobs 0                | '0' is too small",
        "--jobs many             | 'many' is not a whole number",
        "--jobs 257              | --jobs: 257 is too large, give 256 or less",
        "--fair 2                | --fair has a meaning for Java programs only",
        "--fair 0                | '0' is too small, give 1 or more",
        "--preemptions -1        | '-1' is too small, give 0 or more",
        "--preemptions 2 --strategy dpor | --preemptions has no meaning with --strategy dpor",
        "--iterative --strategy random | --iterative has no meaning with --strategy random",
        "--iterative --jobs 2    | --jobs has no meaning with --preemptions and --iterative",
        "--preemptions 2 --checkpoint x | --preemptions is no search that --checkpoint can save",
        "--jobs 2 --strategy dpor | --jobs has no meaning with --strategy dpor",
        "--jobs 2 --strategy random | --jobs has no meaning with --strategy random",
        "--jobs 2 --checkpoint c | --checkpoint cannot save a search of several processes",
        "--symmetry --jobs 2     | --symmetry cannot be combined with --jobs",
        "--symmetry --checkpoint c | --symmetry cannot be combined with --checkpoint",
        "--symmetry --strategy random | --symmetry cannot be combined with --strategy random",
        "--symmetry --preemptions 2 | --symmetry cannot be combined with --preemptions",
        "--prune deadlocks       | 'deadlocks' is not races",
        "--prune races --strategy optimal | --prune is not known to be sound with --strategy optimal",
        "--prune races --jobs 2  | --jobs has no meaning with --prune",
        "--prune races --checkpoint c | --checkpoint cannot save a search with --prune",
        "--prune races --races ignore | --prune races looks for what --races ignore does not want",
        "--races maybe           | 'maybe' is neither report nor ignore",
        "--keep-goin             | did you mean '--keep-going'?",
        "-- 1 2                  | a toy program takes no arguments",
        "other.toy               | unexpected argument 'other.toy'",
        "-cp classes             | -cp has a meaning for Java programs only",
        "--source-path src       | --source-path has a meaning for Java programs only",
        "--hang 5s               | --hang has a meaning for Java and C programs only",
      })
  void optionIsRefused(String options, String message) throws IOException {
    Object[] words =
        Stream.concat(Stream.of("check", good), Stream.of(options.strip().split(" +"))).toArray();
    assertRefused(Clew.run(words), message);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``         | no command given",
        "chekc      | unknown command 'chekc', did you mean 'check'?",
        "frobnicate | unknown command 'frobnicate'",
        "--hlep     | unknown option '--hlep', did you mean '--help'?",
        "check      | missing required parameter: 'TARGET'",
        "replay     | missing required parameter: 'FILE'",
        "check -- queue.c     | missing required parameter: 'TARGET'",
        "check -- Main 1      | missing required parameter: 'TARGET'",
        "check --jobs 2 -- no-such.toy | missing required parameter: 'TARGET'",
        "check com.acme.Main   | there is no class com.acme.Main on the class path .",
        "check Main#test       | there is no class Main on the class path .",
        "check queue.c         | there is no file 'queue.c'",
        "check com/acme/Main   | write it with dots: com.acme.Main",
        "check ./acme/Main.class | is a file. Name the class instead, with dots",
        "check acme/Main.java  | Compile it (javac -d classes acme/Main.java), then name the class",
        "check app.jar         | Name a class in it: ./clew check -cp app.jar com.acme.Main",
        "check com..Main       | is neither a .toy file nor the name of a class",
        "check Main#           | is neither a .toy file nor a class and a method",
        "check --prune races --timeouts any Main | --timeouts and --prune do not go together",
        "check --prune races --deep Main | --deep and --prune do not go together",
        "check Main 1 2        | unexpected argument '1': arguments of the program go after --",
        "check Main#test -- 1  | the method Main#test takes no arguments, only main does",
        "check -cp nowhere Main | -cp: there is no 'nowhere'",
        "check -cp pom.xml Main | -cp: cannot read the jar",
        "check no-such.toy     | there is no file 'no-such.toy'",
        "replay no-such.json   | there is no file 'no-such.json'",
      })
  void commandIsRefused(String command, String message) throws IOException {
    Object[] words = command.isEmpty() ? new Object[0] : command.split(" ");
    assertRefused(Clew.run(words), message);
  }

  @Test
  void noArgumentsShowsTheCommands() {
    Clew.Result result = Clew.run();

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("Usage: clew", "check", "replay");
  }

  @Test
  void helpAndVersionAreNoErrors() {
    assertThat(Clew.run("--help").exit()).isZero();
    assertThat(Clew.run("--help").out()).contains("Usage: clew");
    assertThat(Clew.run("check", "--help").out()).contains("--checkpoint", "--strategy");
    assertThat(Clew.run("check", "--help").out()).doesNotContain("--plan-cap");
    assertThat(Clew.run("check", "--help").out()).contains("Of several races on one variable one");
    for (String command : new String[] {"check", "replay", "selfcheck"}) {
      assertThat(Clew.run(command, "--help").out()).contains("--jdk=PATH", "-h, --help");
    }
    assertThat(Clew.run("replay", "--help").exit()).isZero();
    assertThat(Clew.run("--version").exit()).isZero();
    assertThat(Clew.run("--version").out()).startsWith("clew ");
  }

  @Test
  void misspeltFileIsGuessed() throws IOException {
    assertRefused(Clew.run("check", directory.resolve("goood.toy")), "did you mean 'good.toy'?");
  }

  @Test
  void fileThatIsNoProgramIsRefused() throws IOException {
    Path empty = write("empty.toy", "");
    Path blank = write("blank.toy", "  \n\n");
    Path zeros = write("zeros.toy", "atomic x\0\0");
    Path latin = directory.resolve("latin.toy");
    Files.write(latin, new byte[] {'/', '/', (byte) 0xE9, '\n'});
    Path folder = Files.createDirectory(directory.resolve("folder.toy"));

    assertRefused(Clew.run("check", empty), "empty.toy' is empty");
    assertRefused(Clew.run("check", blank), "blank.toy' is empty");
    assertRefused(Clew.run("check", zeros), "zeros.toy' is not a text file");
    assertRefused(Clew.run("check", latin), "latin.toy' is not a text file in UTF-8");
    assertRefused(Clew.run("check", folder), "folder.toy' is a directory");
  }

  @Test
  void syntaxErrorIsShownWhereItIs() throws IOException {
    Path program = write("broken.toy", "lock m\nthread t {\n\tlock m; unlok m\n}\n");

    Clew.Result result = Clew.run("check", program);

    assertRefused(result, "did you mean 'unlock'?");
    assertThat(result.err()).startsWith(program + ":3:10: ");
    assertThat(result.err()).contains("\n     lock m; unlok m\n             ^");
  }

  @Test
  void escapeSequencesInASyntaxErrorDoNotReachTheTerminal() throws IOException {
    String escape = Character.toString(0x1b);
    Path program = write("red" + escape + ".toy", "thread t { " + escape + "[31m }\n");

    Clew.Result result = Clew.run("check", program);

    assertRefused(result, "red\\u001b.toy:1:12: ", "\n    thread t {  [31m }\n               ^");
    assertThat(result.err()).doesNotContain(escape);
  }

  @Test
  void syntaxErrorInALongLineIsShownInAnExcerpt() throws IOException {
    Path program = write("long.toy", "thread t { " + "r = 1; ".repeat(100) + "lokc }\n");

    Clew.Result result = Clew.run("check", program);

    assertRefused(result, "long.toy:1:712: ");
    assertThat(result.err().lines()).allMatch(line -> line.length() < 200);
  }

  @Test
  void programThatMakesNoSenseIsRefused() throws IOException {
    Path noThread = write("no-thread.toy", "atomic x = 0\n");
    Path huge = write("huge.toy", "lock m[2000000000]\nthread t { lock m[0] }\n");
    Path deep =
        write("deep.toy", "thread t { r = " + "(".repeat(99_999) + "1" + ")".repeat(99_999) + " }");

    assertRefused(Clew.run("check", noThread), "the program has no thread");
    assertRefused(Clew.run("check", huge), "huge.toy:1:1: ");
    assertRefused(Clew.run("check", deep), "nested");
  }

  @Test
  void placeThatCannotBeWrittenIsRefusedBeforeTheSearch() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path nowhere = directory.resolve("nowhere").resolve("x");

    assertRefused(Clew.run("check", good, "--json", folder), "--json: ", "is a directory");
    assertRefused(Clew.run("check", good, "--json", nowhere), "--json: there is no directory");
    assertRefused(Clew.run("check", good, "--json", good), "--json and TARGET name the same file");
    assertRefused(Clew.run("check", good, "--checkpoint", folder), "is a directory");
    assertRefused(Clew.run("check", good, "--checkpoint", nowhere), "there is no directory");
    assertRefused(Clew.run("check", good, "--checkpoint", good), "and TARGET name the same file");
    assertRefused(Clew.run("check", good, "--out", good), "--out: ", "is not a directory");
    assertRefused(Clew.run("check", good, "--out", good.resolve("x")), "is not a directory");
    Path same = directory.resolve("same");
    assertRefused(
        Clew.run("check", good, "--json", same, "--checkpoint", same),
        "--json and --checkpoint name the same file");
  }

  @Test
  void fileThatIsNoReplayIsRefused() throws IOException {
    assertRefused(Clew.run("replay", good), "is not a replay file: it is not JSON");
    assertRefused(Clew.run("replay", directory), "is a directory");
    assertRefused(Clew.run("replay", ""), "the name is empty");
    assertRefused(Clew.run("replay", "/dev/zero"), "'/dev/zero' is too large");
    assertRefused(Clew.run("replay", write("list.json", "[1]")), "it is not a JSON object");
    assertRefused(Clew.run("replay", write("none.json", "{}")), "'format' is missing");
    assertRefused(Clew.run("replay", write("new.json", "{\"format\": 99}")), "it has format 99");
  }

  @Test
  void programWithoutEndIsInconclusiveAndSaysWhatToDo() throws IOException {
    Path spins = write("spins.toy", "atomic x = 0\nthread t { while 1 { x = 1 } }\n");
    Path computes = write("computes.toy", "thread t { while 1 { } }\n");

    for (Path program : new Path[] {spins, computes}) {
      Clew.Result result = Clew.run("check", program);
      assertThat(result.exit()).isEqualTo(3);
      assertThat(result.out()).contains("inconclusive: an execution did not end within", "--steps");
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** What findings, or crashes, of anything run here before have left. */
  private static List<Path> written() {
    try (Stream<Path> files = Files.list(Path.of(CheckCommand.DEFAULT_OUT))) {
      return files.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertRefused(Clew.Result result, String... messages) {
    assertThat(result.err()).contains(messages);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).doesNotContain("Exception", "\tat ");
    assertThat(written()).isEqualTo(writtenBefore);
  }
}
