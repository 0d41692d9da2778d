package dev.clew.jvm.run;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How much a thread has computed, as the operating system counts it: what it takes to wait for a
 * processor, and to load classes, is not in it.
 *
 * <p>What it needs of the JDK is loaded by the first call, which takes a while.
 */
public final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

  private final Thread thread;
  private long begin;
  private long classes;

  /** Counts from now on. */
  public ProcessorTime(Thread thread) {
    this.thread = thread;
    restart();
  }

  private void restart() {
    begin = used();
    classes = CLASSES.getTotalLoadedClassCount();
  }

  /** The thread whose time it is. */
  public Thread thread() {
    return thread;
  }

  /** How many nanoseconds it has computed; if classes were loaded meanwhile, none. */
  public long nanos() {
    if (CLASSES.getTotalLoadedClassCount() != classes) {
      restart();
    }
    return used() - begin;
  }

  /** By the clock, where the system does not count. */
  private long used() {
    long nanos = THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(thread.getId()) : -1;
    return nanos < 0 ? System.nanoTime() : nanos;
  }
}
