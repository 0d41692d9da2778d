package dev.clew.explore.reduction;

import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Renumbering;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Events that sleep or are planned, as columns: which event of which thread, what it accesses,
 * which label it takes.
 */
final class EventColumns {
  private int[] thread = new int[16];
  private int[] index = new int[16];
  private int[] object = new int[16];
  private int[] other = new int[16];
  private int[] modes = new int[16];
  private int[] label = new int[16];

  int thread(int slot) {
    return thread[slot];
  }

  /** The event is the n-th of its thread. */
  int index(int slot) {
    return index[slot];
  }

  int object(int slot) {
    return object[slot];
  }

  int other(int slot) {
    return other[slot];
  }

  int modes(int slot) {
    return modes[slot];
  }

  int label(int slot) {
    return label[slot];
  }

  /** Puts an event of the trace into a slot. */
  void set(int slot, Trace trace, HappensBefore order, int i) {
    set(
        slot,
        trace.thread(i),
        order.index(i),
        trace.object(i),
        trace.other(i),
        trace.modes(i),
        trace.label(i));
  }

  /** Puts an operation into a slot. */
  void set(int slot, Operation operation) {
    set(
        slot,
        operation.thread,
        operation.index,
        operation.object,
        operation.other,
        operation.modes,
        operation.label);
  }

  /** Copies the event of one slot to another. */
  void copy(int from, int to) {
    set(to, thread[from], index[from], object[from], other[from], modes[from], label[from]);
  }

  /** Whether the event in a slot depends on one of another thread, or belongs to its thread. */
  boolean dependsOn(int slot, int byThread, int byObject, int byOther, int byModes) {
    return thread[slot] == byThread
        || Dependence.conflict(object[slot], other[slot], modes[slot], byObject, byOther, byModes);
  }

  void save(int slot, DataOutput out) throws IOException {
    out.writeInt(thread[slot]);
    out.writeInt(index[slot]);
    out.writeInt(object[slot]);
    out.writeInt(other[slot]);
    out.writeInt(modes[slot]);
    out.writeInt(label[slot]);
  }

  void restore(int slot, DataInput in) throws IOException {
    restore(slot, in, Renumbering.NONE);
  }

  /** Reads an event that was written where numbers may mean something else. */
  void restore(int slot, DataInput in, Renumbering numbers) throws IOException {
    int theirThread = in.readInt();
    int theirIndex = in.readInt();
    int theirObject = in.readInt();
    int theirOther = in.readInt();
    int theirModes = in.readInt();
    int theirLabel = in.readInt();
    set(
        slot,
        numbers.thread(theirThread),
        theirIndex,
        numbers.object(theirObject),
        numbers.object(theirOther),
        theirModes,
        numbers.label(theirThread, theirObject, theirLabel));
  }

  /** Copies an event of other columns to a slot. */
  void copy(EventColumns source, int from, int to) {
    set(
        to,
        source.thread[from],
        source.index[from],
        source.object[from],
        source.other[from],
        source.modes[from],
        source.label[from]);
  }

  private void set(
      int slot,
      int newThread,
      int newIndex,
      int newObject,
      int newOther,
      int newModes,
      int newLabel) {
    if (slot >= thread.length) {
      int capacity = Math.max(2 * thread.length, slot + 1);
      thread = Arrays.copyOf(thread, capacity);
      index = Arrays.copyOf(index, capacity);
      object = Arrays.copyOf(object, capacity);
      other = Arrays.copyOf(other, capacity);
      modes = Arrays.copyOf(modes, capacity);
      label = Arrays.copyOf(label, capacity);
    }
    thread[slot] = newThread;
    index[slot] = newIndex;
    object[slot] = newObject;
    other[slot] = newOther;
    modes[slot] = newModes;
    label[slot] = newLabel;
  }
}
