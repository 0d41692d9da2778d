package dev.clew.jvm.program.corpus;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Starts the threads of a program, which share nothing but what the program says. */
final class Threads {
  /** As the last argument of a program: its threads start in the opposite order. */
  static final String REVERSED = "reversed";

  private Threads() {}

  /** The size a program is run with. */
  static int size(String[] arguments) {
    return Integer.parseInt(arguments[0]);
  }

  /** Starts a thread for each body, then waits for the end of all. */
  static void run(String[] arguments, Runnable... bodies) throws InterruptedException {
    Thread[] threads = start(arguments, bodies);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Starts a thread for each body. */
  static Thread[] start(String[] arguments, Runnable... bodies) {
    int count = bodies.length;
    boolean isReversed = arguments.length > 0 && arguments[arguments.length - 1].equals(REVERSED);
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] = new Thread(bodies[i], "t" + i);
    }
    for (int i = 0; i < count; i++) {
      threads[isReversed ? count - 1 - i : i].start();
    }
    return threads;
  }

  /** The same body many times. */
  static Runnable[] same(int count, Runnable body) {
    Runnable[] bodies = new Runnable[count];
    Arrays.fill(bodies, body);
    return bodies;
  }

  /** A body for each of the numbers from 0. */
  static Runnable[] each(int count, IntFunction<Runnable> body) {
    Runnable[] bodies = new Runnable[count];
    for (int i = 0; i < count; i++) {
      bodies[i] = body.apply(i);
    }
    return bodies;
  }

  /** This body first, then those. */
  static Runnable[] with(Runnable first, Runnable... others) {
    Runnable[] bodies = new Runnable[others.length + 1];
    bodies[0] = first;
    System.arraycopy(others, 0, bodies, 1, others.length);
    return bodies;
  }

  /** Takes a value that was read and does nothing with it. */
  static void see(int value) {}
}
