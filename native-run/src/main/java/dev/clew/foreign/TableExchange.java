package dev.clew.foreign;

import dev.clew.trace.NumberExchange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Exchanges the meaning of numbers with another process that runs the same program: rows of the
 * tables, in the order of their numbers, so that what they refer to was told before. Codes of
 * values are the same everywhere, and addresses too: so threads must have the same numbers, as the
 * memory of a thread lies where its number says.
 */
final class TableExchange implements NumberExchange {
  private final Tables tables;
  private final Translation threads = new Translation();
  private final Translation objects = new Translation();
  private final Translation places = new Translation();

  TableExchange(Tables tables) {
    this.tables = tables;
  }

  /** Our numbers for theirs, and how many of ours were told. */
  private static final class Translation {
    private int told;
    private int size;
    private int[] ours = new int[16];

    private void add(int number) {
      if (size == ours.length) {
        ours = Arrays.copyOf(ours, 2 * size);
      }
      ours[size++] = number;
    }

    private int of(int theirs) {
      return theirs < 0 || theirs >= size ? theirs : ours[theirs];
    }
  }

  // --- telling

  @Override
  public void tell(DataOutput out) throws IOException {
    int threadCount = tables.threadCount();
    out.writeInt(threadCount - threads.told);
    for (; threads.told < threadCount; threads.told++) {
      out.writeInt(tables.maker(threads.told));
      out.writeInt(tables.ordinal(threads.told));
    }
    int objectCount = tables.objectCount();
    out.writeInt(objectCount - objects.told);
    for (; objects.told < objectCount; objects.told++) {
      out.writeLong(tables.address(objects.told));
      out.writeInt(tables.size(objects.told));
      out.writeInt(tables.matter(objects.told));
      out.writeBoolean(tables.isPlain(objects.told));
    }
    tellGroups(out, objectCount);
    int placeCount = tables.placeCount();
    out.writeInt(placeCount - places.told);
    for (; places.told < placeCount; places.told++) {
      out.writeInt((int) tables.pc(places.told));
      out.writeInt(tables.caller(places.told));
    }
    out.writeInt(tables.features());
  }

  /** Groups grow, so all of them are told again. */
  private void tellGroups(DataOutput out, int objectCount) throws IOException {
    for (int object = 0; object < objectCount; object++) {
      if (tables.leader(object) != object) {
        out.writeInt(object);
        out.writeInt(tables.leader(object));
      }
    }
    out.writeInt(-1);
  }

  // --- hearing

  @Override
  public void hear(DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      int maker = in.readInt();
      int ordinal = in.readInt();
      int ours = maker < 0 ? ordinal : tables.child(threads.of(maker), ordinal);
      if (ours != threads.size) {
        throw new UnusableProgram(
            "several threads of the program make threads, in an order that is not the same in all"
                + " processes: leave out --jobs");
      }
      threads.add(ours);
    }
    for (int left = in.readInt(); left > 0; left--) {
      Keys.ObjectKey key = new Keys.ObjectKey(in.readLong(), in.readInt(), in.readInt());
      objects.add(tables.objectOf(key, in.readBoolean()));
    }
    for (int theirs = in.readInt(); theirs >= 0; theirs = in.readInt()) {
      tables.join(objects.of(theirs), objects.of(in.readInt()));
    }
    for (int left = in.readInt(); left > 0; left--) {
      int pc = in.readInt();
      places.add(tables.placeOf(pc, places.of(in.readInt())));
    }
    tables.addFeatures(in.readInt());
  }

  // --- translating

  @Override
  public int thread(int theirs) {
    return threads.of(theirs);
  }

  /** The one that stands for it here: another one of its group may stand for it there. */
  @Override
  public int object(int theirs) {
    int ours = objects.of(theirs);
    return ours < 0 ? ours : tables.leader(ours);
  }

  @Override
  public int label(int theirThread, int theirObject, int theirLabel) {
    boolean isThread = theirThread == Keys.CLOCK_THREAD || theirObject >= 0;
    return isThread ? threads.of(theirLabel) : theirLabel;
  }

  @Override
  public int position(int theirs) {
    return places.of(theirs);
  }
}
