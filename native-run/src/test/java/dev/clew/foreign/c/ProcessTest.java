package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.foreign.UnusableProgram;
import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Memory of which nobody knows, as the system call is not made by the library. */
  private static final String MAPPED =
      """
      #include <sys/mman.h>
      static int *count;
      __attribute__((constructor)) static void map(void) {
        register long flags __asm__("r10") = %s | MAP_ANONYMOUS;
        register long file __asm__("r8") = -1, offset __asm__("r9") = 0;
        __asm__ volatile("syscall" : "=a"(count)
                         : "a"(9), "D"(0), "S"(4096), "d"(PROT_READ | PROT_WRITE), "r"(flags),
                           "r"(file), "r"(offset)
                         : "rcx", "r11", "memory");
      }
      """;

  private static final String INCREASE = "__asm__ volatile(\"incl %0\" : \"+m\"(*count));";

  @TempDir Path directory;

  @Test
  void programThatRepeatsItselfIsExecutedInOneProcess() throws IOException {
    try (Compiled checked = new Compiled(directory, WORK.formatted("0", ""))) {
      assertEquals(6, checked.explore().executions());
      assertEquals(List.of(), checked.program().notes());
    }
  }

  @Test
  void programThatKeepsMemoryOfTheSystemGetsProcessesOfItsOwn() throws IOException {
    String source = MAPPED.formatted("MAP_PRIVATE") + WORK.formatted("*count > 1", INCREASE);
    try (Compiled checked = new Compiled(directory, source)) {
      assertEquals(6, checked.explore().executions());
      assertEquals(1, checked.program().notes().size());
    }
  }

  @Test
  void programThatDiffersInProcessesOfItsOwnIsRefused() throws IOException {
    String source = MAPPED.formatted("MAP_SHARED") + WORK.formatted("*count % 2", INCREASE);
    try (Compiled checked = new Compiled(directory, source)) {
      assertThrows(ReplayDivergence.class, checked::explore);
    }
  }

  @Test
  void programThatDiffersAfterSomeExecutionsIsRefused() throws IOException {
    String differs = "*count > 5 && *count % 2";
    try (Compiled checked =
        new Compiled(
            directory, MAPPED.formatted("MAP_SHARED") + WORK.formatted(differs, INCREASE))) {
      assertThrows(ReplayDivergence.class, checked::explore);
    }
  }

  @Test
  void systemCallsWithModelsAreControlledAndOthersRefused() throws IOException {
    String time = "syscall(SYS_getrandom, &(unsigned){0}, 4, 0) == 4 && syscall(SYS_gettid) < 0";
    try (Compiled checked = new Compiled(directory, WORK.formatted(time, "syscall(SYS_getpid);"))) {
      assertEquals(6, checked.explore().executions());
      assertEquals(List.of(), checked.program().notes());
    }
    try (Compiled checked = new Compiled(directory, WORK.formatted("0", "syscall(SYS_fork);"))) {
      UnusableProgram refused = assertThrows(UnusableProgram.class, checked::explore);
      assertTrue(String.valueOf(refused.getMessage()).contains("system call 57"));
    }
  }

  /** The thread fails before it stands at an operation: there is no step that others would miss. */
  @Test
  void executionInWhichAtomicAccessFailsIsRepeated() throws IOException {
    String fails = "atomic_load((atomic_int *)(long)(atomic_load(&hits) == 9))";
    try (Compiled checked = new Compiled(directory, WORK.formatted(fails, ""))) {
      Trace first = new Trace();
      Schedule schedule = new Schedule();
      checked.program().run(schedule, first);
      for (int i = 0; i < first.size(); i++) {
        schedule.add(first.thread(i), first.label(i));
      }
      schedule.recordDetails(true);
      Trace again = new Trace();
      checked.program().run(schedule, again);

      assertEquals(2, first.failures().size());
      assertEquals(first.size(), again.size());
      assertEquals(2, again.failures().size());
    }
  }

  /** The runtime has few descriptors of its own, above those of the program. */
  @ParameterizedTest
  @ValueSource(ints = {16, 64, 128, 202, 203, 1024})
  void programMayOpenFewFiles(int files) throws IOException {
    String source =
        """
        #include <unistd.h>
        int main(void) {
          int last = 2, next, count = 3;
          while ((next = dup(0)) >= 0) {
            last = next;
            count++;
          }
          return last == 3 || count != FILES - 3;
        }
        """
            .replace("FILES", Integer.toString(files));
    try (Compiled checked = Compiled.withFiles(files, directory, source)) {
      assertEquals(List.of(), checked.explore().findings());
    }
  }

  @Test
  void processThatMayOpenTooFewFilesIsRefused() throws IOException {
    try (Compiled checked = Compiled.withFiles(5, directory, "int main(void) { return 0; }")) {
      UnusableProgram refused = assertThrows(UnusableProgram.class, checked::explore);
      assertTrue(String.valueOf(refused.getMessage()).contains("ulimit -n 1024"));
    }
  }

  @Test
  void stepsOfProcessThatDiesAreKnown() throws IOException {
    String dies =
        "atomic_load(&hits) == 2 && ({ long r; __asm__ volatile(\"syscall\" : \"=a\"(r)"
            + " : \"a\"(62), \"D\"((long)getpid()), \"S\"(9L) : \"rcx\", \"r11\"); r; })";
    try (Compiled checked = new Compiled(directory, WORK.formatted(dies, ""))) {
      Trace trace = new Trace();
      checked.program().run(new Schedule(), trace);
      assertEquals(
          List.of(OpKind.START, OpKind.START, OpKind.READ_MODIFY_WRITE),
          IntStream.range(0, 3).mapToObj(i -> OpKind.of(trace.kind(i))).toList());
      assertEquals(5, trace.size());
      assertEquals(
          List.of(Failure.Kind.CRASH), trace.failures().stream().map(Failure::kind).toList());
    }
  }

  @Test
  void stackOfTheProgramForAThreadIsRefused() throws IOException {
    String source =
        """
        #include <pthread.h>
        static _Alignas(4096) char stack[65536];
        static void *run(void *none) { return none; }
        int main(void) {
          pthread_t t;
          pthread_attr_t attributes;
          pthread_attr_init(&attributes);
          pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
          pthread_create(&t, &attributes, run, NULL);
          pthread_join(t, NULL);
          pthread_attr_setstack(&attributes, stack, sizeof stack);
          pthread_create(&t, &attributes, run, NULL);
          pthread_join(t, NULL);
          return 0;
        }
        """;
    try (Compiled compiled = new Compiled(directory, source)) {
      UnusableProgram refused = assertThrows(UnusableProgram.class, compiled::explore);
      assertTrue(String.valueOf(refused.getMessage()).contains("pthread_attr_setstack"));
    }
  }
}
