package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import dev.clew.testkit.written.Statements;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A toy thread as a C function.
 *
 * <p>What fails a thread of the toy is a failed assertion in C. A read-write lock of the toy may be
 * taken for writing by its writer, one of C may not: the function counts its own holds.
 */
final class CThread {
  /** What a failed assertion says; other failures say something else. */
  static final String ASSERTION = "assertion";

  private final Toy toy;
  private final String prefix;
  private final ThreadCode thread;
  private final StringBuilder out = new StringBuilder();
  private int depth = 1;
  private int loops;

  /** The line of the statement that is written. */
  private int at;

  private CThread(Toy toy, String prefix, ThreadCode thread) {
    this.toy = toy;
    this.prefix = prefix;
    this.thread = thread;
  }

  /** The function of a thread; prefix begins the names of its program. */
  static String function(Toy toy, String prefix, ThreadCode thread) {
    return new CThread(toy, prefix, thread).write();
  }

  private String write() {
    out.append("static void %sthread_%s(int self) {\n".formatted(prefix, thread.name()));
    line("(void)self;");
    for (String local : Statements.locals(thread.body())) {
      line("int " + CExpressions.local(local) + " = 0;");
    }
    for (Global global : toy.globals()) {
      if (global.kind() == GlobalKind.RWLOCK) {
        int size = Math.max(1, global.size());
        line("int reads_%1$s[%2$d] = {0}, writes_%1$s[%2$d] = {0};".formatted(global.name(), size));
      }
    }
    block(thread.body());
    return out.append("}\n").toString();
  }

  private void block(List<Statement> body) {
    body.forEach(this::statement);
  }

  private void nested(String head, List<Statement> body) {
    line(head + " {");
    depth++;
    block(body);
    depth--;
    line("}");
  }

  private void line(String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  private void statement(Statement statement) {
    at = statement.at().line();
    if (statement instanceof Assign assign) {
      line(result(assign.local()) + text(assign.value()) + ";");
    } else if (statement instanceof If branch) {
      nested("if (" + text(branch.condition()) + ")", branch.then());
      if (!branch.otherwise().isEmpty()) {
        nested("else", branch.otherwise());
      }
    } else if (statement instanceof While loop) {
      nested("while (" + text(loop.condition()) + ")", loop.body());
    } else if (statement instanceof Repeat loop) {
      String counter = "round" + loops++;
      nested(
          "for (int %1$s = 0; %1$s < %2$d; %1$s++)".formatted(counter, loop.times()), loop.body());
    } else if (statement instanceof Assert claim) {
      line("if (!" + text(claim.condition()) + ") " + failure(ASSERTION));
    } else if (statement instanceof Act act) {
      act(act, act.object());
    } else {
      access(statement);
    }
  }

  private void access(Statement statement) {
    if (statement instanceof Read read) {
      String variable = reference(read.variable());
      boolean isAtomic = kind(read.variable()) == GlobalKind.ATOMIC;
      line(result(read.result()) + (isAtomic ? "atomic_load(&" + variable + ")" : variable) + ";");
    } else if (statement instanceof Write write) {
      String variable = reference(write.variable());
      String value = text(write.value());
      boolean isAtomic = kind(write.variable()) == GlobalKind.ATOMIC;
      line(
          isAtomic
              ? "atomic_store(&%s, %s);".formatted(variable, value)
              : variable + " = " + value + ";");
    } else if (statement instanceof FetchAdd add) {
      line(result(add.result()) + call("atomic_fetch_add", add.variable(), text(add.amount())));
    } else if (statement instanceof Exchange swap) {
      line(result(swap.result()) + call("atomic_exchange", swap.variable(), text(swap.value())));
    } else if (statement instanceof CompareAndSet cas) {
      line("{");
      line("  int expected = " + text(cas.expected()) + ";");
      line(
          "  "
              + result(cas.result())
              + call(
                  "atomic_compare_exchange_strong",
                  cas.variable(),
                  "&expected, " + text(cas.value())));
      line("}");
    } else if (statement instanceof Wait wait) {
      String what = "&" + reference(wait.condition()) + ", &" + reference(wait.lock());
      out.append(
          "#line %d \"%s\"\n".formatted(at, CSource.FILE)); // who waits without the lock fails
      line(
          result(wait.result())
              + (wait.timed()
                  ? "pthread_cond_timedwait(" + what + ", " + late(wait.within()) + ") == 0;"
                  : "pthread_cond_wait(" + what + ") == 0;"));
    } else {
      throw new IllegalArgumentException("C has no " + statement);
    }
  }

  private void act(Act act, @Nullable Ref object) {
    String result = result(act.result());
    switch (act.verb()) {
      case LOCK -> line(result + take("pthread_mutex_lock", "pthread_mutex_timedlock", act));
      case TRYLOCK -> line(result + take("pthread_mutex_trylock", "", act));
      case UNLOCK ->
          line(
              "if (pthread_mutex_unlock(&%s) != 0) %s"
                  .formatted(of(object), failure("not locked")));
      case NOTIFY -> line("pthread_cond_signal(&" + of(object) + ");");
      case NOTIFYALL -> line("pthread_cond_broadcast(&" + of(object) + ");");
      case ACQUIRE -> line(result + take("sem_wait", "sem_timedwait", act));
      case TRYACQUIRE -> line(result + take("sem_trywait", "", act));
      case RELEASE -> line("sem_post(&" + of(object) + ");");
      case PARK -> {
        String never = prefix + "never_" + thread.name() + "[self]";
        line(
            result
                + (act.timed()
                    ? "sem_timedwait(&" + never + ", " + late(act.within()) + ") == 0;"
                    : "sem_wait(&" + never + ") == 0;"));
      }
      case READLOCK, TRYREADLOCK, READUNLOCK, WRITELOCK, TRYWRITELOCK, WRITEUNLOCK ->
          readWriteLock(act);
      case ARRIVE -> line("pthread_barrier_wait(&" + of(object) + ");");
      case YIELD -> line("sched_yield();");
      case SLEEP -> line("usleep(" + act.within() + " * 1000);");
      case CLOCK -> line(result + "millis();");
      case START -> start(Objects.requireNonNull(object));
      case JOIN -> {
        String handle = handle(Objects.requireNonNull(object));
        line(
            result
                + (act.timed()
                    ? "pthread_timedjoin_np(" + handle + ", NULL, " + late(act.within()) + ") == 0;"
                    : "pthread_join(" + handle + ", NULL) == 0;"));
      }
      case EXIT, HALT -> {
        boolean hasHandlers = act.verb() == Verb.EXIT && Ends.of(toy).hasHooks();
        Expr status = act.amount();
        out.append("#line %d \"%s\"\n".formatted(at, CSource.FILE)); // a status may be a failure
        line(
            "%s(%s);"
                .formatted(hasHandlers ? "exit" : "_exit", status == null ? "0" : text(status)));
      }
      case SIGNAL, UNPARK, INTERRUPT, INTERRUPTED, ALIVE, CLOSE ->
          throw new IllegalArgumentException("C has no " + act.verb());
    }
  }

  private void readWriteLock(Act act) {
    Ref lock = Objects.requireNonNull(act.object());
    String reads = "reads_" + lock.name() + "[" + index(lock) + "]";
    String writes = "writes_" + lock.name() + "[" + index(lock) + "]";
    String result = result(act.result());
    switch (act.verb()) {
      case READLOCK ->
          counted(reads, result, take("pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock", act));
      case TRYREADLOCK -> counted(reads, result, take("pthread_rwlock_tryrdlock", "", act));
      case WRITELOCK ->
          writing(writes, result, take("pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock", act));
      case TRYWRITELOCK -> writing(writes, result, take("pthread_rwlock_trywrlock", "", act));
      case READUNLOCK -> {
        line("if (" + reads + "-- == 0) " + failure("not reading"));
        line("pthread_rwlock_unlock(&" + of(lock) + ");");
      }
      case WRITEUNLOCK -> {
        line("if (" + writes + " == 0) " + failure("not writing"));
        line("if (--" + writes + " == 0) pthread_rwlock_unlock(&" + of(lock) + ");");
      }
      default -> throw new IllegalArgumentException("no operation of locks: " + act.verb());
    }
  }

  private void counted(String holds, String result, String call) {
    line("{");
    line("  int got = " + call);
    line("  " + holds + " += got;");
    if (!result.isEmpty()) {
      line("  " + result + "got;");
    }
    line("}");
  }

  private void writing(String holds, String result, String call) {
    counted(holds, result, holds + " > 0 ? 1 : " + call);
  }

  private void start(Ref target) {
    String started = prefix + "started_" + target.name() + "[" + index(target) + "]";
    line("if (" + started + "++ > 0) " + failure("started twice"));
    line(create(prefix, target.name(), index(target)));
  }

  /** The statement that creates a thread. */
  static String create(String prefix, String name, String index) {
    return "pthread_create(&%1$sid_%2$s[%3$s], NULL, %1$scode_%2$s[%3$s], NULL);"
        .formatted(prefix, name, index);
  }

  /**
   * The functions that the threads of an array begin with, or the single one: each has a name of
   * its own, by which it is known in a trace.
   */
  static String beginnings(String prefix, ThreadCode thread) {
    StringBuilder functions = new StringBuilder();
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < Math.max(1, thread.size()); i++) {
      String name = beginning(prefix, thread.name(), i);
      functions.append(
          "static void *%s(void *unused) { %sthread_%s(%d); return unused; }\n"
              .formatted(name, prefix, thread.name(), i));
      table.append(i == 0 ? "" : ", ").append(name);
    }
    return functions
        + "static void *(*const %scode_%s[])(void *) = {%s};\n"
            .formatted(prefix, thread.name(), table);
  }

  /** The name of the function that a thread begins with. */
  static String beginning(String prefix, String name, int index) {
    return prefix + name + "_" + index;
  }

  private String handle(Ref target) {
    return prefix + "id_" + target.name() + "[" + index(target) + "]";
  }

  /** What is late for who waits so long, in milliseconds. */
  private static String late(int within) {
    return "late(" + within + ")";
  }

  private String take(String call, String timedCall, Act act) {
    String object = "&" + of(act.object());
    return act.timed()
        ? timedCall + "(" + object + ", " + late(act.within()) + ") == 0;"
        : call + "(" + object + ") == 0;";
  }

  private String call(String function, Ref variable, String arguments) {
    return function + "(&" + reference(variable) + ", " + arguments + ");";
  }

  private String failure(String why) {
    return "fail(\"" + why + "\", " + at + ");";
  }

  private String text(Expr expression) {
    return CExpressions.text(expression, at);
  }

  private static String result(@Nullable String local) {
    return local == null ? "" : CExpressions.local(local) + " = ";
  }

  private String of(@Nullable Ref ref) {
    return reference(Objects.requireNonNull(ref));
  }

  private String reference(Ref ref) {
    return prefix + ref.name() + "[" + index(ref) + "]";
  }

  /** Everything is an array in C, of one element where it is none in the toy. */
  private String index(Ref ref) {
    if (ref.index() == null) {
      return "0";
    }
    int size =
        toy.globals().stream()
            .filter(global -> global.name().equals(ref.name()))
            .mapToInt(Global::size)
            .findFirst()
            .orElseGet(() -> threadCode(ref.name()).size());
    return "at(" + text(ref.index()) + ", " + size + ", " + at + ")";
  }

  private ThreadCode threadCode(String name) {
    return toy.threads().stream()
        .filter(code -> code.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private GlobalKind kind(Ref ref) {
    return toy.globals().stream()
        .filter(global -> global.name().equals(ref.name()))
        .findFirst()
        .orElseThrow()
        .kind();
  }
}
