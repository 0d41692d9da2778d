package dev.clew.jvm.agent;

import dev.clew.jvm.run.calls.AfterConstructor;
import dev.clew.jvm.run.calls.BeforeJdk;
import dev.clew.jvm.run.calls.ConstructorArgument;
import dev.clew.jvm.run.calls.Replaces;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

/** Replacements that write down who calls them; most go on to the original. */
public final class ReplacedCalls {

  private ReplacedCalls() {}

  /** The table of the classes below. */
  static CallSites table(ClassFiles files) {
    return CallSites.of(
        Stream.of(ReplacedCalls.class.getDeclaredClasses()).map(ReplacedCalls::classFile).toList(),
        files);
  }

  static byte[] classFile(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces methods of all objects. */
  @Replaces(Object.class)
  public static final class ObjectCalls {
    private ObjectCalls() {}

    public static void wait(Object object, long millis, int site) {
      RecordedHooks.record("wait " + object.getClass().getSimpleName() + " " + millis, site);
    }

    public static void notifyAll(Object object, int site) {
      RecordedHooks.record("notifyAll " + object.getClass().getSimpleName(), site);
    }

    public static int hashCode(Object object) {
      return object instanceof String ? object.hashCode() : 42;
    }

    private static void notPublic(Object object) {}
  }

  /** Replaces methods of threads. */
  @Replaces(Thread.class)
  public static final class ThreadCalls {
    private ThreadCalls() {}

    public static void start(Thread thread, int site) {
      RecordedHooks.record("start " + thread.getName(), site);
    }

    public static void sleep(long millis, int site) {
      RecordedHooks.record("sleep " + millis, site);
    }

    public static void sleep(long millis, int nanos, int site) {
      RecordedHooks.record("sleep " + millis + " " + nanos, site);
    }

    public static void noSuchMethod(Thread thread) {
      throw new AssertionError("replaces nothing");
    }

    @BeforeJdk(1)
    public static void yield() {
      throw new AssertionError("replaces nothing any more");
    }
  }

  /** Replaces static methods. */
  @Replaces(System.class)
  public static final class SystemCalls {
    private SystemCalls() {}

    public static long nanoTime() {
      return 1234;
    }

    public static long currentTimeMillis(int site) {
      RecordedHooks.record("currentTimeMillis", site);
      return 5678;
    }
  }

  /** Gives a constructor another argument. */
  @Replaces(Random.class)
  public static final class RandomCalls {
    private RandomCalls() {}

    @ConstructorArgument
    public static long seed() {
      return 42;
    }

    @ConstructorArgument
    public static long seed(long given) {
      return given + 1;
    }
  }

  /** Is told of what constructors made. */
  @Replaces(BigDecimal.class)
  public static final class BigDecimalCalls {
    static final List<String> MADE = new ArrayList<>();

    private BigDecimalCalls() {}

    @AfterConstructor
    public static void made(BigDecimal number, int value) {
      MADE.add(number + " of " + value);
    }

    @AfterConstructor
    public static void made(BigDecimal number, double value, MathContext rounding) {
      MADE.add(number + " of " + value);
    }
  }

  /** Replaces methods of an interface. */
  @Replaces(Lock.class)
  public static final class LockCalls {
    private LockCalls() {}

    public static void lock(Lock lock, int site) {
      RecordedHooks.record("lock " + lock.getClass().getSimpleName(), site);
      lock.lock();
    }
  }
}
