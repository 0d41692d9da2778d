package dev.clew.explore.parallel;

/** A worker will not say anything any more; the message says why. */
public final class WorkerLost extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int worker;

  WorkerLost(int worker, String message) {
    super(message);
    this.worker = worker;
  }

  /** Its number, from 1. */
  public int worker() {
    return worker;
  }
}
