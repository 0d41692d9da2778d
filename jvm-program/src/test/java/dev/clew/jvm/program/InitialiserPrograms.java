package dev.clew.jvm.program;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Programs in which two threads come to a class that nobody has initialised, and programs with
 * equal values as locks. The argument names the program.
 */
public final class InitialiserPrograms {
  private static final Object OUTER = new Object();
  private static final ReentrantLock OUTER_LOCK = new ReentrantLock();
  private static int count;

  private InitialiserPrograms() {}

  /** A lock and what it guards, in a class of their own. */
  private static final class Holder {
    static final Object LOCK = new Object();
    static int guarded;
  }

  /** An instance, made when it is first asked for. */
  private static final class Lazy {
    static final Lazy INSTANCE = new Lazy();
    final AtomicInteger next = new AtomicInteger();
  }

  private enum Single {
    ONLY;

    private int calls;

    synchronized void call() {
      calls++;
    }
  }

  private static final class TakesMonitor {
    static final int VALUE = read();

    static int read() {
      synchronized (OUTER) {
        return 1;
      }
    }
  }

  private static final class TakesLock {
    static final int VALUE = read();

    static int read() {
      OUTER_LOCK.lock();
      try {
        return 1;
      } finally {
        OUTER_LOCK.unlock();
      }
    }
  }

  private static final class Fails {
    static {
      fail();
    }

    static void call() {}

    static void fail() {
      throw new IllegalStateException("no");
    }
  }

  /** Made in an initialiser that runs in another one. */
  private static final class Inner {
    static final int[] VALUES = {1, 2, 3};
  }

  private static final class Outer {
    static final Outer INSTANCE = new Outer();
    int value = Inner.VALUES[1];
  }

  private enum Colour {
    RED,
    BLUE
  }

  private static int numberOf(Colour colour) {
    switch (colour) {
      case RED:
        return 1;
      default:
        return 2;
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "nested" ->
          inTwoThreads(
              () -> check(Outer.INSTANCE.value == 2),
              () -> check(Inner.VALUES[2] + Outer.INSTANCE.value == 5));
      case "enumSwitch" ->
          inTwoThreads(
              () -> check(numberOf(Colour.RED) == 1), () -> check(numberOf(Colour.BLUE) == 2));
      case "writtenBefore" ->
          inTwoThreads(
              () -> {
                count = 1;
                check(Inner.VALUES[0] == 1);
              },
              () -> check(Inner.VALUES[0] == 1 && count != 7));
      case "holder" -> {
        twice(InitialiserPrograms::guard);
        check(Holder.guarded == 2);
      }
      case "lazy" -> {
        twice(() -> Lazy.INSTANCE.next.incrementAndGet());
        check(Lazy.INSTANCE.next.get() == 2);
      }
      case "enum" -> {
        twice(Single.ONLY::call);
        check(Single.ONLY.calls == 2);
      }
      case "monitorInInitialiser" ->
          inTwoThreads(
              () -> {
                synchronized (OUTER) {
                  check(TakesMonitor.VALUE == 1);
                }
              },
              () -> check(TakesMonitor.VALUE == 1));
      case "lockInInitialiser" ->
          inTwoThreads(
              () -> {
                OUTER_LOCK.lock();
                check(TakesLock.VALUE == 1);
                OUTER_LOCK.unlock();
              },
              () -> check(TakesLock.VALUE == 1));
      case "failure" ->
          inTwoThreads(
              () -> {
                try {
                  Fails.call();
                } catch (LinkageError e) {
                  check(e.getMessage() == null || !e.getMessage().isEmpty());
                }
              },
              () -> {
                try {
                  Fails.call();
                } catch (NoClassDefFoundError e) {
                  check(e.getMessage() != null);
                }
              });
      case "equalBoxes" -> twice(() -> count(Integer.valueOf(1000)));
      case "equalStrings" -> twice(() -> count("lock " + args.length));
      case "sameBox" -> twice(() -> count(Integer.valueOf(1)));
      case "sameString" -> twice(() -> count("lock"));
      case "internedString" -> twice(() -> count(("lock " + args.length).intern()));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void guard() {
    synchronized (Holder.LOCK) {
      Holder.guarded++;
    }
  }

  private static void count(Object lock) {
    synchronized (lock) {
      count++;
    }
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new AssertionError();
    }
  }

  private static void twice(Runnable code) throws InterruptedException {
    inTwoThreads(code, code);
  }

  private static void inTwoThreads(Runnable one, Runnable two) throws InterruptedException {
    Thread first = new Thread(one);
    Thread second = new Thread(two);
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
