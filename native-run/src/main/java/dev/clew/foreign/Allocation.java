package dev.clew.foreign;

/**
 * A block of the heap.
 *
 * @param thread who allocated it
 * @param position where, as in {@link Numbers#pc}
 */
public record Allocation(long address, long size, int thread, int position) {}
