package dev.clew.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.foreign.c.CProgram;
import dev.clew.foreign.c.CSources;
import dev.clew.foreign.c.Toolchain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The other side may be held up after it said something and before it looks who sleeps: then it
 * wakes who sleeps for the next time.
 */
@Timeout(60)
class HandOverTest {
  @TempDir Path directory;

  @Test
  void engineThatIsWokenEarlySleepsOn() throws IOException {
    SharedFile shared = SharedFile.in(directory);
    // wakes the engine, and answers some time later
    String program =
        """
        printf a
        sleep 0.5
        printf '\\001' | dd of="$CLEW_SHARED" bs=1 seek=%d conv=notrunc 2>&1 >/dev/null
        printf b
        sleep 60
        """
            .formatted(Layout.DONE);
    try (ProgramProcess process = start(shared, List.of("sh", "-c", program))) {
      assertThat(process.goOn()).isTrue();
      assertThat(shared.getVolatile(Layout.DONE)).isEqualTo(1);
    }
  }

  @Test
  void programThatIsWokenEarlySleepsOn() throws IOException, InterruptedException {
    Files.writeString(directory.resolve("program.c"), "int main(void) { return 0; }");
    CSources sources = new CSources(List.of("program.c"), List.of(), List.of(), directory);
    try (CProgram compiled = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {})) {
      SharedFile shared = SharedFile.in(directory);
      ProcessBuilder builder = new ProcessBuilder(compiled.executable().toString());
      builder.environment().put("CLEW_SHARED", shared.path().toString());
      builder.environment().put("CLEW_SCRATCH", directory.toString());
      builder.environment().put("CLEW_OUTPUT", directory.resolve("output").toString());
      Process process = builder.start();
      try {
        awaitSleep(shared);
        assertThat(shared.replace(Layout.PROGRAM_SLEEPS, 1, 0)).isTrue();
        process.getOutputStream().write(1);
        process.getOutputStream().flush();
        awaitSleep(shared);
        assertThat(shared.getVolatile(Layout.MESSAGE)).isZero(); // it has not executed anything
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  private static void awaitSleep(SharedFile shared) throws InterruptedException {
    while (shared.getVolatile(Layout.PROGRAM_SLEEPS) == 0) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private ProgramProcess start(SharedFile shared, List<String> command) throws IOException {
    Launch launch = new Launch(command, Optional.empty(), Duration.ofSeconds(10), 0, 0);
    return ProgramProcess.start(launch, shared, directory, 16, false, () -> false);
  }
}
