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

/**
 * The parts of the C runtime that stand for the library and the system, each tested apart by a
 * program in C, with sanitizers and a scheduler for tests.
 */
class CUnitTest {
  private static final Path RUNTIME = Path.of("src/main/c");
  private static final Path TESTS = Path.of("src/test/c");

  /** The heap is where the address sanitizer leaves room. */
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
          "-fsanitize=address,undefined",
          "-fno-sanitize-recover=all",
          "-DHEAP_BASE=0x200000000000ull",
          "-iquote",
          RUNTIME.toString());

  @TempDir Path directory;

  @Test
  void heapKeepsThreadsApartAndFindsWrongUse() {
    runTest("heap_test", List.of(), "heap", "leaks");
  }

  @Test
  void memoryFunctionsTellWhatTheyTouch() {
    runTest("ranges_test", List.of(), "ranges", "fortified");
  }

  @Test
  void timeAndRandomNumbersAreTheSameInEveryExecution() {
    runTest("time_test", List.of(), "time", "patience", "random", "control");
  }

  @Test
  void filesOfAnExecutionAreItsOwn() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    runTest(
        "files_test",
        List.of(files.toRealPath().toString()),
        "files",
        "overlay",
        "file_calls",
        "descriptors",
        "transfers",
        "random",
        "control",
        "refused");
  }

  /** Every wrapper is in the list of its file, and nothing else is. */
  @Test
  void listsOfWrappedNamesAreComplete() throws IOException {
    for (String part :
        List.of(
            "heap",
            "cxx_new",
            "ranges",
            "fortified",
            "time",
            "random",
            "file_calls",
            "descriptors",
            "transfers",
            "refused")) {
      Path object = compile(RUNTIME.resolve(part + ".c"));
      List<String> defined =
          run(List.of("nm", "--defined-only", "--extern-only", object.toString()))
              .lines()
              .map(line -> line.substring(line.lastIndexOf(' ') + 1))
              .filter(name -> name.startsWith("__wrap_"))
              .map(name -> name.substring("__wrap_".length()))
              .sorted()
              .toList();
      List<String> listed = Files.readAllLines(RUNTIME.resolve(part + ".wrap"));
      assertEquals(defined, listed.stream().sorted().toList(), part);
    }
  }

  private void runTest(String test, List<String> arguments, String... parts) {
    Path executable = directory.resolve(test);
    List<String> link = new ArrayList<>(COMPILE);
    link.add(TESTS.resolve(test + ".c").toString());
    link.add(TESTS.resolve("fake_scheduler.c").toString());
    Path names = namesOfLibrary();
    for (String part : parts) {
      Path object = compile(RUNTIME.resolve(part + ".c"));
      run(List.of("objcopy", "--redefine-syms=" + names, object.toString()));
      link.add(object.toString());
    }
    link.addAll(List.of("-o", executable.toString()));
    run(link);
    List<String> command = new ArrayList<>(List.of(executable.toString()));
    command.addAll(arguments);
    assertTrue(run(command).lines().count() > 1);
  }

  private Path compile(Path source) {
    Path object = directory.resolve(source.getFileName() + ".o");
    List<String> command = new ArrayList<>(COMPILE);
    command.addAll(List.of("-c", source.toString(), "-o", object.toString()));
    run(command);
    return object;
  }

  /** Without the linker's help the real functions have their own names. */
  private Path namesOfLibrary() {
    try (Stream<Path> files = Files.list(RUNTIME)) {
      List<String> lines = new ArrayList<>();
      for (Path list : files.filter(file -> file.toString().endsWith(".wrap")).toList()) {
        Files.readAllLines(list).forEach(name -> lines.add("__real_" + name + " " + name));
      }
      return Files.write(
          directory.resolve("names"), lines.stream().distinct().toList(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
