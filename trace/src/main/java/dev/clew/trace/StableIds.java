package dev.clew.trace;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Numbers for threads or objects that a program makes while it runs: what the same maker makes as
 * its n-th has the same number in every execution, whatever the interleaving (thesis 3.3.1, DSCMC
 * 4).
 *
 * <p>A maker is itself a thread with such a number, or {@link #ROOT}. Numbers are given in the
 * order of first sight, from 0, and kept from one execution to the next, so they stay small; asking
 * for a known one allocates nothing.
 */
public final class StableIds {
  /** The maker of what is there at the start. */
  public static final int ROOT = -1;

  private static final int FIRST_CAPACITY = 16;

  private int size;
  private int[] maker = new int[FIRST_CAPACITY];
  private int[] ordinal = new int[FIRST_CAPACITY];

  /** Open addressing: a slot is an id plus one, 0 if it is free. */
  private int[] slots = new int[4 * FIRST_CAPACITY];

  /** The number of what {@code newMaker} makes as its {@code n}-th, from 0. */
  public int of(int newMaker, int n) {
    int slot = find(newMaker, n);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (size == maker.length) {
      grow();
      slot = find(newMaker, n);
    }
    maker[size] = newMaker;
    ordinal[size] = n;
    slots[slot] = size + 1;
    return size++;
  }

  /** How many numbers were given. */
  public int size() {
    return size;
  }

  /** What made the thing with this number, {@link #ROOT} if it is there from the start. */
  public int maker(int id) {
    return maker[id];
  }

  /** Which thing of its maker it is, from 0. */
  public int ordinal(int id) {
    return ordinal[id];
  }

  /** Writes who made what, in the order of the numbers. */
  public void save(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int id = 0; id < size; id++) {
      out.writeInt(maker[id]);
      out.writeInt(ordinal[id]);
    }
  }

  /** Gives the numbers that were saved, and forgets those given so far. */
  public void restore(DataInput in) throws IOException {
    size = 0;
    Arrays.fill(slots, 0);
    int count = in.readInt();
    for (int id = 0; id < count; id++) {
      if (of(in.readInt(), in.readInt()) != id) {
        throw new IOException("the saved numbers name one thing twice");
      }
    }
  }

  /**
   * The path of creation, such as {@code 0.2.1}: the second thing made by the third thing made by
   * the first one.
   */
  public String path(int id) {
    return maker[id] == ROOT ? "" + ordinal[id] : path(maker[id]) + "." + ordinal[id];
  }

  private int find(int wantedMaker, int n) {
    int mask = slots.length - 1;
    int slot = hash(wantedMaker, n) & mask;
    while (slots[slot] != 0
        && (maker[slots[slot] - 1] != wantedMaker || ordinal[slots[slot] - 1] != n)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int hash(int maker, int n) {
    int mixed = (maker * 0x9E3779B9) ^ (n * 0x85EBCA6B);
    return mixed ^ (mixed >>> 15);
  }

  private void grow() {
    int capacity = 2 * maker.length;
    maker = Arrays.copyOf(maker, capacity);
    ordinal = Arrays.copyOf(ordinal, capacity);
    slots = new int[4 * capacity];
    for (int id = 0; id < size; id++) {
      slots[find(maker[id], ordinal[id])] = id + 1;
    }
  }
}
