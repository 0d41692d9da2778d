package dev.clew.testkit.java;

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
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import dev.clew.testkit.written.Statements;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A toy thread as a Java method. */
final class JavaThread {
  private final JavaSource source;
  private final ThreadCode thread;
  private int depth = 2;
  private int loops;

  /** The line of the statement that is written. */
  private int at;

  private JavaThread(JavaSource source, ThreadCode thread) {
    this.source = source;
    this.thread = thread;
  }

  /** Adds the methods of a thread to a source. */
  static void write(JavaSource source, ThreadCode thread) {
    new JavaThread(source, thread).write();
  }

  private void write() {
    source.line("  static void begin_" + thread.name() + "(int self) {", 0);
    if (source.hasGate(thread.name())) {
      source.line("    GATE.readLock().lock();", 0);
    }
    source.line("    try { run_" + thread.name() + "(self); }", 0);
    source.line("    catch (InterruptedException | BrokenBarrierException e) {", 0);
    source.line("      throw new IllegalStateException(e); }", 0);
    source.line("  }", 0);
    source.line(
        "  static void run_"
            + thread.name()
            + "(int self) throws InterruptedException, BrokenBarrierException {",
        0);
    source.line("    int unused = 0;", 0);
    for (String local : Statements.locals(thread.body())) {
      line("int " + JavaExpressions.local(local) + " = 0;");
    }
    block(thread.body());
    source.line("  }", 0);
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
    source.line("  ".repeat(depth) + text, at);
  }

  private void statement(Statement statement) {
    at = statement.at().line();
    if (statement instanceof Assign assign) {
      line(result(assign.local()) + text(assign.value()) + ";");
    } else if (statement instanceof If branch) {
      nested("if (is(" + text(branch.condition()) + "))", branch.then());
      if (!branch.otherwise().isEmpty()) {
        nested("else", branch.otherwise());
      }
    } else if (statement instanceof While loop) {
      // rounds are counted, so that each one is explored: in the toy none is left out
      String counter = "round" + loops++;
      nested(
          "for (int %1$s = 0; is(%2$s) && %1$s >= 0; %1$s++)"
              .formatted(counter, text(loop.condition())),
          loop.body());
    } else if (statement instanceof Repeat loop) {
      String counter = "round" + loops++;
      nested(
          "for (int %1$s = 0; %1$s < %2$d; %1$s++)".formatted(counter, loop.times()), loop.body());
    } else if (statement instanceof Assert claim) {
      line(
          "if (!is("
              + text(claim.condition())
              + ")) throw new AssertionError(\"toy assertion:"
              + at
              + "\");");
    } else if (statement instanceof Act act) {
      act(act, act.object());
    } else {
      access(statement);
    }
  }

  private void access(Statement statement) {
    if (statement instanceof Read read) {
      line(result(read.result()) + get(read.variable()) + ";");
    } else if (statement instanceof Write write) {
      line(set(write.variable(), text(write.value())) + ";");
    } else if (statement instanceof FetchAdd add) {
      line(result(add.result()) + change("getAndAdd", add.variable(), text(add.amount())) + ";");
    } else if (statement instanceof Exchange swap) {
      line(result(swap.result()) + change("getAndSet", swap.variable(), text(swap.value())) + ";");
    } else if (statement instanceof CompareAndSet cas) {
      String values = text(cas.expected()) + ", " + text(cas.value());
      line(answer(cas.result(), change("compareAndSet", cas.variable(), values)));
    } else if (statement instanceof Wait wait) {
      await(wait);
    } else {
      throw new IllegalArgumentException("Java has no " + statement);
    }
  }

  private void await(Wait wait) {
    if (isMonitor(wait.lock())) {
      line(
          source.field(wait.lock().name())
              + (wait.timed() ? ".wait(" + wait.within() + ");" : ".wait();"));
    } else if (wait.timed()) {
      String condition = source.condition(wait.condition());
      line(answer(wait.result(), condition + ".await(" + late(wait.within()) + ")"));
      return;
    } else {
      line(source.condition(wait.condition()) + ".await();");
    }
    line(result(wait.result()) + "1;");
  }

  private void act(Act act, @Nullable Ref object) {
    switch (act.verb()) {
      case LOCK, UNLOCK, TRYLOCK -> lock(act, Objects.requireNonNull(object));
      case NOTIFY, SIGNAL, NOTIFYALL -> wakeUp(act, Objects.requireNonNull(object));
      case ACQUIRE, TRYACQUIRE, RELEASE -> semaphore(act, Objects.requireNonNull(object));
      case PARK -> {
        line(
            act.timed()
                ? "LockSupport.parkNanos(" + act.within() + " * 1000000L);"
                : "LockSupport.park();");
        line(result(act.result()) + "1;");
      }
      case UNPARK -> line("LockSupport.unpark(" + thread(object) + ");");
      case INTERRUPT -> line(thread(object) + ".interrupt();");
      case INTERRUPTED -> line(answer(act.result(), "Thread.interrupted()"));
      case ALIVE -> line(answer(act.result(), thread(object) + ".isAlive()"));
      case READLOCK -> readWriteLock(act, object, "readLock", "lock");
      case TRYREADLOCK -> readWriteLock(act, object, "readLock", "tryLock");
      case READUNLOCK -> line(reference(object) + ".readLock().unlock();");
      case WRITELOCK -> readWriteLock(act, object, "writeLock", "lock");
      case TRYWRITELOCK -> readWriteLock(act, object, "writeLock", "tryLock");
      case WRITEUNLOCK -> line(reference(object) + ".writeLock().unlock();");
      case ARRIVE -> {
        String barrier = reference(object);
        line(result(act.result()) + barrier + ".getParties() - 1 - " + barrier + ".await();");
      }
      case YIELD -> line("Thread.yield();");
      case SLEEP -> line("Thread.sleep(" + act.within() + ");");
      case CLOCK -> line(result(act.result()) + "millis();");
      case START -> line(thread(object) + ".start();");
      case EXIT -> line("System.exit(" + status(act) + ");");
      case HALT -> line("Runtime.getRuntime().halt(" + status(act) + ");");
      case JOIN -> {
        line(thread(object) + (act.timed() ? ".join(" + act.within() + ");" : ".join();"));
        line(result(act.result()) + "1;");
      }
    }
  }

  private String status(Act act) {
    return act.amount() == null ? "0" : text(act.amount());
  }

  private void lock(Act act, Ref object) {
    if (isMonitor(object)) {
      boolean isLock = act.verb() == dev.clew.testkit.toy.Toy.Verb.LOCK;
      line(isLock ? "synchronized (" + source.field(object.name()) + ") {" : "}");
      return;
    }
    String lock = reference(object);
    switch (act.verb()) {
      case UNLOCK -> line(lock + ".unlock();");
      case TRYLOCK -> line(answer(act.result(), lock + ".tryLock()"));
      default -> taking(act, lock);
    }
  }

  private void readWriteLock(Act act, @Nullable Ref object, String part, String verb) {
    String lock = reference(object) + "." + part + "()";
    if (verb.equals("tryLock")) {
      line(answer(act.result(), lock + ".tryLock()"));
    } else {
      taking(act, lock);
    }
  }

  private void taking(Act act, String lock) {
    if (act.timed()) {
      line(answer(act.result(), lock + ".tryLock(" + late(act.within()) + ")"));
    } else {
      line(lock + ".lock();");
      line(result(act.result()) + "1;");
    }
  }

  private void wakeUp(Act act, Ref condition) {
    Ref lock =
        Objects.requireNonNull(JavaConditions.of(source.toy()).lockOf(condition), "not waited at");
    boolean isAll = act.verb() == dev.clew.testkit.toy.Toy.Verb.NOTIFYALL;
    line(
        isMonitor(lock)
            ? source.field(lock.name()) + (isAll ? ".notifyAll();" : ".notify();")
            : source.condition(condition) + (isAll ? ".signalAll();" : ".signal();"));
  }

  private void semaphore(Act act, Ref object) {
    String amount = act.amount() == null ? "1" : text(act.amount());
    String semaphore = reference(object);
    switch (act.verb()) {
      case RELEASE -> line(semaphore + ".release(" + amount + ");");
      case TRYACQUIRE -> line(answer(act.result(), semaphore + ".tryAcquire(" + amount + ")"));
      default -> {
        if (act.timed()) {
          String call = ".tryAcquire(" + amount + ", " + late(act.within()) + ")";
          line(answer(act.result(), semaphore + call));
        } else {
          line(semaphore + ".acquireUninterruptibly(" + amount + ");");
          line(result(act.result()) + "1;");
        }
      }
    }
  }

  // --- words

  private static String late(int within) {
    return within + ", TimeUnit.MILLISECONDS";
  }

  private boolean isMonitor(Ref lock) {
    return source.monitors().contains(JavaConditions.name(lock));
  }

  private String get(Ref ref) {
    Global global = global(ref);
    if (global.kind() == GlobalKind.SHARED) {
      return global.size() < 0
          ? source.field(ref.name())
          : source.elementMethod("get", ref.name()) + "(" + index(ref) + ")";
    }
    if (global.size() >= 0) {
      return source.field(ref.name()) + ".get(" + index(ref) + ")";
    }
    return source.field(ref.name()) + (source.isObject(ref.name()) ? ".get()" : "");
  }

  private String set(Ref ref, String value) {
    Global global = global(ref);
    if (global.kind() == GlobalKind.SHARED) {
      return global.size() < 0
          ? source.field(ref.name()) + " = " + value
          : source.elementMethod("set", ref.name()) + "(" + index(ref) + ", " + value + ")";
    }
    if (global.size() >= 0) {
      return source.field(ref.name()) + ".set(" + index(ref) + ", " + value + ")";
    }
    return source.field(ref.name())
        + (source.isObject(ref.name()) ? ".set(" + value + ")" : " = " + value);
  }

  private String change(String method, Ref ref, String values) {
    String index = global(ref).size() < 0 ? "" : index(ref) + ", ";
    return source.field(ref.name()) + "." + method + "(" + index + values + ")";
  }

  private String thread(@Nullable Ref target) {
    Ref ref = Objects.requireNonNull(target);
    return source.name() + ".t_" + ref.name() + "[" + index(ref) + "]";
  }

  private String reference(@Nullable Ref named) {
    Ref ref = Objects.requireNonNull(named);
    String field = source.field(ref.name());
    return ref.index() == null ? field : field + "[" + index(ref) + "]";
  }

  private String index(Ref ref) {
    if (ref.index() == null) {
      return "0";
    }
    int size =
        source.toy().globals().stream()
            .filter(global -> global.name().equals(ref.name()))
            .mapToInt(Global::size)
            .findFirst()
            .orElseGet(() -> sizeOfThread(ref.name()));
    return "at(" + text(ref.index()) + ", " + size + ", " + at + ")";
  }

  private int sizeOfThread(String name) {
    return source.toy().threads().stream()
        .filter(code -> code.name().equals(name))
        .mapToInt(ThreadCode::size)
        .findFirst()
        .orElseThrow();
  }

  private Global global(Ref ref) {
    return source.toy().globals().stream()
        .filter(global -> global.name().equals(ref.name()))
        .findFirst()
        .orElseThrow();
  }

  private String text(Expr expression) {
    return JavaExpressions.text(expression, at);
  }

  private static String result(@Nullable String local) {
    return (local == null ? "unused" : JavaExpressions.local(local)) + " = ";
  }

  private static String answer(@Nullable String local, String question) {
    return result(local) + "number(" + question + ");";
  }
}
