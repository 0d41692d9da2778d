package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What belongs to the JVM and not to the program is no step of it. */
final class JvmStateTest {
  /** Two threads log to a handler of the program, which is not protected, and ask its filter. */
  public static final class OwnHandler {
    static final Logger LOGGER = Logger.getLogger(OwnHandler.class.getName());
    static final List<String> SEEN = new ArrayList<>();
    static volatile int asked;

    static {
      LOGGER.setUseParentHandlers(false);
      LOGGER.setFilter(
          logRecord -> {
            asked++;
            return true;
          });
      LOGGER.addHandler(
          new Handler() {
            @Override
            public void publish(LogRecord logRecord) {
              SEEN.add(logRecord.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
          });
    }

    public static void main(String[] args) throws InterruptedException {
      Thread other = new Thread(() -> LOGGER.info("a"));
      other.start();
      if (args.length > 0) {
        other.join();
      }
      LOGGER.info("b");
      other.join();
      if (asked != 2 || SEEN.size() != 2) {
        throw new AssertionError("a record was lost");
      }
    }
  }

  @Test
  void handlersAndFiltersOfTheProgramAreExplored() {
    Outcome outcome = Harness.program(OwnHandler.class).explore();
    assertThat(outcome.findings())
        .extracting(Finding::kind)
        .contains(FindingKind.DATA_RACE, FindingKind.ASSERTION);
    assertThat(Harness.explore(OwnHandler.class, "in order").findings()).isEmpty();
  }

  /** Uses loggers, with one message that is computed on demand. */
  public static final class Logs {
    static final Logger LOGGER = Logger.getLogger(Logs.class.getName());
    static final AtomicInteger COUNT = new AtomicInteger();

    static void log() {
      LOGGER.info("plain");
      LOGGER.log(Level.WARNING, "with {0}", "an argument");
      LOGGER.log(Level.INFO, () -> "number " + COUNT.incrementAndGet());
      System.getLogger("other").log(System.Logger.Level.INFO, "of the platform");
    }

    public static void main(String[] args) throws InterruptedException {
      Thread other = new Thread(Logs::log);
      other.start();
      log();
      other.join();
    }
  }

  @Test
  void loggersAreNotButMessagesAre() {
    Outcome outcome = Harness.explore(Logs.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(2);
    // Start, two increments, join.
    assertThat(outcome.transitions()).isEqualTo(2 * 4);
  }

  /** Uses classes of the JDK that count with atomic variables. */
  public static final class Counts {
    static void use() {
      ThreadLocal<AtomicInteger> local = ThreadLocal.withInitial(AtomicInteger::new);
      Object proxy =
          Proxy.newProxyInstance(
              Counts.class.getClassLoader(),
              new Class<?>[] {Runnable.class},
              (self, method, arguments) -> null);
      if (String.format("%s %08d", proxy.getClass().isHidden(), 7).length() != 14) {
        throw new IllegalStateException();
      }
      local.get().set(3);
    }

    public static void main(String[] args) throws InterruptedException {
      Thread other = new Thread(Counts::use);
      other.start();
      use();
      other.join();
    }
  }

  @Test
  void countersOfTheJdkAreNot() {
    Outcome outcome = Harness.explore(Counts.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.executions()).isEqualTo(1);
    // Start, a set by each thread, join.
    assertThat(outcome.transitions()).isEqualTo(4);
  }

  /** Looks at what a new thread has from the one that made it. */
  public static final class Inherits {
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static final ThreadLocal<String> LOCAL = new ThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
      check(INHERITED.get() == null && LOCAL.get() == null);
      INHERITED.set("of main");
      LOCAL.set("own");
      Thread other =
          new Thread(
              () -> {
                Thread self = Thread.currentThread();
                check("of main".equals(INHERITED.get()));
                check(LOCAL.get() == null);
                check(self.getContextClassLoader() == Inherits.class.getClassLoader());
                check(!self.isDaemon());
                check(self.getThreadGroup().getName().equals("main"));
                LOCAL.set("other");
              });
      other.start();
      other.join();
      check("own".equals(LOCAL.get()));
    }

    static void check(boolean holds) {
      if (!holds) {
        throw new AssertionError();
      }
    }
  }

  @Test
  void threadsInheritFromTheThreadsOfTheProgram() {
    for (int i = 0; i < 2; i++) {
      assertThat(Harness.explore(Inherits.class).findings()).isEmpty();
    }
  }
}
