package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alike threads of Java programs take turns, unless something tells them apart. */
class SymmetryOfJavaTest {
  private static final Pattern EXECUTIONS = Pattern.compile("\"executions\": *(\\d+)");

  @TempDir Path directory;

  /** Two threads that are alike, with something about them. */
  private static final String PAIRS =
      """
      import java.util.concurrent.atomic.AtomicInteger;
      public class Pairs {
        static final AtomicInteger count = new AtomicInteger();
        static int plain;
        static Thread pair(int i, Runnable task) {
          return new Thread(task);
        }
        public static void main(String[] args) throws Exception {
          String what = args[0];
          AtomicInteger own = new AtomicInteger();
          Runnable same =
              () -> {
                int before = count.getAndIncrement();
                if (what.equals("hash") && new Object().hashCode() == 0) own.set(1);
                if (what.equals("random") && Math.random() > 2) own.set(1);
                if (what.equals("write") && before == 0) plain = 1;
              };
          Thread[] threads = new Thread[2];
          for (int i = 0; i < 2; i++) {
            int id = i;
            threads[i] =
                what.equals("lambda")
                    ? new Thread(() -> count.addAndGet(what.length()))
                    : what.equals("index") ? new Thread(() -> count.addAndGet(id)) : new Thread(same);
          }
          threads[0].start();
          if (what.equals("start")) own.set(2);
          threads[1].start();
          if (what.equals("alone")) return;
          threads[0].join(what.equals("timed") ? 5 : 0);
          if (what.equals("join")) own.get();
          if (what.equals("write") && plain == 2) own.set(3);
          threads[1].join();
        }
      }
      """;

  /** Two threads with an object each, of a class of the program. */
  private static final String WORKERS =
      """
      import java.util.*;
      import java.util.concurrent.atomic.AtomicInteger;
      public class Workers {
        static final AtomicInteger count = new AtomicInteger();
        static final List<Object> known = Collections.synchronizedList(new ArrayList<>());
        static class Worker implements Runnable {
          final String what;
          final int id;
          int done;
          volatile boolean isStopped;
          Worker(String what, int id) {
            this.what = what;
            this.id = id;
          }
          public void run() {
            work();
          }
          void work() {
            count.getAndIncrement();
            done++;
            if (what.equals("own") && isStopped) isStopped = false;
            if (what.equals("monitor")) lock();
          }
          synchronized void lock() {
            notifyAll();
          }
        }
        static class Leaking extends Worker {
          Leaking(String what) {
            super(what, 0);
          }
          @Override
          void work() {
            count.getAndIncrement();
            if (what.equals("never")) known.add(this);
          }
        }
        static class OwnThread extends Thread {
          int rounds;
          @Override
          public void run() {
            while (rounds++ < 2) count.getAndIncrement();
          }
        }
        static Runnable worker(String what, int i) {
          return switch (what) {
            case "leak" -> new Leaking(what);
            case "anonymous" -> new Runnable() {
              public void run() {
                count.addAndGet(what.length());
              }
            };
            default -> new Worker(what, what.equals("index") ? i : 0);
          };
        }
        public static void main(String[] args) throws Exception {
          String what = args[0];
          Runnable[] workers = {worker(what, 0), worker(what, 1)};
          Thread[] threads = new Thread[2];
          for (int i = 0; i < 2; i++) {
            threads[i] = what.equals("thread") ? new OwnThread() : new Thread(workers[i]);
          }
          for (Thread thread : threads) thread.start();
          if (what.equals("stop")) ((Worker) workers[0]).isStopped = true;
          if (what.equals("enter")) synchronized (workers[1]) { count.get(); }
          for (Thread thread : threads) thread.join();
          if (what.equals("read")) count.addAndGet(((Worker) workers[0]).done);
        }
      }
      """;

  /** Who waits for a worker that is stuck finds it stuck, or the other one. */
  private static final String STUCK =
      """
      import java.util.concurrent.atomic.AtomicInteger;
      public class Stuck {
        static final AtomicInteger first = new AtomicInteger();
        static final Object never = new Object();
        static class Worker implements Runnable {
          public void run() {
            if (first.getAndIncrement() == 0) stay();
          }
          synchronized void stay() {
            first.incrementAndGet();
            synchronized (never) {
              try { never.wait(); } catch (InterruptedException e) { }
            }
          }
        }
        public static void main(String[] args) throws Exception {
          Worker[] workers = {new Worker(), new Worker()};
          for (Worker worker : workers) {
            Thread thread = new Thread(worker);
            thread.setDaemon(true);
            thread.start();
          }
          if (first.get() >= 2) {
            synchronized (workers[0]) {
              throw new AssertionError("the other one is stuck");
            }
          }
        }
      }
      """;

  /** What the arguments say: of each group, how many threads do what. */
  private static final String SCRIPTS =
      """
      import java.util.concurrent.atomic.AtomicInteger;
      import java.util.concurrent.locks.ReentrantLock;
      public class Scripts {
        final AtomicInteger[] variables = {new AtomicInteger(), new AtomicInteger()};
        final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};
        public static void main(String[] args) throws Exception {
          Scripts shared = new Scripts();
          java.util.List<Thread> threads = new java.util.ArrayList<>();
          for (String group : args) {
            int copies = group.charAt(0) - '0';
            String script = group.substring(1);
            for (int i = 0; i < copies; i++) {
              boolean hasObject = script.length() % 4 == 0;
              threads.add(
                  new Thread(hasObject ? new Member(shared, script) : () -> shared.run(script)));
            }
          }
          for (Thread thread : threads) thread.start();
          for (Thread thread : threads) thread.join();
        }
        static class Member implements Runnable {
          final Scripts shared;
          String script;
          Member(Scripts shared, String script) {
            this.shared = shared;
            this.script = script;
          }
          public synchronized void run() {
            String mine = script;
            script = "";
            shared.run(mine);
          }
        }
        void run(String script) {
          int r = 0;
          for (int i = 0; i < script.length(); i += 2) {
            int which = script.charAt(i + 1) - '0';
            switch (script.charAt(i)) {
              case 'r' -> r = variables[which].get();
              case 'w' -> variables[which].set(r + 1);
              case 'a' -> r = variables[which].getAndAdd(1);
              case 'l' -> locks[which].lock();
              case 'u' -> locks[which].unlock();
              case 'c' -> { if (r % 2 == 0) variables[which].set(r + 1); }
              default -> throw new IllegalArgumentException(script);
            }
          }
        }
      }
      """;

  @BeforeEach
  void compile() throws IOException {
    Files.createDirectories(directory.resolve("classes"));
  }

  private long executions(Object... words) throws IOException {
    Path json = directory.resolve("result.json");
    List<Object> all = new ArrayList<>(List.of("check", "--json", json, "--keep-going"));
    all.addAll(List.of("--out", directory.resolve("out")));
    all.addAll(List.of(words));
    Clew.Result result = Clew.run(all.toArray());
    assertThat(result.exit()).as(result.out() + result.err()).isIn(0, 1);
    Matcher found = EXECUTIONS.matcher(Files.readString(json));
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(1));
  }

  @ParameterizedTest
  @CsvSource({
    "same, 1",
    "lambda, 1",
    "alone, 1",
    "index, 2",
    "start, 2",
    "join, 2",
    "timed, 2",
    "hash, 2",
    "random, 2",
    "write, 3"
  })
  void threadsAreAlikeUntilSomethingTellsThemApart(String what, long expected) throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, "Pairs", PAIRS);
    assertThat(executions("--symmetry", "-cp", classes, "Pairs", "--", what)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "object, 1",
    "anonymous, 1",
    "monitor, 1",
    "own, 1",
    "thread, 3",
    "index, 2",
    "leak, 2",
    "stop, 2",
    "enter, 6",
    "read, 2"
  })
  void threadsMayRunAnObjectEachIfNobodyElseTouchesIt(String what, long expected)
      throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, "Workers", WORKERS);
    assertThat(executions("--symmetry", "-cp", classes, "Workers", "--", what)).isEqualTo(expected);
  }

  @Test
  void whoWaitsForOneOfThemTellsThemApart() throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, "Stuck", STUCK);
    Path out = directory.resolve("out");
    Clew.Result result =
        Clew.run("check", "--symmetry", "--keep-going", "--out", out, "-cp", classes, "Stuck");
    assertThat(result.out()).contains("the other one is stuck");
  }

  @Test
  void whoAsksAThreadOfItsOwnClassForItsNameIsNotAlike() throws IOException {
    Path classes = directory.resolve("classes");
    String named =
        WORKERS
            .replace("Workers", "Asking")
            .replace("rounds++ < 2", "rounds++ < getName().length()");
    JavaPrograms.compile(classes, "Asking", named);
    Clew.Result result = Clew.run("check", "--symmetry", "-cp", classes, "Asking", "--", "thread");
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains("no threads are alike, because Asking$OwnThread uses Asking$OwnThread.getName");
  }

  @Test
  void whoAsksForTheCurrentThreadIsNotAlike() throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(
        classes,
        "Named",
        PAIRS
            .replace("Pairs", "Named")
            .replace("own.get()", "own.set(Thread.currentThread().getName().length())"));
    Clew.Result result = Clew.run("check", "--symmetry", "-cp", classes, "Named", "--", "same");
    assertThat(result.out().replaceAll("\\s+", " "))
        .contains(
            "all 2 executions",
            "symmetry: no threads are alike, because Named uses java.lang.Thread.currentThread");
  }

  @Test
  void randomScriptsHaveAsManyExecutionsAsTheSameToyPrograms() throws IOException {
    Path classes = directory.resolve("classes");
    JavaPrograms.compile(classes, "Scripts", SCRIPTS);
    Path toy = directory.resolve("script.toy");
    Random random = new Random(7);
    for (int k = 0; k < 15; k++) {
      String first = k % 3 == 0 ? "3" + phrase(random) : "2" + phrase(random) + phrase(random);
      String second = "1" + phrase(random) + "r0";
      Files.writeString(toy, toy(0, first) + toy(1, second));
      Files.writeString(toy, "atomic v[2] = 0\nlock m[2]\n" + Files.readString(toy));
      long expected = executions("--symmetry", toy);
      assertThat(executions("--symmetry", "-cp", classes, "Scripts", "--", first, second))
          .as(first + " " + second)
          .isEqualTo(expected);
    }
  }

  /** A few steps; locks are taken in one order or the other, and given back. */
  private static String phrase(Random random) {
    String which = Integer.toString(random.nextInt(2));
    String other = which.equals("0") ? "1" : "0";
    return switch (random.nextInt(6)) {
      case 0 -> "r" + which + "w" + which;
      case 1 -> "a" + which + "c" + other;
      case 2 -> "l" + which + "u" + which;
      case 3 -> "l" + which + "l" + other + "u" + other + "u" + which;
      case 4 -> "w" + which;
      default -> "r" + which + "c" + other;
    };
  }

  private static String toy(int number, String group) {
    StringBuilder text = new StringBuilder("thread g" + number + "[" + group.charAt(0) + "] {\n");
    for (int i = 1; i < group.length(); i += 2) {
      String which = "[" + group.charAt(i + 1) + "]";
      text.append(
          switch (group.charAt(i)) {
            case 'r' -> "r = v" + which;
            case 'w' -> "v" + which + " = r + 1";
            case 'a' -> "r = add(v" + which + ", 1)";
            case 'l' -> "lock m" + which;
            case 'u' -> "unlock m" + which;
            default -> "if r % 2 == 0 { v" + which + " = r + 1 }";
          });
      text.append('\n');
    }
    return text + "}\n";
  }
}
