package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.written.Statements;
import java.util.List;

/**
 * Toy programs as one C source, whose first argument is the number of the program to run.
 *
 * <p>One file, because a compiler takes longer to begin than to compile a small program. The main
 * thread creates the threads of the program, in an order in which a thread that joins others comes
 * after them, and joins those that nobody else does; {@link Ends} says how the program ends.
 */
public final class CSource {
  /** Where failures say that they are, with the line of the toy program. */
  static final String FILE = "toy";

  private static final String HEAD =
      """
      #define _GNU_SOURCE
      #include <assert.h>
      #include <pthread.h>
      #include <sched.h>
      #include <semaphore.h>
      #include <stdatomic.h>
      #include <stdint.h>
      #include <stdlib.h>
      #include <time.h>
      #include <unistd.h>

      static const struct timespec *late(int millis) {
        static _Thread_local struct timespec deadline;
        clock_gettime(CLOCK_REALTIME, &deadline);
        long nanos = deadline.tv_nsec + millis % 1000 * 1000000l;
        deadline.tv_sec += millis / 1000 + nanos / 1000000000;
        deadline.tv_nsec = nanos % 1000000000;
        return &deadline;
      }

      static inline int32_t millis(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (int32_t)((now.tv_sec - 1000) * 1000 + now.tv_nsec / 1000000);
      }
      """;

  private final Mutexes mutexes;
  private final StringBuilder out = new StringBuilder(HEAD).append(CExpressions.FUNCTIONS);

  /** What kind of mutex a lock of the toy becomes. */
  public enum Mutexes {
    /** For programs in which no thread locks what it holds. */
    NORMAL("PTHREAD_MUTEX_INITIALIZER"),
    RECURSIVE("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP");

    private final String initialiser;

    Mutexes(String initialiser) {
      this.initialiser = initialiser;
    }
  }

  private CSource(Mutexes mutexes) {
    this.mutexes = mutexes;
  }

  /** The source of programs that are {@link Expressible}. */
  public static String of(List<Toy> programs, Mutexes mutexes) {
    CSource source = new CSource(mutexes);
    for (int i = 0; i < programs.size(); i++) {
      source.program(programs.get(i), prefix(i));
    }
    source.main(programs.size());
    return source.out.toString();
  }

  /** What the names of everything in a program begin with. */
  static String prefix(int program) {
    return "p" + program + "_";
  }

  private void program(Toy toy, String prefix) {
    out.append("\n/* ").append(toy.name().replace("*/", "* /")).append(" */\n");
    for (Global global : toy.globals()) {
      out.append(declaration(global, prefix)).append('\n');
    }
    for (ThreadCode thread : toy.threads()) {
      int size = Math.max(1, thread.size());
      String name = prefix + "%s_" + thread.name() + "[" + size + "];\n";
      out.append("static void %sthread_%s(int);\n".formatted(prefix, thread.name()));
      out.append(CThread.beginnings(prefix, thread));
      out.append("static pthread_t ").append(name.formatted("id"));
      out.append("static int ").append(name.formatted("started"));
      if (parks(thread)) {
        out.append("static sem_t ").append(name.formatted("never"));
      }
    }
    for (ThreadCode thread : toy.threads()) {
      out.append(CThread.function(toy, prefix, thread));
    }
    if (Ends.of(toy).hasHooks()) {
      hooks(toy, prefix);
    }
    run(toy, prefix);
  }

  private String declaration(Global global, String prefix) {
    int size = Math.max(1, global.size());
    String array = prefix + global.name() + "[" + size + "]";
    String all = " = {[0 ... " + (size - 1) + "] = %s};";
    return switch (global.kind()) {
      case ATOMIC -> "static atomic_int " + array + all.formatted(global.initial());
      case SHARED -> // a plain variable whose accesses the compiler leaves as they are
          "static volatile int " + array + all.formatted(global.initial());
      case LOCK -> "static pthread_mutex_t " + array + all.formatted(mutexes.initialiser);
      case CONDITION -> "static pthread_cond_t " + array + ";";
      case SEMAPHORE -> "static sem_t " + array + ";";
      case RWLOCK -> "static pthread_rwlock_t " + array + ";";
      case BARRIER -> "static pthread_barrier_t " + array + ";";
    };
  }

  /** The function that is called at the end. */
  private void hooks(Toy toy, String prefix) {
    out.append("static void ").append(prefix).append("hooks(void) {\n");
    List<Creation.Element> hooks = Ends.of(toy).ofRole(Role.HOOK);
    for (Creation.Element hook : hooks) {
      String index = Integer.toString(hook.index());
      out.append("  ").append(CThread.create(prefix, hook.name(), index)).append('\n');
    }
    hooks.forEach(hook -> join(prefix, hook));
    out.append("}\n");
  }

  private void join(String prefix, Creation.Element thread) {
    out.append(
        "  pthread_join(%sid_%s[%d], NULL);\n".formatted(prefix, thread.name(), thread.index()));
  }

  private void run(Toy toy, String prefix) {
    out.append("static void ").append(prefix).append("run(void) {\n");
    Ends ends = Ends.of(toy);
    if (ends.hasHooks()) {
      out.append("  atexit(").append(prefix).append("hooks);\n");
    }
    for (Global global : toy.globals()) {
      for (int i = 0; i < Math.max(1, global.size()); i++) {
        initialise(global, prefix + global.name() + "[" + i + "]");
      }
    }
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; parks(thread) && i < Math.max(1, thread.size()); i++) {
        out.append("  sem_init(&%snever_%s[%d], 0, 0);\n".formatted(prefix, thread.name(), i));
      }
    }
    Creation creation = Creation.of(toy).orElseThrow();
    for (Creation.Element thread : creation.inOrder()) {
      String index = Integer.toString(thread.index());
      out.append("  ").append(CThread.create(prefix, thread.name(), index)).append('\n');
    }
    for (Creation.Element thread : creation.toJoin()) {
      if (ends.isStarted(thread)) {
        out.append(
            "  if (%sstarted_%s[%d] > 0)\n  ".formatted(prefix, thread.name(), thread.index()));
      }
      join(prefix, thread);
    }
    if (creation.leavesThreads()) {
      out.append("  pthread_exit(NULL);\n");
    }
    out.append("}\n");
  }

  private static boolean parks(ThreadCode thread) {
    return Statements.unrolled(thread.body()).stream()
        .anyMatch(statement -> statement instanceof Act act && act.verb() == Verb.PARK);
  }

  private void initialise(Global global, String object) {
    switch (global.kind()) {
      case SEMAPHORE -> out.append("  sem_init(&%s, 0, %d);\n".formatted(object, global.initial()));
      case BARRIER ->
          out.append(
              "  pthread_barrier_init(&%s, NULL, %d);\n".formatted(object, global.initial()));
      case ATOMIC, SHARED, LOCK, CONDITION, RWLOCK -> {}
    }
  }

  private void main(int programs) {
    out.append("\nstatic void (*const programs[])(void) = {\n");
    for (int i = 0; i < programs; i++) {
      out.append("  p").append(i).append("_run,\n");
    }
    out.append("};\nint main(int argc, char **argv) {\n");
    out.append("  programs[argc > 1 ? atoi(argv[1]) : 0]();\n  return 0;\n}\n");
  }
}
