package dev.clew.cli;

import dev.clew.explore.StrategyKind;
import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.run.PinnedThread;
import dev.clew.jvm.run.VirtualClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A Java program and how to run it, as the user said.
 *
 * @param target a class with {@code main}, or {@code Class#method}
 * @param classPath where its classes are: directories, jars, {@code dir/*}
 * @param sourcePath where its sources are, besides beside its classes
 * @param arguments of {@code main}
 * @param stdin the file that the program finds as its standard input, empty for none
 * @param hang how long a thread may compute without doing anything another one could notice
 * @param waits how operations wait
 * @param isDeep whether the code of the JDK's concurrent collections is explored too
 * @param strategy how it is searched; for some the program has to tell more
 * @param pinned why its threads have to be platform threads: where one cannot be left, as {@code
 *     main at Main.java:7}; empty if they need not
 */
record JavaOptions(
    String target,
    List<String> classPath,
    List<String> sourcePath,
    List<String> arguments,
    String stdin,
    Duration hang,
    Waits waits,
    boolean isDeep,
    StrategyKind strategy,
    String pinned) {
  static final Duration DEFAULT_HANG = Duration.ofSeconds(10);

  /**
   * How operations wait that wait for something to happen.
   *
   * @param early how often each thread may give up a timed operation early, 0 for never
   * @param wakeups how often each thread may wake up for no reason
   * @param fair after how many rounds in vain a thread lets all others go first, 0 for never
   * @param sleep how far sleeping may take a thread ahead of others that can run
   */
  record Waits(int early, int wakeups, int fair, Duration sleep) {
    static final Waits PATIENT = new Waits(0, 0, 0, Duration.ofNanos(VirtualClock.PATIENCE));
  }

  /** What the code of the program has to tell besides. */
  Set<ExtraHooks> extraHooks() {
    Set<ExtraHooks> extra = EnumSet.noneOf(ExtraHooks.class);
    if (waits.fair() > 0) {
      extra.add(ExtraHooks.ROUNDS);
    }
    if (strategy == StrategyKind.STATEFUL) {
      extra.add(ExtraHooks.FRAMES);
    }
    if (strategy == StrategyKind.PRUNED) {
      extra.add(ExtraHooks.PLACES);
    }
    return extra;
  }

  /** The same program, with threads that let others go first after so many rounds in vain. */
  JavaOptions fair(int rounds) {
    Waits fairer = new Waits(waits.early(), waits.wakeups(), rounds, waits.sleep());
    return new JavaOptions(
        target, classPath, sourcePath, arguments, stdin, hang, fairer, isDeep, strategy, pinned);
  }

  /** The same program, with sleeps that take all their time. */
  JavaOptions timely() {
    Waits timely = new Waits(waits.early(), waits.wakeups(), waits.fair(), Duration.ZERO);
    return new JavaOptions(
        target, classPath, sourcePath, arguments, stdin, hang, timely, isDeep, strategy, pinned);
  }

  /** The same program, which tells what a strategy needs. */
  JavaOptions searchedBy(StrategyKind newStrategy) {
    return new JavaOptions(
        target, classPath, sourcePath, arguments, stdin, hang, waits, isDeep, newStrategy, pinned);
  }

  /** The same program, with its classes elsewhere. */
  JavaOptions withClassPath(List<String> newClassPath) {
    return new JavaOptions(
        target, newClassPath, sourcePath, arguments, stdin, hang, waits, isDeep, strategy, pinned);
  }

  /** The same program, on platform threads, because a thread cannot be left otherwise. */
  JavaOptions onPlatformThreads(PinnedThread e) {
    String why = e.thread() + " at " + e.place();
    return new JavaOptions(
        target, classPath, sourcePath, arguments, stdin, hang, waits, isDeep, strategy, why);
  }
}
