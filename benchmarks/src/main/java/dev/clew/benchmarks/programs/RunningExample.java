package dev.clew.benchmarks.programs;

/**
 * The running example of chapter 5 of the thesis (figure 5.1), several times in each thread: x, y
 * and z are guarded by two locks, and the second thread accesses y under the wrong one if it came
 * first.
 */
public final class RunningExample {
  private final Object f1 = new Object();
  private final Object f2 = new Object();
  private int x;
  private int y;
  private int z;

  private RunningExample() {}

  /** Arguments: how many times. */
  public static void main(String[] arguments) throws InterruptedException {
    int times = Integer.parseInt(arguments[0]);
    RunningExample example = new RunningExample();
    Thread first = new Thread(() -> example.first(times));
    Thread second = new Thread(() -> example.second(times));
    first.start();
    second.start();
    first.join();
    second.join();
  }

  private void first(int times) {
    for (int i = 0; i < times; i++) {
      synchronized (f1) {
        x++;
      }
      synchronized (f2) {
        y++;
      }
      synchronized (f1) {
        z++;
      }
    }
  }

  private void second(int times) {
    for (int i = 0; i < times; i++) {
      int c;
      synchronized (f1) {
        synchronized (f2) {
          z++;
          c = x;
        }
      }
      synchronized (f1) {
        if (c == 0) {
          y++;
        }
      }
    }
  }
}
