package dev.clew.jvm.run;

import java.util.AbstractList;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Iterators over lists, as loops over all elements have them. */
final class ListIterators {
  private static final @Nullable Memory MEMORY;
  private static final @Nullable Class<?> TYPE;
  private static final long CURSOR;
  private static final long LAST;
  private static final long EXPECTED;
  private static final long LIST;
  private static final long CHANGES;

  static {
    Memory memory = null;
    Class<?> type = null;
    long[] offsets = new long[5];
    try {
      memory = Internals.memory();
      type = new ArrayList<>().iterator().getClass();
      offsets[0] = memory.objectFieldOffset(type, "cursor");
      offsets[1] = memory.objectFieldOffset(type, "lastRet");
      offsets[2] = memory.objectFieldOffset(type, "expectedModCount");
      offsets[3] = memory.objectFieldOffset(type, "this$0");
      offsets[4] = memory.objectFieldOffset(AbstractList.class, "modCount");
    } catch (ReflectiveOperationException | LinkageError | InternalError e) {
      type = null; // then no state with such an iterator is a known one
    }
    MEMORY = memory;
    TYPE = type;
    CURSOR = offsets[0];
    LAST = offsets[1];
    EXPECTED = offsets[2];
    LIST = offsets[3];
    CHANGES = offsets[4];
  }

  private ListIterators() {}

  static boolean isOne(Class<?> type) {
    return type == TYPE;
  }

  /** Adds where an iterator stands, and whether its list has changed since. */
  static void addTo(StateLook look, Object iterator) {
    Memory memory = MEMORY;
    Object list = memory == null ? null : memory.getReference(iterator, LIST);
    if (memory == null || list == null) {
      look.miss();
      return;
    }
    look.add(memory.getInt(iterator, CURSOR));
    look.add(memory.getInt(iterator, LAST));
    look.add(memory.getInt(iterator, EXPECTED) - (long) memory.getInt(list, CHANGES));
    look.add(list);
  }
}
