package dev.clew.explore.parallel;

import org.jspecify.annotations.Nullable;

/** What a process or thread does that is nothing but a worker. */
public final class WorkerLoop {
  private static final long PATIENCE = 1000;

  private final Worker worker;
  private final Inbox inbox;

  /** The loop of a worker, whose messages come in a box. */
  public WorkerLoop(Worker worker, Inbox inbox) {
    this.worker = worker;
    this.inbox = inbox;
  }

  /** Works until the box is closed, or this thread is interrupted. */
  public void run() {
    try {
      while (readAll()) {
        if (worker.canStep()) {
          worker.step();
        } else {
          inbox.await(PATIENCE);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean readAll() {
    while (inbox.isFilled()) {
      Inbox.@Nullable Item item = inbox.poll();
      if (item != null) {
        byte[] message = item.message();
        if (message == null) {
          return false;
        }
        worker.receive(message);
      }
    }
    return true;
  }
}
