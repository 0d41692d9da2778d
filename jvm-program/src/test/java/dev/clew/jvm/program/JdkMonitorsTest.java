package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Outcome;
import dev.clew.explore.StrategyKind;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Monitors of objects that the JDK made are the same whichever thread uses them first. */
class JdkMonitorsTest {
  private static final Path IN_INITIALISER = Path.of("initialiser");

  /** An object of the JDK, and how a program comes to it. */
  public enum Kind {
    PATH(() -> Path.of("a")),
    PATH_OF_FILE(() -> new File("a").toPath()),
    PATH_IN_INITIALISER(() -> IN_INITIALISER),
    LIST(() -> List.of(1, 2)),
    MAP(() -> Map.of(1, 2)),
    VIEW(() -> Collections.unmodifiableList(new ArrayList<>())),
    LITERAL(() -> "abc"),
    TEXT(() -> "a".repeat(2)),
    MADE_TEXT(() -> new String("abc")),
    JOINED_TEXT(() -> "a" + Kind.values().length),
    SMALL_NUMBER(() -> 5),
    LARGE_NUMBER(() -> 12_345),
    CLASS(() -> JdkMonitorsTest.class),
    CLASS_OF_JDK(() -> String.class),
    LAMBDA(
        () -> {
          Runnable nothing = () -> {};
          return nothing;
        }),
    EMPTY_LIST(List::of),
    EMPTY_COLLECTION(Collections::emptyList),
    EMPTY_OPTIONAL(Optional::empty),
    CONSTANT(() -> Locale.ROOT),
    ENUM(() -> TimeUnit.SECONDS),
    OUTPUT(() -> System.out),
    RUNTIME(Runtime::getRuntime),
    THREAD(Thread::currentThread);

    private final Supplier<Object> maker;

    Kind(Supplier<Object> maker) {
      this.maker = maker;
    }
  }

  /** Two threads enter the monitor of an object, and then each one of its own. */
  public static final class Lock {
    private static int entered;

    public static void main(String[] args) throws InterruptedException {
      Object lock = Kind.valueOf(args[0]).maker.get();
      Thread one = new Thread(() -> enter(lock));
      Thread other = new Thread(() -> enter(lock));
      one.start();
      other.start();
      one.join();
      other.join();
      if (entered != 2) {
        throw new AssertionError("entered: " + entered);
      }
    }

    private static void enter(Object lock) {
      synchronized (lock) {
        entered++;
      }
      Object own = new Object();
      Object ownOfJdk = Path.of("own");
      synchronized (own) {
        synchronized (ownOfJdk) {
          Objects.requireNonNull(own);
        }
      }
    }
  }

  /** A thread waits until another one has notified it. */
  public static final class Wait {
    public static void main(String[] args) throws InterruptedException {
      Object lock = Kind.valueOf(args[0]).maker.get();
      boolean[] isSet = new boolean[1];
      Thread waiter =
          new Thread(
              () -> {
                synchronized (lock) {
                  while (!isSet[0]) {
                    try {
                      lock.wait();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  }
                }
              });
      waiter.start();
      synchronized (lock) {
        isSet[0] = true;
        lock.notifyAll();
      }
      waiter.join();
    }
  }

  private static long verified(Class<?> program, Kind kind, StrategyKind strategy) {
    Outcome outcome = Harness.program(program, kind.name()).by(strategy).explore();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    return outcome.executions();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void twoThreadsEnterInTwoOrders(Kind kind) {
    assertThat(verified(Lock.class, kind, StrategyKind.OPTIMAL)).isEqualTo(2);
    verified(Lock.class, kind, StrategyKind.SOURCE);
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, names = "THREAD", mode = EnumSource.Mode.EXCLUDE)
  void aThreadWaitsOrNeedNot(Kind kind) {
    assertThat(verified(Wait.class, kind, StrategyKind.OPTIMAL)).isEqualTo(2);
    verified(Wait.class, kind, StrategyKind.SOURCE);
  }
}
