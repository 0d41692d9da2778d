package dev.clew.benchmarks.programs;

import java.util.function.IntConsumer;

/** Threads, and the main thread that waits for them. */
final class Together {
  private Together() {}

  static void run(int threads, IntConsumer body) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      all[i] = new Thread(() -> body.accept(number));
    }
    run(all);
  }

  static void run(Thread[] all) throws InterruptedException {
    for (Thread thread : all) {
      thread.start();
    }
    for (Thread thread : all) {
      thread.join();
    }
  }
}
