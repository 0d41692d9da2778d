package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is no C program that can be checked is refused with words that help; nothing is left behind,
 * neither files nor processes.
 */
@Tag("any-jdk")
class CBadInputTest {
  @TempDir Path directory;

  @AfterEach
  void nothingIsLeft() throws IOException, InterruptedException {
    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(ownDirectories()).isEmpty();
    assertThat(Processes.allEnd(ProcessHandle.current().descendants().toList())).isTrue();
  }

  // --- command lines

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--fair 2            | --fair is there for Java programs only",
        "--symmetry          | --symmetry is there for Java programs only",
        "--prune races       | --prune is there for Java programs only",
        "--deep              | --deep has a meaning for Java programs only",
        "-cp classes         | -cp has a meaning for Java programs only",
        "--source-path src   | --source-path has a meaning for Java programs only",
        "--strategy stateful | --strategy stateful is there for Java and toy programs only",
        "--stdin nothing     | --stdin: there is no file 'nothing'",
        "other.c             | there is no file 'other.c'",
        "input.txt           | 'input.txt' is no source file that is known",
        "pom.xml             | 'pom.xml' is no source file that is known",
        "-m32                | programs are checked on x86-64 with 64 bits only",
        "--cflags -m32       | programs are checked on x86-64 with 64 bits only",
        "-fsanitize=address  | programs are instrumented for clew, not for sanitizers",
        "-lnosuchlibrary     | there is no static archive libnosuchlibrary.a: install it",
      })
  void optionIsRefused(String options, String message) throws IOException {
    Path program = CPrograms.writeMain(directory, "good.c", "");
    List<Object> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(options.strip().split(" +")));
    assertRefused(words, message);
  }

  @Test
  void fileThatIsNoProgramIsRefused() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder.c"));
    Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\n");
    Path header = Files.writeString(directory.resolve("a.h"), "int x;\n");
    Path half = Files.write(directory.resolve("half"), new byte[] {0x7f, 'E', 'L', 'F'});

    assertRefused(List.of(folder), "folder.c' is a directory, name a source file");
    assertRefused(List.of(script), "script' is no source file that is known");
    assertRefused(List.of(header), "a.h' is a header: name the sources that include it");
    assertRefused(List.of(half), "half' cannot be read: it is damaged");
    assertRefused(List.of(directory.resolve("none.c")), "there is no file '");
    assertRefused(List.of("./nothing"), "'./nothing' names a file or directory, but no program");
    assertRefused(List.of(directory), "names a file or directory, but no program");
  }

  @Test
  void whatOtherCompilersMadeIsRefused() throws IOException, InterruptedException {
    Path source = CPrograms.writeMain(directory, "good.c", "");
    Path plain = gcc(source, "plain");
    Path sanitized = gcc(source, "sanitized", "-fsanitize=address");
    Path object = gcc(source, "object.o", "-c");
    Path library = gcc(source, "lib.so", "-shared", "-fPIC");
    Path narrow = withMachine(plain, "narrow", 4, (byte) 1);
    Path other = withMachine(plain, "other", 18, (byte) 183);

    assertRefused(List.of(plain), "was not built for clew: name its sources, or build it with CC=");
    assertRefused(List.of(sanitized), "is built with -fsanitize=address already");
    assertRefused(List.of(object), "is an object file: name sources");
    assertRefused(List.of(library), "is a shared library");
    assertRefused(List.of(narrow), "is a 32-bit program");
    assertRefused(List.of(other), "is a program for another machine");
    assertRefused(List.of(source, plain), "give either sources or one executable");
  }

  @Test
  void sourceThatIsNoProgramIsToldInTheWordsOfTheCompiler() throws IOException {
    Path broken = CPrograms.writeMain(directory, "broken.c", "int x = 1 +;");
    Path endless = CPrograms.writeMain(directory, "endless.c", "f(\n".repeat(2000));
    Path part = CPrograms.write(directory, "part.c", "int f(void) { return 1; }\n");
    Path uses = CPrograms.writeMain(directory, "uses.c", "int g(void); return g();");

    assertRefused(
        List.of(broken), "broken.c' does not compile", ":9:14: error: expected expression");
    assertThat(run(List.of(endless)).err().lines()).hasSizeLessThan(80);
    assertRefused(List.of(part), "the program has no function main: name the source that has it");
    assertRefused(List.of(uses), "Name all its sources, and its libraries", "reference to `g'");
  }

  @Test
  void compilerThatDoesNotWorkIsTold() throws Exception {
    Path program = CPrograms.writeMain(directory, "good.c", "");
    Path output = directory.resolve("output");
    Map<String, String> wrongs =
        Map.of(
            "/nowhere/gcc", "there is no compiler '/nowhere/gcc' that can be run",
            "false", "there is no compiler 'false' that can be run",
            "gcc -fno-such-option", "cannot compile what Clew links into programs");
    for (Map.Entry<String, String> wrong : wrongs.entrySet()) {
      Map<String, String> environment = Map.of("CLEW_CC", wrong.getKey());
      try (ForkedClew clew = ForkedClew.startWith(environment, output, "check", program)) {
        assertThat(clew.exit()).as(clew.output()).isEqualTo(2);
        assertThat(clew.output()).contains(wrong.getValue());
      }
    }
  }

  // --- programs that do what cannot be controlled

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sys/types.h  | fork();                             | fork",
        "stdlib.h     | return system(\"true\");            | system",
        "stdio.h      | popen(\"true\", \"r\");             | popen",
        "unistd.h     | execlp(\"true\", \"true\", NULL);   | execlp",
        "dlfcn.h      | return dlopen(\"x.so\", 1) == NULL; | dlopen",
        "sys/socket.h | socket(AF_INET, SOCK_STREAM, 0);    | socket",
        "netdb.h      | struct addrinfo *a; getaddrinfo(\"x\", \"1\", NULL, &a); | getaddrinfo",
        "sys/epoll.h  | struct epoll_event e; epoll_wait(epoll_create1(0), &e, 1, -1); | epoll_wait",
        "poll.h       | int p[2]; struct pollfd f = {.events = POLLIN}; f.fd = pipe(p) ? 0 : p[0]; poll(&f, 1, -1); | poll, which would wait",
        "unistd.h     | int p[2]; char c; if (pipe(p) == 0) read(p[0], &c, 1); | read would wait for the other end of a pipe",
        "signal.h     | alarm(1);                           | alarm",
        "sys/time.h   | struct itimerval t = {0}; setitimer(ITIMER_REAL, &t, NULL); | setitimer",
        "signal.h     | pause();                            | pause",
        "semaphore.h  | sem_open(\"/x\", 0);                | sem_open",
        "stdlib.h     | free(malloc(5ul << 30));            | allocates 5120 MB at once",
      })
  void whatCannotBeControlledIsNamed(String header, String statements, String message)
      throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "refused.c",
            "#include <" + header + ">\nint main(void) { " + statements + " return 0; }\n");
    assertRefused(List.of(program, "-fno-builtin", "-Wno-unused-result"), message);
  }

  @Test
  void tooManyThreadsAreRefused() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "threads.c",
            """
            static void *same(void *x) { return x; }
            int main(void) {
              for (int i = 0; i < 300; i++) {
                pthread_t t;
                pthread_create(&t, NULL, same, NULL);
                pthread_join(t, NULL);
              }
              return 0;
            }
            """);
    assertRefused(List.of(program), "the program uses more than 256 threads");
  }

  @Test
  void endBeforeMainIsTold() throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "early.c",
            """
            __attribute__((constructor)) static void early(void) { abort(); }
            int main(void) { return 0; }
            """);
    assertRefused(List.of(program), "ended before main began, killed by signal 6", "constructors");
  }

  // --- programs that behave badly but can be checked

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "exit(3);                              | the program exited with status 3",
        "_exit(4);                             | the program exited with status 4",
        "abort();                              | abort was called",
        "raise(15);                            | ended by signal 15",
        "kill(getpid(), 9);                    | ended by signal 9",
        "volatile int *p = NULL; *p = 1;       | segmentation fault: null pointer",
        "volatile int one = 1, zero = 0; return one / zero; | arithmetic exception",
        "volatile char big[65 << 20]; big[1 << 20] = 1; return big[1 << 20]; | stack overflow",
        "for (;;) sleep(1);                    | goes round for ever",
        "for (;;) usleep(1000);                | goes round for ever",
      })
  void failureOfAProgramIsAFinding(String statements, String message) throws IOException {
    Path program =
        CPrograms.write(
            directory,
            "fails.c",
            "#include <signal.h>\nint main(void) { " + statements + " return 0; }\n");
    Path out = directory.resolve("findings");

    Clew.Result result = Clew.run("check", program, "--out", out);

    assertThat(result.exit()).as(result.all()).isEqualTo(1);
    assertThat(result.flat()).contains(message);
  }

  @Test
  void filesOutputAndDirectoriesOfTheProgramAreKeptApart() throws IOException {
    Path written = directory.resolve("written");
    Path program =
        CPrograms.writeMain(
            directory,
            "writes.c",
            "FILE *f = fopen(\""
                + written
                + "\", \"w\"); if (!f || fputs(\"x\", f) < 0 || fclose(f)) return 1;"
                + " if (chdir(\"/\") || mkdir(\"clew-test-directory\", 0777)) return 2;"
                + " for (int i = 0; i < 100000; i++) printf(\"line %d\\n\", i);"
                + " fclose(stdout); close(0); close(2);");

    Clew.Result result = Clew.run("check", program, "--cflags", "-include sys/stat.h");

    assertThat(result.exit()).as(result.all()).isZero();
    assertThat(written).doesNotExist();
    assertThat(Path.of("/clew-test-directory")).doesNotExist();
  }

  @Test
  void standardInputIsEmptyUnlessAFileIsGiven() throws IOException {
    Path program =
        CPrograms.writeMain(
            directory, "reads.c", "char line[9]; return fgets(line, 9, stdin) == NULL ? 0 : 5;");
    Path input = Files.writeString(directory.resolve("input"), "text\n");

    assertThat(Clew.run("check", program).exit()).isZero();
    Clew.Result result =
        Clew.run("check", program, "--stdin", input, "--out", directory.resolve("findings"));
    assertThat(result.out()).contains("exited with status 5");
  }

  // --- what the tests need

  private Clew.Result run(List<?> words) {
    List<Object> all = new ArrayList<>(List.of("check", "--out", directory.resolve("out")));
    all.addAll(words);
    return Clew.run(all.toArray());
  }

  private void assertRefused(List<?> words, String... messages) {
    Clew.Result result = run(words);
    assertThat(result.err()).contains(messages).doesNotContain("Exception", "\tat ");
    assertThat(result.exit()).as(result.all()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  private Path gcc(Path source, String name, String... options)
      throws IOException, InterruptedException {
    Path made = directory.resolve(name);
    List<String> words = new ArrayList<>(List.of("gcc", source.toString(), "-o", made.toString()));
    words.addAll(List.of(options));
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
    return made;
  }

  /** A copy of an executable, with another byte in its header. */
  private Path withMachine(Path executable, String name, int offset, byte value)
      throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(executable)).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(offset, value);
    return Files.write(directory.resolve(name), bytes.array());
  }

  /** The temporary directories that belong to this process. */
  private static List<Path> ownDirectories() throws IOException {
    List<Path> own = new ArrayList<>();
    String number = " " + ProcessHandle.current().pid() + " ";
    for (String parent : List.of(System.getProperty("java.io.tmpdir"), "/dev/shm")) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(Path.of(parent), "clew-*")) {
        for (Path each : found) {
          Path mark = each.resolve(".owner");
          if (Files.exists(mark) && Files.readString(mark).contains(number)) {
            own.add(each);
          }
        }
      }
    }
    return own;
  }
}
