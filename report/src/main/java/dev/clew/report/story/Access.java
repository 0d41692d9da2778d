package dev.clew.report.story;

import dev.clew.trace.WatchedAccesses;

/**
 * An access to a plain location that is no visible operation.
 *
 * @param events how many visible operations came before
 * @param number which of the watched accesses it is, {@link #NOT_WATCHED} if none
 */
record Access(int thread, int object, boolean writes, int position, int events, int number) {
  static final int NOT_WATCHED = -1;

  static Access watched(WatchedAccesses watched, int i) {
    return new Access(
        watched.thread(i),
        watched.object(i),
        watched.isWrite(i),
        watched.position(i),
        watched.eventsBefore(i),
        i);
  }
}
