package dev.clew.cli;

/** Another process of a search ended before its time; the message says how. */
final class WorkerDied extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorkerDied(String message) {
    super(message);
  }
}
