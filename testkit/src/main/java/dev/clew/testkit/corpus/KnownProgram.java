package dev.clew.testkit.corpus;

import dev.clew.testkit.toy.ToyProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A program and what is known of it.
 *
 * @param name what it is called, with its size
 * @param declarations the text before the threads
 * @param threads the text of each thread
 * @param classes the number of its trace classes
 * @param deadlocks how many of the classes end in a deadlock
 */
public record KnownProgram(
    String name, String declarations, List<String> threads, long classes, long deadlocks) {
  /** Copies the list of threads. */
  public KnownProgram {
    threads = List.copyOf(threads);
  }

  /** The text of the program. */
  public String text() {
    return declarations + "\n" + String.join("\n", threads) + "\n";
  }

  /** The program, ready to run. */
  public ToyProgram program() {
    return ToyProgram.parse(name, text());
  }

  /** How many classes run to their end. */
  public long completed() {
    return classes - deadlocks;
  }

  /** The same program with the threads created in the opposite order; every count is the same. */
  public KnownProgram reversed() {
    List<String> opposite = new ArrayList<>(threads);
    Collections.reverse(opposite);
    return new KnownProgram(name + " reversed", declarations, opposite, classes, deadlocks);
  }

  @Override
  public String toString() {
    return name;
  }

  /** A program that cannot deadlock. */
  static KnownProgram of(String name, long classes, String declarations, List<String> threads) {
    return new KnownProgram(name, declarations, threads, classes, 0);
  }

  /** Threads t0, t1, ... with the given bodies. */
  static List<String> threads(String... bodies) {
    return threads(List.of(bodies));
  }

  /** Threads t0, t1, ... with the given bodies. */
  static List<String> threads(List<String> bodies) {
    List<String> threads = new ArrayList<>();
    for (String body : bodies) {
      threads.add(thread("t" + threads.size(), body));
    }
    return threads;
  }

  /** One thread; statements are separated by semicolons or line ends. */
  static String thread(String name, String body) {
    return "thread " + name + " {\n" + body.strip().indent(2) + "}";
  }
}
