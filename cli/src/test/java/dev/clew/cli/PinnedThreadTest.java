package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs whose code the JVM or native code calls, and which come to an operation there: where
 * threads are continuations none of them can be left, and the program must not notice.
 */
class PinnedThreadTest {
  /** A class loader that takes a lock; the JVM calls it when {@code Plug} first uses another. */
  private static final String LOADER =
      """
      import java.io.*;
      import java.util.concurrent.locks.ReentrantLock;
      public class Main {
        static final ReentrantLock lock = new ReentrantLock();
        static int loads;
        static class Own extends ClassLoader {
          Own() { super(Main.class.getClassLoader()); }
          @Override protected Class<?> loadClass(String name, boolean resolve)
              throws ClassNotFoundException {
            if (!name.startsWith("Main$Plug")) return super.loadClass(name, resolve);
            System.out.println("loads " + name);
            lock.lock();
            try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
              loads++;
              byte[] bytes = in.readAllBytes();
              return defineClass(name, bytes, 0, bytes.length);
            } catch (%s e) {
              throw new ClassNotFoundException(name, e);
            } finally {
              lock.unlock();
            }
          }
        }
        public static class Plug implements Runnable {
          public void run() { new PlugPart().go(); }
        }
        public static class PlugPart {
          void go() { System.out.println("goes"); }
        }
        public static void main(String[] args) throws Exception {
          Runnable plug =
              (Runnable) new Own().loadClass("Main$Plug").getDeclaredConstructor().newInstance();
          boolean[] early = {false};
          Thread other = new Thread(() -> {
            lock.lock();
            try { early[0] = loads == 1; loads++; } finally { lock.unlock(); }
          });
          other.start();
          plug.run();
          other.join();
          if (loads != 3) throw new AssertionError("loads " + loads);
          if (%s) throw new AssertionError("the other one was first");
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"optimal", "source", "dpor", "naive", "random", "stateful"})
  void classLoaderOfTheProgramThatTheJvmCalls(String strategy) throws IOException {
    program(LOADER.formatted("IOException", "false"));

    Clew.Result result = check("--strategy", strategy, "--executions", "200");

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(isSample(strategy) ? 3 : 0);
    assertThat(result.out()).doesNotContain("Pinned", "IllegalStateException");
    assertThat(result.out().contains("on platform threads"))
        .as(result.out())
        .isEqualTo(hasContinuations());
  }

  private static boolean isSample(String strategy) {
    return strategy.equals("random");
  }

  private static boolean hasContinuations() {
    return Runtime.version().feature() >= 21;
  }

  @Test
  void classLoaderThatCatchesEverything() throws IOException {
    program(LOADER.formatted("Throwable", "false"));

    Clew.Result result = check();

    assertThat(result.out()).as(result.err()).startsWith("verified: all 2 trace classes");
  }

  @Test
  void whatIsFoundThereCanBeReplayed() throws IOException {
    program(LOADER.formatted("IOException", "early[0]"));

    Clew.Result result = check();

    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.out()).contains("AssertionError: the other one was first");
    Path json = directory.resolve("result.json");
    assertThat(JsonParser.parseString(Files.readString(json)).getAsJsonObject().get("warnings"))
        .asString()
        .matches(hasContinuations() ? "(?s).*main at Main.java:1[24].*" : "(?s)\\[\\]");
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      Clew.Result replay = Clew.replay(files.findFirst().orElseThrow());
      assertThat(replay.exit()).as(replay.out() + replay.err()).isEqualTo(1);
    }
  }

  @Test
  void waitInAClassInitialiserNeedsNoPlatformThreads() throws IOException {
    program(
        """
        import java.security.*;
        public class Main {
          static final Object lock = new Object();
          static boolean ready;
          static int n;
          static class Late {
            static final int VALUE;
            static {
              synchronized (lock) {
                while (!ready) {
                  try { lock.wait(); } catch (InterruptedException e) { throw new Error(e); }
                }
                VALUE = ++n;
              }
            }
          }
          public static void increment() { synchronized (lock) { n++; } }
          @SuppressWarnings("removal")
          public static void main(String[] args) throws Exception {
            Thread one = new Thread(() -> {
              try {
                Main.class.getMethod("increment").invoke(null);
              } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
              }
            });
            Thread two = new Thread(() -> AccessController.doPrivileged(
                (PrivilegedAction<Boolean>) () -> {
                  synchronized (lock) { ready = true; lock.notifyAll(); return ready; }
                }));
            one.start();
            two.start();
            int value = Late.VALUE;
            one.join();
            two.join();
            if (n != 2 || value < 1) throw new AssertionError(n);
          }
        }
        """);

    Clew.Result result = check();

    assertThat(result.out())
        .as(result.err())
        .startsWith("verified: all 7 trace classes")
        .doesNotContain("warning");
  }

  @Test
  void severalProcessesRefuseIt() throws IOException {
    program(LOADER.formatted("IOException", "false"));

    Clew.Result result = check("--jobs", "2");

    if (hasContinuations()) {
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(2);
      assertThat(result.err()).contains("cannot be put aside at Main.java", "without --jobs");
    } else {
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
    }
  }

  private void program(String source) throws IOException {
    JavaPrograms.compile(directory.resolve("classes"), "Main", source);
  }

  private Clew.Result check(String... options) {
    List<Object> words =
        new java.util.ArrayList<>(
            List.of(
                "check", "-cp", directory.resolve("classes"), "--out", directory.resolve("out")));
    words.addAll(List.of("--json", directory.resolve("result.json")));
    words.addAll(List.of(options));
    words.add("Main");
    return Clew.run(words.toArray());
  }
}
