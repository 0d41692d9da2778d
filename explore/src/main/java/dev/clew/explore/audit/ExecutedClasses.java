package dev.clew.explore.audit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The classes that a search executed, each by its 128 bits.
 *
 * <p>There is room for a certain number. When there are more, only every second is kept, then every
 * fourth and so on, by bits that say nothing of the class: of a class that is still {@linkplain
 * #isKept kept} it can be told whether it was executed, of others it cannot.
 *
 * <p>A class is noted first and entered later, with many others: the table is large, and the
 * processor can wait for several places of it at once.
 */
public final class ExecutedClasses {
  /**
   * Classes of which all are kept: with the room between them 2 MB, which processors have at hand.
   * A larger table costs a search of short executions more than it tells.
   */
  public static final int ROOM = 1 << 15;

  private static final int NOTED = 1 << 10;

  /** Searches may be short, and then most of the time goes to making what they need. */
  private static final int FIRST_ROOM = 1 << 4;

  private final int room;

  /** A class is kept if these bits of it are 0. */
  private long sieve;

  private long[] noted = new long[2 * FIRST_ROOM];
  private int notes;

  /** Open addressing, two numbers for each place; the second is 0 if it is free. */
  private long[] places = new long[2 * FIRST_ROOM];

  private int size;

  /** A table with the usual room. */
  public ExecutedClasses() {
    this(ROOM);
  }

  /** A table in which all classes are kept if there are at most so many. */
  public ExecutedClasses(int room) {
    this.room = room;
  }

  /** Forgets all. */
  public void clear() {
    sieve = 0;
    notes = 0;
    size = 0;
    places = new long[2 * FIRST_ROOM];
  }

  /** Adds the class with these bits. */
  public void add(long high, long low) {
    if ((high & sieve) != 0) {
      return;
    }
    noted[notes++] = high;
    noted[notes++] = low;
    if (notes == 2 * NOTED) {
      enterNoted();
    } else if (notes == noted.length) {
      noted = Arrays.copyOf(noted, 2 * notes);
    }
  }

  /** Whether it can be told if the class with these bits was executed. */
  public boolean isKept(long high) {
    enterNoted();
    return (high & sieve) == 0;
  }

  /** Whether the class with these bits was executed; it must be one that is kept. */
  public boolean contains(long high, long low) {
    enterNoted();
    int at = placeOf(places, high, low);
    return places[at + 1] != 0;
  }

  /** How many classes are kept. */
  public int size() {
    enterNoted();
    return size;
  }

  /** One of how many classes is kept. */
  public long share() {
    enterNoted();
    return sieve + 1;
  }

  private void enterNoted() {
    for (int n = 0; n < notes; n += 2) {
      enter(noted[n], noted[n + 1]);
    }
    notes = 0;
  }

  private void enter(long high, long low) {
    if ((high & sieve) != 0) {
      return;
    }
    int at = placeOf(places, high, low);
    if (places[at + 1] != 0) {
      return;
    }
    places[at] = high;
    places[at + 1] = low;
    size++;
    if (size > room) {
      keepHalf();
    } else if (4 * size > places.length) {
      moveTo(2 * places.length);
    }
  }

  private void keepHalf() {
    sieve = 2 * sieve + 1;
    moveTo(places.length);
  }

  private void moveTo(int length) {
    long[] old = places;
    places = new long[length];
    size = 0;
    for (int p = 0; p < old.length; p += 2) {
      if (old[p + 1] != 0 && (old[p] & sieve) == 0) {
        int at = placeOf(places, old[p], old[p + 1]);
        places[at] = old[p];
        places[at + 1] = old[p + 1];
        size++;
      }
    }
  }

  private static int placeOf(long[] table, long high, long low) {
    int mask = table.length / 2 - 1;
    int place = (int) low & mask;
    while (table[2 * place + 1] != 0 && (table[2 * place] != high || table[2 * place + 1] != low)) {
      place = (place + 1) & mask;
    }
    return 2 * place;
  }

  /** Writes the classes that are kept. */
  public void save(DataOutput out) throws IOException {
    enterNoted();
    out.writeLong(sieve);
    out.writeInt(size);
    for (int p = 0; p < places.length; p += 2) {
      if (places[p + 1] != 0) {
        out.writeLong(places[p]);
        out.writeLong(places[p + 1]);
      }
    }
  }

  /**
   * Adds those that were saved, perhaps by another worker: those stay that both keep. It has what
   * one table would have in which all were entered.
   */
  public void restore(DataInput in) throws IOException {
    enterNoted();
    long theirs = in.readLong();
    if ((theirs & ~sieve) != 0) {
      sieve |= theirs;
      moveTo(places.length);
    }
    for (int left = in.readInt(); left > 0; left--) {
      enter(in.readLong(), in.readLong());
    }
  }
}
