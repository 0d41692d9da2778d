package dev.clew.jvm.program.corpus;

import java.util.ArrayList;
import java.util.List;

/**
 * A Java program and what is known of it.
 *
 * @param name the name of the toy program with the same visible operations, if there is one
 * @param main the class to run
 * @param arguments what to run it with
 * @param classes the number of its trace classes
 * @param deadlocks how many of the classes end in a deadlock
 */
public record JavaProgram(
    String name, Class<?> main, List<String> arguments, long classes, long deadlocks) {
  /** Copies the arguments. */
  public JavaProgram {
    arguments = List.copyOf(arguments);
  }

  /** The same program with the threads started in the opposite order; every count is the same. */
  public JavaProgram reversed() {
    List<String> more = new ArrayList<>(arguments);
    more.add(Threads.REVERSED);
    return new JavaProgram(name, main, more, classes, deadlocks);
  }

  @Override
  public String toString() {
    String call = main.getSimpleName() + " " + String.join(" ", arguments);
    return name + " (" + call.strip() + ")";
  }
}
