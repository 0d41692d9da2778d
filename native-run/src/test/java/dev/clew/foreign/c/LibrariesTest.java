package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
  @TempDir Path directory;

  @Test
  void librariesOfTheCompilerAreNotNamed() {
    assertEquals(List.of(), Libraries.symbols(List.of("a.c", "-lm", "-l", "pthread", "-o", "-")));
    assertEquals(
        List.of("-Wl,--defsym=clew_library_z=0", "-Wl,--defsym=clew_library_boost_a_mt=0"),
        Libraries.symbols(List.of("-lz", "-lc", "-l", "boost-a+mt", "-lz")));
  }

  @Test
  void executableNamesTheLibrariesThatAreNotSeen() throws IOException {
    Files.writeString(directory.resolve("helper.c"), "int help(void) { return 0; }\n");
    Files.writeString(
        directory.resolve("program.c"), "int help(void);\nint main(void) { return help(); }\n");
    run("gcc", "-c", "helper.c");
    run("ar", "rc", "libhelper.a", "helper.o");
    List<String> libs = List.of("-L.", "-lhelper", "-lm");
    CSources sources = new CSources(List.of("program.c"), List.of(), libs, directory);
    try (CProgram program = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {})) {
      assertEquals(List.of("libhelper"), program.libraries());
    }
  }

  @Test
  void openMpIsRefused() {
    CompilerCall call = CompilerCall.of(List.of("-fopenmp", "-c", "a.c"));
    UnusableProgram refused = assertThrows(UnusableProgram.class, () -> call.rewritten(List.of()));
    assertTrue(String.valueOf(refused.getMessage()).startsWith("-fopenmp: "));
  }

  private void run(String... command) throws IOException {
    assertTrue(
        ToolRun.of(List.of(command), directory).filter(ToolRun::succeeded).isPresent(),
        String.join(" ", command));
  }
}
