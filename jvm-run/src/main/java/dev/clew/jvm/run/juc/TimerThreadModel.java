package dev.clew.jvm.run.juc;

/** The thread of a timer. */
@Models(name = "java.util.TimerThread", isComposed = true)
public final class TimerThreadModel {
  private static final Internal<Object> QUEUE = Internal.field("java.util.TimerThread", "queue");

  private TimerThreadModel() {}

  public static void run(Object self) {
    Cores.get(QUEUE.of(self), TimerCore.class).run();
  }
}
