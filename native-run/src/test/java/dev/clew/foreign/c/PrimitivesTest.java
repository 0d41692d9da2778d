package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models of primitives in C, compiled with sanitizers and a scheduler for tests. */
class PrimitivesTest {
  private static final Path RUNTIME = Path.of("src/main/c");
  private static final Path TESTS = Path.of("src/test/c");

  private static final List<String> MODELS =
      List.of(
          "mutex",
          "condition",
          "rwlock",
          "spin",
          "sidelock",
          "barrier",
          "semaphore",
          "once",
          "thread_calls",
          "cancel",
          "keys",
          "c11",
          "signals",
          "streams");

  @TempDir Path directory;

  @Test
  void modelsRecordReturnAndFindWhatTheyShould() throws IOException, InterruptedException {
    Path executable = directory.resolve("primitives_test");
    List<String> compile =
        new ArrayList<>(List.of("gcc", "-std=gnu11", "-D_GNU_SOURCE", "-g", "-O1", "-fexceptions"));
    compile.addAll(List.of("-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Werror"));
    compile.addAll(List.of("-fsanitize=address,undefined", "-fno-sanitize-recover=all"));
    compile.addAll(List.of("-iquote", RUNTIME.toString(), "-o", executable.toString()));
    compile.add(TESTS.resolve("primitives_test.c").toString());
    compile.add(TESTS.resolve("fake_scheduler.c").toString());
    MODELS.forEach(model -> compile.add(RUNTIME.resolve(model + ".c").toString()));
    compile.add("-Wl,--wrap=raise,--wrap=kill");
    run(compile);
    run(List.of(executable.toString()));
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }
}
