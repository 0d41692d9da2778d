package dev.clew.jvm.run.juc;

/** The queue of a timer: it is the first part of it that is made. */
@Models(name = "java.util.TaskQueue", isComposed = true)
public final class TimerQueueModel {
  private TimerQueueModel() {}

  public static void created(Object self) {
    Cores.put(self, new TimerCore());
  }
}
