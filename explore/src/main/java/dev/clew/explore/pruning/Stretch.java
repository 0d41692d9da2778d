package dev.clew.explore.pruning;

/**
 * Something a thread may still do, and what it surely comes after.
 *
 * @param thread who does it
 * @param step how many operations of the thread surely come before it
 * @param prospect what may be done
 * @param isNear whether only what is near is meant
 * @param clock how many events of each thread it comes after, {@link KnownOrder#ALL} for everything
 */
record Stretch(int thread, int step, int prospect, boolean isNear, int[] clock) {}
