package dev.clew.jvm.program;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * What a thread does depends on when it looks at a number; what came of it is kept where it is not
 * easily seen, and told at the end.
 */
final class SubtleStates {
  private static final AtomicInteger number = new AtomicInteger();
  private static volatile @Nullable Object first;
  private static volatile @Nullable Object second;

  /** What is kept if the number was looked at late. */
  private static final Set<String> LATE =
      Set.of("true", "fr", "fair true", "late", "same", "long", "2");

  private SubtleStates() {}

  /** The argument says where it is kept. */
  public static void main(String[] arguments) throws InterruptedException {
    String where = arguments[0];
    Thread writer = new Thread(() -> number.set(1));
    Thread keeper = new Thread(() -> keep(where, number.get() == 1));
    long begin = System.nanoTime();
    writer.start();
    keeper.start();
    writer.join();
    keeper.join();
    String kept = kept(where, System.nanoTime() - begin);
    if (LATE.contains(kept)) {
      throw new IllegalStateException("late");
    }
    throw new IllegalStateException("early");
  }

  private static void keep(String where, boolean isLate) {
    switch (where) {
      case "property" -> System.setProperty("subtle.state", Boolean.toString(isLate));
      case "locale" -> Locale.setDefault(isLate ? Locale.FRENCH : Locale.GERMAN);
      case "lock" -> first = new ReentrantLock(isLate);
      case "locks" -> first = new ReentrantReadWriteLock(isLate);
      case "semaphore" -> first = new Semaphore(1, isLate);
      case "thread" -> first = new Thread(() -> {}, isLate ? "late" : "early");
      case "lambda" -> keepTwo(isLate, lambda(7), lambda(7));
      case "box" -> keepTwo(isLate, Integer.valueOf(70_000), Integer.valueOf(70_000));
      case "text" -> keepTwo(isLate, "te".concat("xt"), "te".concat("xt"));
      case "time" -> sleep(isLate);
      case "held" -> keepHeld(isLate);
      default -> throw new IllegalArgumentException(where);
    }
  }

  private static Runnable lambda(int captured) {
    return () -> number.set(captured);
  }

  private static void keepTwo(boolean isSame, Object one, Object other) {
    first = one;
    second = isSame ? one : other;
  }

  private static void sleep(boolean isLong) {
    try {
      Thread.sleep(isLong ? 1_000 : 1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How often a lock was taken that is then given back for good. */
  private static void keepHeld(boolean isTwice) {
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    if (isTwice) {
      lock.lock();
    }
    first = lock.getHoldCount();
    while (lock.isHeldByCurrentThread()) {
      lock.unlock();
    }
  }

  private static String kept(String where, long nanos) {
    return switch (where) {
      case "property" -> System.getProperty("subtle.state", "");
      case "locale" -> Locale.getDefault().getLanguage();
      case "time" -> nanos >= 1_000_000_000L ? "long" : "short";
      case "lambda", "box", "text" -> first == second ? "same" : "different";
      default -> nameOf(first);
    };
  }

  private static String nameOf(@Nullable Object kept) {
    if (kept instanceof ReentrantLock lock) {
      return "fair " + lock.isFair();
    }
    if (kept instanceof ReentrantReadWriteLock locks) {
      return "fair " + locks.isFair();
    }
    if (kept instanceof Semaphore semaphore) {
      return "fair " + semaphore.isFair();
    }
    return kept instanceof Thread thread ? thread.getName() : String.valueOf(kept);
  }
}
