package dev.clew.cli;

import java.time.Duration;
import java.util.List;

/**
 * A C program and how to run it, as the user said.
 *
 * @param files its sources, or the one executable
 * @param cflags options for the compiler
 * @param libs words for the linker
 * @param arguments of {@code main}
 * @param stdin the file that the program finds as its standard input, empty for none
 * @param hang how long a thread may compute without doing anything another one could notice
 * @param early how often each thread may give up a timed operation early, 0 for never
 * @param wakeups how often each thread may wake up for no reason
 * @param patience how far sleeping may take a thread ahead of others that can run
 */
record NativeOptions(
    List<String> files,
    List<String> cflags,
    List<String> libs,
    List<String> arguments,
    String stdin,
    Duration hang,
    int early,
    int wakeups,
    Duration patience) {
  /** The same program, with sleeps that take all their time. */
  NativeOptions timely() {
    return new NativeOptions(
        files, cflags, libs, arguments, stdin, hang, early, wakeups, Duration.ZERO);
  }
}
