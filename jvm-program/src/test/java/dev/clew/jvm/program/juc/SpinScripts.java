package dev.clew.jvm.program.juc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that wait by looking, as scripts say: one argument for each thread.
 *
 * <p>An operation is a letter, the number of a variable and a number: {@code w} writes it, {@code
 * r} reads the variable and remembers what it found, the others wait until the variable has it, in
 * several ways; {@code c} and {@code e} take it away then, by writing 0; {@code k} and {@code q}
 * have no rounds that only look. {@code z} sleeps, and {@code h} does between two looks, always as
 * long.
 */
public final class SpinScripts {
  private final AtomicInteger[] variables = {new AtomicInteger(), new AtomicInteger()};
  private final Object lock = new Object();

  private SpinScripts() {}

  public static void main(String[] args) throws InterruptedException {
    SpinScripts scripts = new SpinScripts();
    Thread[] threads = new Thread[args.length];
    String[] found = new String[args.length];
    for (int t = 0; t < args.length; t++) {
      int number = t;
      threads[t] = new Thread(() -> found[number] = scripts.run(args[number]));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    throw new IllegalStateException(
        String.join(" ", found) + " " + scripts.variables[0] + scripts.variables[1]);
  }

  private String run(String script) {
    StringBuilder found = new StringBuilder("-");
    for (int i = 0; i < script.length(); i += 3) {
      AtomicInteger variable = variables[script.charAt(i + 1) - '0'];
      int value = script.charAt(i + 2) - '0';
      switch (script.charAt(i)) {
        case 'w' -> variable.set(value);
        case 'r' -> found.append(variable.get());
        case 's' -> spin(variable, value);
        case 'm' -> spinByMethod(variable, value);
        case 'v' -> spinWithLocal(variable, value);
        case 'l' -> poll(variable, value);
        case 'c' -> take(variable, value);
        case 'e' -> takeGently(variable, value);
        case 'k' -> count(variable, value);
        case 'q' -> collect(variable, value);
        case 'h' -> sleepAndLook(variable, value);
        case 'z' -> sleep();
        default -> throw new IllegalArgumentException(script);
      }
    }
    return found.toString();
  }

  private static void spin(AtomicInteger variable, int value) {
    while (variable.get() != value) {
      Thread.onSpinWait();
    }
  }

  private static void spinByMethod(AtomicInteger variable, int value) {
    do {
      Thread.yield();
    } while (!has(variable, value));
  }

  private static boolean has(AtomicInteger variable, int value) {
    return variable.get() == value;
  }

  private static void spinWithLocal(AtomicInteger variable, int value) {
    int found = variable.get();
    while (found != value) {
      found = variable.get();
    }
  }

  private void poll(AtomicInteger variable, int value) {
    while (true) {
      synchronized (lock) {
        if (variable.get() == value) {
          return;
        }
      }
    }
  }

  private static void take(AtomicInteger variable, int value) {
    while (!variable.compareAndSet(value, 0)) {}
  }

  private static void count(AtomicInteger variable, int value) {
    int rounds = 0;
    while (variable.get() != value) {
      rounds++;
      Thread.onSpinWait();
    }
    if (rounds < 0) {
      throw new IllegalStateException("overflow");
    }
  }

  private static void collect(AtomicInteger variable, int value) {
    List<Integer> seen = new ArrayList<>();
    while (variable.get() != value) {
      seen.add(value);
    }
  }

  private static void sleepAndLook(AtomicInteger variable, int value) {
    try {
      while (variable.get() != value) {
        Thread.sleep(2_000);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(2_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void takeGently(AtomicInteger variable, int value) {
    for (; ; ) {
      while (variable.get() != value) {}
      if (variable.compareAndSet(value, 0)) {
        return;
      }
    }
  }
}
