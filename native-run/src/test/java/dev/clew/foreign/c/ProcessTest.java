package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import dev.clew.foreign.UnusableProgram;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that do not do the same again where their memory is put back, or die. */
class ProcessTest {
  private static final String WORK =
      """
      #include <pthread.h>
      #include <stdatomic.h>
      #include <sys/mman.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      static atomic_int hits;
      static void *work(void *unused) {
        atomic_fetch_add(&hits, 1);
        if (%s) atomic_fetch_add(&hits, 1);
        return unused;
      }
      int main(void) {
        pthread_t threads[2];
        %s
        for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
        atomic_fetch_add(&hits, 1);
        for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
        return 0;
      }
      """;

  private static final String MAPPED =
      """
      #include <sys/mman.h>
      static int *count;
      __attribute__((constructor)) static void map(void) {
        count = mmap(0, 4096, PROT_READ | PROT_WRITE, %s | MAP_ANONYMOUS, -1, 0);
      }
      """;

  @TempDir Path directory;

  @Test
  void programThatRepeatsItselfIsExecutedInOneProcess() throws IOException {
    try (Checked checked = new Checked(WORK.formatted("0", ""))) {
      assertEquals(6, checked.explore().executions());
      assertEquals(List.of(), checked.program.notes());
    }
  }

  @Test
  void programThatKeepsMemoryOfTheSystemGetsProcessesOfItsOwn() throws IOException {
    String source = MAPPED.formatted("MAP_PRIVATE") + WORK.formatted("*count > 1", "++*count;");
    try (Checked checked = new Checked(source)) {
      assertEquals(6, checked.explore().executions());
      assertEquals(1, checked.program.notes().size());
    }
  }

  @Test
  void programThatDiffersInProcessesOfItsOwnIsRefused() throws IOException {
    String source = MAPPED.formatted("MAP_SHARED") + WORK.formatted("*count % 2", "++*count;");
    try (Checked checked = new Checked(source)) {
      assertThrows(ReplayDivergence.class, checked::explore);
    }
  }

  @Test
  void programThatDiffersAfterSomeExecutionsIsRefused() throws IOException {
    String differs = "*count > 5 && *count % 2";
    try (Checked checked =
        new Checked(MAPPED.formatted("MAP_SHARED") + WORK.formatted(differs, "++*count;"))) {
      assertThrows(ReplayDivergence.class, checked::explore);
    }
  }

  @Test
  void systemCallsWithModelsAreControlledAndOthersRefused() throws IOException {
    String time = "syscall(SYS_getrandom, &(unsigned){0}, 4, 0) == 4 && syscall(SYS_gettid) < 0";
    try (Checked checked = new Checked(WORK.formatted(time, "syscall(SYS_getpid);"))) {
      assertEquals(6, checked.explore().executions());
      assertEquals(List.of(), checked.program.notes());
    }
    try (Checked checked = new Checked(WORK.formatted("0", "syscall(SYS_fork);"))) {
      UnusableProgram refused = assertThrows(UnusableProgram.class, checked::explore);
      assertTrue(String.valueOf(refused.getMessage()).contains("system call 57"));
    }
  }

  @Test
  void stepsOfProcessThatDiesAreKnown() throws IOException {
    String dies =
        "atomic_load(&hits) == 2 && ({ long r; __asm__ volatile(\"syscall\" : \"=a\"(r)"
            + " : \"a\"(62), \"D\"((long)getpid()), \"S\"(9L) : \"rcx\", \"r11\"); r; })";
    try (Checked checked = new Checked(WORK.formatted(dies, ""))) {
      Trace trace = new Trace();
      checked.program.run(new Schedule(), trace);
      assertEquals(
          List.of(OpKind.START, OpKind.START, OpKind.READ_MODIFY_WRITE),
          IntStream.range(0, 3).mapToObj(i -> OpKind.of(trace.kind(i))).toList());
      assertEquals(5, trace.size());
      assertEquals(
          List.of(Failure.Kind.CRASH), trace.failures().stream().map(Failure::kind).toList());
    }
  }

  /** A program that is compiled and ready. */
  private final class Checked implements AutoCloseable {
    final CProgram compiled;
    final Symbols symbols;
    final ForeignProgram program;

    Checked(String source) throws IOException {
      Files.writeString(directory.resolve("program.c"), source);
      compiled =
          CProgram.build(
              new CSources(List.of("program.c"), List.of(), List.of(), directory),
              Toolchain.of(Map.of()),
              notice -> {});
      symbols = new Symbols(compiled.executable());
      program =
          new ForeignProgram(
              new Launch(
                  List.of(compiled.executable().toString()),
                  Optional.empty(),
                  Duration.ofSeconds(10),
                  0,
                  0),
              numbers -> new CNames(numbers, symbols));
    }

    Outcome explore() {
      SearchOptions options = SearchOptions.with(StrategyKind.OPTIMAL);
      return new Exploration(program, options, List.of(), progress -> true).explore();
    }

    @Override
    public void close() {
      program.close();
      symbols.close();
      compiled.close();
    }
  }
}
