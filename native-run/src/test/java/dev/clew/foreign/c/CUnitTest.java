package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the C runtime, each tested apart by a program in C, with sanitizers. */
class CUnitTest {
  private static final Path RUNTIME = Path.of("src/main/c");
  private static final Path TESTS = Path.of("src/test/c");

  /**
   * Sanitizers know the hooks as functions of theirs. The heap is where the address sanitizer
   * leaves room.
   */
  private static final List<String> COMPILE =
      List.of(
          "gcc",
          "-std=gnu11",
          "-D_GNU_SOURCE",
          "-g",
          "-O1",
          "-fexceptions",
          "-Wall",
          "-Wextra",
          "-Wshadow",
          "-Wstrict-prototypes",
          "-Werror",
          "-Wno-builtin-declaration-mismatch",
          "-fsanitize=address,undefined",
          "-fno-sanitize-recover=all",
          "-DHEAP_BASE=0x200000000000ull",
          "-iquote",
          RUNTIME.toString());

  private static final String FAKE_SCHEDULER = "fake_scheduler";

  @TempDir static Path directory;

  @Test
  void modelsRecordReturnAndFindWhatTheyShould() {
    runTest(
        "primitives_test",
        List.of(),
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
        "signal_calls",
        "streams");
  }

  @Test
  void whoGoesOnFollowsScheduleSleepSetsTimeAndPolicy() {
    runAlone(
        "scheduler_test",
        List.of(),
        "scheduler",
        "choosing",
        "sleepers",
        "timeouts",
        "recording",
        "endings");
  }

  @Test
  void whatSynchronisationOrdersIsWhatAGraphOfItSays() {
    runTest("clocks_test", List.of(), "clocks");
  }

  @Test
  void heapKeepsThreadsApartAndFindsWrongUse() {
    runTest("heap_test", List.of(), "heap", "arenas", "malloc_calls", "leaks");
  }

  @Test
  void memoryFunctionsTellWhatTheyTouch() {
    runTest(
        "ranges_test",
        List.of(),
        "ranges",
        "string_calls",
        "text_calls",
        "formats",
        "stream_texts",
        "number_calls",
        "wide_calls",
        "fortified");
  }

  @Test
  void racesOfRangesAreThoseOfTheirBytes() {
    runTest("shadow_test", List.of(), "shadow", "visible", "races", "copies");
  }

  @Test
  void numbersMeanTheSameInEveryExecution() {
    runTest("numbers_test", List.of(), "numbers");
  }

  @Test
  void timeAndRandomNumbersAreTheSameInEveryExecution() {
    runTest("time_test", List.of(), "time", "patience", "random", "control", "overlaps");
  }

  @Test
  void filesOfAnExecutionAreItsOwn() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    runTest(
        "files_test",
        List.of(files.toRealPath().toString()),
        "files",
        "overlay",
        "overlay_files",
        "overlay_lists",
        "file_calls",
        "open_calls",
        "temporary_calls",
        "status_calls",
        "descriptors",
        "transfers",
        "random",
        "control",
        "refused");
  }

  /** Every wrapper is in the list of its file, and nothing else is. */
  @Test
  void listsOfWrappedNamesAreComplete() throws IOException {
    for (Path source : filesOfRuntime(".c")) {
      String part = nameOf(source, ".c");
      List<String> defined =
          run(List.of("nm", "--defined-only", "--extern-only", compile(source).toString()))
              .lines()
              .map(line -> line.substring(line.lastIndexOf(' ') + 1))
              .filter(name -> name.startsWith("__wrap_"))
              .map(name -> name.substring("__wrap_".length()))
              .sorted()
              .toList();
      Path list = RUNTIME.resolve(part + ".wrap");
      List<String> listed = Files.exists(list) ? Files.readAllLines(list) : List.of();
      assertEquals(defined, listed.stream().sorted().toList(), part);
    }
    for (Path list : filesOfRuntime(".wrap")) {
      assertTrue(Files.exists(RUNTIME.resolve(nameOf(list, ".wrap") + ".c")), list.toString());
    }
  }

  /** Runs a test of parts that a scheduler for tests drives. */
  private static void runTest(String test, List<String> arguments, String... parts) {
    Path scheduler = compile(TESTS.resolve(FAKE_SCHEDULER + ".c"));
    run(test, List.of(scheduler.toString()), arguments, parts);
  }

  /** Runs a test that has itself all that the parts need. */
  private static void runAlone(String test, List<String> arguments, String... parts) {
    run(test, List.of(), arguments, parts);
  }

  private static void run(
      String test, List<String> objects, List<String> arguments, String... parts) {
    Path executable = directory.resolve(test);
    List<String> link = new ArrayList<>(COMPILE);
    link.add(compile(TESTS.resolve(test + ".c")).toString());
    link.addAll(objects);
    for (String part : parts) {
      link.add(withNamesOfLibrary(compile(RUNTIME.resolve(part + ".c"))).toString());
    }
    link.addAll(List.of("-o", executable.toString()));
    run(link);
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(arguments);
    assertTrue(run(command).lines().count() > 1);
  }

  /** Compiles a file, once for all tests. */
  private static Path compile(Path source) {
    Path object = directory.resolve(source.getFileName() + ".o");
    if (!Files.exists(object)) {
      List<String> command = new ArrayList<>(COMPILE);
      command.addAll(List.of("-c", source.toString(), "-o", object.toString()));
      run(command);
    }
    return object;
  }

  /** Without the linker's help the real functions have their own names. */
  private static Path withNamesOfLibrary(Path object) {
    Path renamed = directory.resolve("real-" + object.getFileName());
    if (!Files.exists(renamed)) {
      String names = "--redefine-syms=" + namesOfLibrary();
      run(List.of("objcopy", names, object.toString(), renamed.toString()));
    }
    return renamed;
  }

  private static Path namesOfLibrary() {
    Path names = directory.resolve("names");
    try {
      List<String> lines = new ArrayList<>();
      for (Path list : filesOfRuntime(".wrap")) {
        Files.readAllLines(list).forEach(name -> lines.add("__real_" + name + " " + name));
      }
      return Files.write(names, lines.stream().distinct().toList(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> filesOfRuntime(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(RUNTIME)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static String nameOf(Path file, String suffix) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - suffix.length());
  }

  private static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), output);
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
