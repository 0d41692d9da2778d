package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clew cc} does what build systems ask of a compiler, and what it makes can be checked. */
@Tag("any-jdk")
class CompilerCommandTest {
  @TempDir Path directory;

  @BeforeEach
  void writeSources() throws IOException {
    Files.writeString(directory.resolve("counter.h"), "void add(int *n);\n");
    Files.writeString(
        directory.resolve("counter.c"), "#include \"counter.h\"\nvoid add(int *n) { ++*n; }\n");
    CPrograms.write(
        directory,
        "main.c",
        """
        #include "counter.h"
        static int n;
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *work(void *locks) {
          if (locks) pthread_mutex_lock(&mutex);
          add(&n);
          if (locks) pthread_mutex_unlock(&mutex);
          return NULL;
        }
        int main(int count, char **words) {
          (void)words;
          pthread_t first, second;
          pthread_create(&first, NULL, work, &mutex);
          pthread_create(&second, NULL, work, count > 1 ? &mutex : NULL);
          pthread_join(first, NULL);
          pthread_join(second, NULL);
          return 0;
        }
        """);
  }

  @Test
  void objectsAndArchivesAreLinkedAsABuildSystemDoes() throws Exception {
    compile("-O2", "-Wall", "-MMD", "-fPIE", "-flto", "-c", "main.c", "-o", "main.o");
    compile("-O2", "-c", "counter.c", "-o", "counter.o");
    assertThat(directory.resolve("main.d")).content().contains("counter.h");
    run("ar", "rcs", in("libcounter.a"), in("counter.o"));
    compile("-pie", "-s", "main.o", "-L" + directory, "-lcounter", "-lpthread", "-o", "program");

    assertIsChecked("program");
  }

  @Test
  void severalSourcesAreCompiledAndLinkedAtOnce() throws IOException {
    compile("-std=gnu11", "-pthread", "main.c", "counter.c", "-o", "program");

    assertIsChecked("program");
  }

  @Test
  void optionsMayBeInAFile() throws IOException {
    Files.writeString(
        directory.resolve("options"),
        "-O1 '%s' %s\n-o \"%s\"\n".formatted(in("main.c"), in("counter.c"), in("with space")));

    assertThat(Clew.run("cc", "@" + in("options")).exit()).isZero();

    assertIsChecked("with space");
  }

  @Test
  void programOfMakeIsChecked() throws Exception {
    Files.writeString(
        directory.resolve("Makefile"),
        "program: main.o counter.o\n\t$(CC) $(LDFLAGS) -o $@ $^ -lpthread\n");
    List<String> compiler = ForkedClew.command();
    Path script = directory.resolve("clew");
    Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", compiler) + "' \"$@\"\n");
    run("chmod", "+x", script.toString());

    run("make", "-C", directory.toString(), "CC=" + script + " cc", "CFLAGS=-O2 -g");

    assertIsChecked("program");
  }

  @Test
  void programRunsAloneToo() throws Exception {
    compile("main.c", "counter.c", "-o", "program");

    run(in("program"));
  }

  @Test
  void mistakesAreToldByTheCompilerAndItsExitCode() throws IOException {
    assertThat(Clew.run("cc", in("missing.c")).exit()).isEqualTo(1);
    Clew.Result narrow = Clew.run("cc", "-m32", in("main.c"));
    assertThat(narrow.exit()).isEqualTo(2);
    assertThat(narrow.err()).contains("-m32: programs are checked on x86-64 with 64 bits only");
    Clew.Result library = Clew.run("cc", in("counter.c"), "-lnosuch", "-o", in("x"));
    assertThat(library.exit()).isEqualTo(1);
    assertThat(library.err()).contains("there is no static archive libnosuch.a");
  }

  private String in(String name) {
    return directory.resolve(name).toString();
  }

  /** Compiles; words with a dot, and what follows -o, are files. */
  private void compile(String... words) {
    List<Object> all = new ArrayList<>(List.of("cc"));
    for (int i = 0; i < words.length; i++) {
      boolean isFile = (i > 0 && words[i - 1].equals("-o")) || words[i].matches("[a-z]+\\.[a-z]");
      all.add(isFile ? in(words[i]) : words[i]);
    }
    Clew.Result result = Clew.run(all.toArray());
    assertThat(result.exit()).as(result.all()).isZero();
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** Without arguments a thread takes no mutex, with one it does. */
  private void assertIsChecked(String name) {
    Clew.Result wrong = Clew.run("check", in(name), "--out", directory.resolve("out"));
    assertThat(wrong.exit()).as(wrong.all()).isEqualTo(1);
    assertThat(wrong.out()).startsWith("data race on n: work ").contains("counter.c:2");
    assertThat(Clew.run("check", in(name), "--", "locked").exit()).isZero();
  }
}
