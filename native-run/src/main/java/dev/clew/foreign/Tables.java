package dev.clew.foreign;

import dev.clew.foreign.Layout.Region;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** What the numbers of a program mean: the tables in the shared file, which only grow. */
final class Tables implements Numbers {
  /** What numbers of values begin with that are not the values themselves. */
  private static final int FIRST_CODE = Integer.MIN_VALUE;

  private static final int CODE_MASK = (1 << 30) - 1;

  private static final int THREADS = Region.THREADS.at();
  private static final int OBJECTS = Region.OBJECTS.at();
  private static final int PLACES = Region.PLACES.at();
  private static final int VALUES = Region.VALUES.at();
  private static final int ALLOCATIONS = Region.ALLOCATIONS.at();

  /** An ordinal of {@code enum matter}: whether a thread was cancelled. */
  private static final int CANCEL = 9;

  private final SharedFile shared;

  /** The objects that say whether a thread was cancelled, by thread; -1 if there is none. */
  private int[] statuses = new int[0];

  private int objectsSeen;
  private boolean isRegrouped;

  Tables(SharedFile shared) {
    this.shared = shared;
  }

  int threadCount() {
    return Math.max(2, shared.get(Layout.THREADS));
  }

  @Override
  public int objectCount() {
    return shared.get(Layout.OBJECTS);
  }

  // --- saving

  private static final int[] COUNTS = {
    Layout.THREADS, Layout.OBJECTS, Layout.PLACES, Layout.VALUES
  };
  private static final int[] AT = {THREADS, OBJECTS, PLACES, VALUES};
  private static final int[] ROWS = {
    Layout.ORIGIN_SIZE, Layout.OBJECT_SIZE, Layout.PLACE_SIZE, Long.BYTES
  };

  void save(DataOutput out) throws IOException {
    for (int table = 0; table < COUNTS.length; table++) {
      int count = shared.get(COUNTS[table]);
      out.writeInt(count);
      for (int at = 0; at < count * ROWS[table]; at += Long.BYTES) {
        out.writeLong(shared.getLong(AT[table] + at));
      }
    }
  }

  /** Fills the tables before the program is started. Nothing is visible then. */
  void restore(DataInput in) throws IOException {
    for (int table = 0; table < COUNTS.length; table++) {
      int count = in.readInt();
      int most = table + 1 < AT.length ? AT[table + 1] - AT[table] : ALLOCATIONS - VALUES;
      if (count < 0 || (long) count * ROWS[table] > most) {
        throw new IOException("the saved search has a table of " + count + " rows");
      }
      for (int at = 0; at < count * ROWS[table]; at += Long.BYTES) {
        shared.putLong(AT[table] + at, in.readLong());
      }
      shared.put(COUNTS[table], count);
    }
    hideAll();
  }

  // --- threads

  @Override
  public int maker(int thread) {
    return thread < 2 ? -1 : shared.get(THREADS + thread * Layout.ORIGIN_SIZE);
  }

  @Override
  public int ordinal(int thread) {
    return thread < 2 ? thread : shared.get(THREADS + thread * Layout.ORIGIN_SIZE + 4);
  }

  @Override
  public long startAddress(int thread) {
    return shared.getLong(THREADS + thread * Layout.ORIGIN_SIZE + 8);
  }

  /** The thread that another one makes as its n-th; it is given a number if it has none. */
  int child(int maker, int n) {
    int count = threadCount();
    for (int thread = 2; thread < count; thread++) {
      if (maker(thread) == maker && ordinal(thread) == n) {
        return thread;
      }
    }
    if (count == Layout.MAX_THREADS) {
      return -1;
    }
    int row = THREADS + count * Layout.ORIGIN_SIZE;
    shared.put(row, maker);
    shared.put(row + 4, n);
    shared.putLong(row + 8, 0);
    shared.put(Layout.THREADS, count + 1);
    return count;
  }

  // --- objects

  @Override
  public long address(int object) {
    return shared.getLong(OBJECTS + object * Layout.OBJECT_SIZE);
  }

  @Override
  public int size(int object) {
    return shared.get(OBJECTS + object * Layout.OBJECT_SIZE + 8);
  }

  @Override
  public int matter(int object) {
    return shared.getShort(OBJECTS + object * Layout.OBJECT_SIZE + 12);
  }

  @Override
  public int leader(int object) {
    int leader = shared.get(OBJECTS + object * Layout.OBJECT_SIZE + 16);
    return leader == 0 ? object : leader - 1;
  }

  /** Whether objects were joined here, not by the program, since this was asked last. */
  boolean wasRegrouped() {
    boolean was = isRegrouped;
    isRegrouped = false;
    return was;
  }

  /** Makes two objects one for traces: the first of all in a group leads it. */
  void join(int one, int other) {
    int leader = Math.min(leader(one), leader(other));
    int gone = Math.max(leader(one), leader(other));
    if (leader == gone) {
      return;
    }
    isRegrouped = true;
    boolean isPlain = isPlain(gone);
    for (int object = 0; object < objectCount(); object++) {
      if (leader(object) == gone) {
        shared.put(OBJECTS + object * Layout.OBJECT_SIZE + 16, leader + 1);
      }
    }
    setFlags(leader, flags(leader) | (isPlain ? Layout.PLAIN : 0));
  }

  boolean isPlain(int object) {
    return (flags(object) & Layout.PLAIN) != 0;
  }

  void makeVisible(int object) {
    setFlags(object, flags(object) | Layout.VISIBLE);
    shared.put(Layout.VISIBILITY, shared.get(Layout.VISIBILITY) + 1);
  }

  void hideAll() {
    for (int object = 0; object < objectCount(); object++) {
      setFlags(object, flags(object) & ~Layout.VISIBLE);
    }
    shared.put(Layout.VISIBILITY, shared.get(Layout.VISIBILITY) + 1);
  }

  private int flags(int object) {
    return shared.getShort(OBJECTS + object * Layout.OBJECT_SIZE + 14);
  }

  private void setFlags(int object, int flags) {
    shared.putShort(OBJECTS + object * Layout.OBJECT_SIZE + 14, flags);
  }

  /** The object that a key of a replay file speaks of: a variable in it raced. */
  int objectOf(Keys.ObjectKey key) {
    int object = objectOf(key, key.matter() == 0);
    Keys.ObjectKey leader = key.leader();
    if (leader != null && object >= 0) {
      int first = objectOf(leader, false);
      if (first < 0) {
        return -1;
      }
      join(object, first);
    }
    return object;
  }

  /**
   * The object that a key speaks of; it is given a number if it has none.
   *
   * @param isPlain whether it raced
   */
  int objectOf(Keys.ObjectKey key, boolean isPlain) {
    int count = objectCount();
    for (int object = 0; object < count; object++) {
      if (address(object) == key.address()
          && size(object) == key.size()
          && matter(object) == key.matter()) {
        setFlags(object, flags(object) | (isPlain ? Layout.PLAIN : 0));
        return object;
      }
    }
    if (count == Layout.MAX_OBJECTS) {
      return -1;
    }
    int row = OBJECTS + count * Layout.OBJECT_SIZE;
    shared.putLong(row, key.address());
    shared.put(row + 8, key.size());
    shared.putShort(row + 12, key.matter());
    shared.putShort(row + 14, isPlain ? Layout.PLAIN : 0);
    shared.putLong(row + 16, 0);
    shared.put(Layout.OBJECTS, count + 1);
    return count;
  }

  /** The object that says whether a thread was cancelled, -1 as long as nobody cancels one. */
  int cancelStatus(int thread) {
    for (int count = objectCount(); objectsSeen < count; objectsSeen++) {
      if (matter(objectsSeen) == CANCEL) {
        noteStatus((int) address(objectsSeen), objectsSeen);
      }
    }
    int status = thread < statuses.length ? statuses[thread] : -1;
    return status >= 0 && (flags(status) & Layout.VISIBLE) != 0 ? status : -1;
  }

  private void noteStatus(int thread, int object) {
    if (thread >= statuses.length) {
      int[] longer = new int[Math.max(8, 2 * thread + 1)];
      Arrays.fill(longer, -1);
      System.arraycopy(statuses, 0, longer, 0, statuses.length);
      statuses = longer;
    }
    statuses[thread] = object;
  }

  // --- positions, values, blocks of the heap

  int placeCount() {
    return shared.get(Layout.PLACES);
  }

  /** The position of a call; it is given a number if it has none and there is room. */
  int placeOf(int pc, int caller) {
    int count = placeCount();
    for (int place = 0; place < count; place++) {
      int row = PLACES + place * Layout.PLACE_SIZE;
      if (shared.get(row) == pc && shared.get(row + 4) == caller) {
        return place;
      }
    }
    if (count == Layout.MAX_PLACES) {
      return -1;
    }
    shared.put(PLACES + count * Layout.PLACE_SIZE, pc);
    shared.put(PLACES + count * Layout.PLACE_SIZE + 4, caller);
    shared.put(Layout.PLACES, count + 1);
    return count;
  }

  int features() {
    return shared.get(Layout.FEATURES);
  }

  void addFeatures(int more) {
    shared.put(Layout.FEATURES, features() | more);
  }

  @Override
  public long pc(int position) {
    return position < 0 ? 0 : shared.get(PLACES + position * Layout.PLACE_SIZE) & 0xFFFFFFFFL;
  }

  @Override
  public int caller(int position) {
    return position < 0 ? -1 : shared.get(PLACES + position * Layout.PLACE_SIZE + 4);
  }

  @Override
  public long value(int code) {
    if (code >= FIRST_CODE / 2) {
      return code;
    }
    for (int i = 0; i < shared.get(Layout.VALUES); i++) {
      long value = shared.getLong(VALUES + i * Long.BYTES);
      if (codeOf(value) == code) {
        return value;
      }
    }
    return code;
  }

  /** The code of a large value, as {@code numbers.c} makes it. */
  private static int codeOf(long value) {
    return FIRST_CODE + ((int) (value * 0x9E3779B97F4A7C15L >>> 32) & CODE_MASK);
  }

  @Override
  public Optional<Allocation> allocation(long address) {
    for (int i = shared.get(Layout.ALLOCATIONS) - 1; i >= 0; i--) {
      int row = ALLOCATIONS + i * Layout.ALLOCATION_SIZE;
      long from = shared.getLong(row);
      long size = shared.getLong(row + 8);
      if (address >= from && address < from + Math.max(1, size)) {
        int thread = shared.get(row + 16);
        return Optional.of(new Allocation(from, size, thread, shared.get(row + 20)));
      }
    }
    return Optional.empty();
  }
}
