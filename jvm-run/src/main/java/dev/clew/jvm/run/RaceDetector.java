package dev.clew.jvm.run;

import dev.clew.trace.Race;
import dev.clew.trace.Trace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds data races while an execution runs: the last write and the last reads of each plain
 * location as epochs, a vector only for locations that several threads read (FastTrack, Flanagan
 * and Freund, PLDI 2009).
 *
 * <p>A location has {@link #WIDTH} cells: thread plus one, time, site and events before, of the
 * last write and of the last read; {@link #SHARED} as reader says that the readers are in a vector.
 * Elements of an array that are accessed together may be one location, see {@link ElementRuns}.
 */
final class RaceDetector {
  static final int WIDTH = 8;
  static final int READ = 4;
  static final int SHARED = -1;
  private static final int VECTOR_WIDTH = 3;

  /** In the place of a field: elements of an array. */
  static final int ELEMENTS = -1;

  /** The same for what a collection holds. */
  static final int CONTENTS = -2;

  /**
   * The same for an object that protects itself: that accesses are not ordered is no fault, but
   * their order matters.
   */
  static final int ORDER = -3;

  private final Objects objects;
  private final Likeness likeness;
  private final InitialiserOrder initialisers;
  private long[] reportedFields = new long[16];
  private long[] reportedSites = new long[16];
  private long[] reportedCollections = new long[16];
  private long execution;
  private Trace trace;

  private final SharedLocations sharedSoFar = new SharedLocations();

  /** Kept where states are to be known, else null. */
  private @Nullable SharedLocations shared;

  /** Where all accesses are noted, null if nobody asks for them. */
  private @Nullable PlainAccesses noted;

  RaceDetector(Objects objects, Trace trace, Likeness likeness, InitialiserOrder initialisers) {
    this.objects = objects;
    this.initialisers = initialisers;
    this.likeness = likeness;
    this.trace = trace;
  }

  /** An execution begins; {@code keepsStates} says that its states are to be known. */
  void begin(long newExecution, Trace newTrace, boolean keepsStates) {
    execution = newExecution;
    trace = newTrace;
    sharedSoFar.begin();
    shared = keepsStates ? sharedSoFar : null;
    PlainAccesses accesses = noted;
    if (accesses != null) {
      accesses.clear();
    }
  }

  /** Notes all accesses from the next execution on. */
  void noteAll(PlainAccesses accesses) {
    noted = accesses;
  }

  /** A thread reads a plain field or element. */
  void read(ProgramThread thread, Shadow shadow, int index, int field, int site, int events) {
    PlainAccesses accesses = noted;
    if (accesses != null) {
      accesses.add(thread, shadow, index, field, false, events);
    }
    int at = index * WIDTH;
    int[] cells = shadow.accesses;
    if (at >= cells.length) {
      cells = grow(shadow, index);
    }
    int me = thread.number + 1;
    int now = thread.now();
    if (cells[at + READ] == me && cells[at + READ + 1] == now) {
      return;
    }
    if (shared != null && shared.access(shadow, field, index, thread.number, false)) {
      trace.startAgain();
    }
    checkWriter(thread, shadow, index, field, false, site, events);
    int reader = cells[at + READ];
    if (reader == 0 || reader == me || isSeen(thread, reader, cells[at + READ + 1])) {
      set(cells, at + READ, me, now, site, events);
    } else {
      share(shadow, index, cells, at + READ, thread, site, events);
    }
  }

  private boolean isSeen(ProgramThread thread, int reader, int time) {
    return reader != SHARED && initialisers.hasSeen(thread, reader - 1, time);
  }

  /** A thread writes a plain field or element. */
  void write(ProgramThread thread, Shadow shadow, int index, int field, int site, int events) {
    PlainAccesses accesses = noted;
    if (accesses != null) {
      accesses.add(thread, shadow, index, field, true, events);
    }
    int at = index * WIDTH;
    int[] cells = shadow.accesses;
    if (at >= cells.length) {
      cells = grow(shadow, index);
    }
    int me = thread.number + 1;
    int now = thread.now();
    if (cells[at] == me && cells[at + 1] == now && cells[at + READ] == 0) {
      return;
    }
    if (shared != null && shared.access(shadow, field, index, thread.number, true)) {
      trace.startAgain();
    }
    checkWriter(thread, shadow, index, field, true, site, events);
    checkReads(thread, shadow, index, field, site, events);
    set(cells, at, me, now, site, events);
    cells[at + READ] = 0;
  }

  /** A thread reads or writes an element of an array. */
  void accessElement(
      ProgramThread thread, Shadow array, int index, boolean isWrite, int site, int events) {
    ElementRuns runs = array.runs;
    if (runs != null) {
      runs.countSingle();
      accessRuns(thread, array, runs, index, index + 1, isWrite, site, events);
    } else {
      accessOne(thread, array, index, isWrite, site, events);
    }
  }

  /** The same for many elements; as if they were accessed one after the other. */
  void accessElements(
      ProgramThread thread, Shadow array, int from, int to, boolean isWrite, int site, int events) {
    ElementRuns runs = array.runs;
    if (runs == null && mayKeepRuns(array, from, to)) {
      runs = ElementRuns.of(array);
    }
    if (runs != null) {
      accessRuns(thread, array, runs, from, to, isWrite, site, events);
      return;
    }
    for (int i = from; i < to; i++) {
      accessOne(thread, array, i, isWrite, site, events);
    }
  }

  /** Who wants to know of each element gets it; what many elements have already stays. */
  private boolean mayKeepRuns(Shadow array, int from, int to) {
    return shared == null
        && noted == null
        && to - from >= ElementRuns.LEAST
        && locations(array) <= ElementRuns.LEAST;
  }

  private void accessRuns(
      ProgramThread thread,
      Shadow array,
      ElementRuns runs,
      int from,
      int to,
      boolean isWrite,
      int site,
      int events) {
    int first = runs.startingAt(array, from);
    int end = runs.startingAt(array, to);
    for (int run = first; run < end; run++) {
      accessOne(thread, array, run, isWrite, site, events);
    }
    runs.merge(array, first, end);
    if (!runs.arePractical()) {
      runs.dissolve(array);
    }
  }

  private void accessOne(
      ProgramThread thread, Shadow array, int index, boolean isWrite, int site, int events) {
    if (isWrite) {
      write(thread, array, index, ELEMENTS, site, events);
    } else {
      read(thread, array, index, ELEMENTS, site, events);
    }
  }

  /**
   * Adds the accesses with which later ones can race, and who knows of them.
   *
   * @param base what the numbers of the locations begin with
   */
  void addTo(StateLook look, Shadow shadow, long base) {
    int[] cells = shadow.accesses;
    for (int index = 0; (index + 1) * WIDTH <= cells.length; index++) {
      if (shared == null || !shared.counts(shadow, index)) {
        continue;
      }
      int at = index * WIDTH;
      if (cells[at] > 0) {
        look.addAccess(base + 2L * index, cells[at] - 1, cells[at + 1]);
      }
      if (cells[at + READ] > 0) {
        look.addAccess(base + 2L * index + 1, cells[at + READ] - 1, cells[at + READ + 1]);
      } else if (cells[at + READ] == SHARED && shadow.readers != null) {
        int[] vector = shadow.readers[index];
        for (int t = 0; t * VECTOR_WIDTH < vector.length; t++) {
          if (vector[t * VECTOR_WIDTH] > 0) {
            look.addAccess(base + 2L * index + 1, t, vector[t * VECTOR_WIDTH]);
          }
        }
      }
    }
  }

  // --- what comes before an access

  /** Reports a race with the last write of a location, if there is one. */
  void checkWriter(
      ProgramThread thread,
      Shadow shadow,
      int index,
      int field,
      boolean isWrite,
      int site,
      int events) {
    int at = index * WIDTH;
    int[] cells = shadow.accesses;
    int writer = at < cells.length ? cells[at] - 1 : -1;
    if (writer < 0 || writer == thread.number) {
      return;
    }
    if (!initialisers.hasSeen(thread, writer, cells[at + 1])) {
      report(
          shadow, field, writer, true, cells[at + 2], cells[at + 3], thread, isWrite, site, events);
    } else {
      likeness.sees(thread, writer, cells[at + 1], shadow);
    }
  }

  /** Reports races of a write with the last reads of a location. */
  void checkReads(ProgramThread thread, Shadow shadow, int index, int field, int site, int events) {
    int at = index * WIDTH + READ;
    int[] cells = shadow.accesses;
    int reader = at < cells.length ? cells[at] : 0;
    if (reader == SHARED) {
      checkReaders(shadow, index, field, thread, site, events);
    } else if (reader > 0 && reader != thread.number + 1) {
      if (initialisers.hasSeen(thread, reader - 1, cells[at + 1])) {
        likeness.sees(thread, reader - 1, cells[at + 1], shadow);
        return;
      }
      int readAt = cells[at + 2];
      int readBefore = cells[at + 3];
      report(shadow, field, reader - 1, false, readAt, readBefore, thread, true, site, events);
    }
  }

  /** How many locations of an object may have been accessed: all from 0 to this. */
  static int locations(Shadow shadow) {
    return shadow.accesses.length / WIDTH;
  }

  private static void set(int[] cells, int at, int thread, int time, int site, int events) {
    cells[at] = thread;
    cells[at + 1] = time;
    cells[at + 2] = site;
    cells[at + 3] = events;
  }

  private void share(
      Shadow shadow, int index, int[] cells, int at, ProgramThread thread, int site, int events) {
    int[][] readers = shadow.readers;
    if (readers == null || readers.length <= index) {
      readers = readers == null ? new int[index + 1][] : Arrays.copyOf(readers, 2 * index + 1);
      shadow.readers = readers;
    }
    int[] vector = readers[index];
    if (vector == null || cells[at] != SHARED) {
      vector = new int[0];
    }
    if (cells[at] != SHARED) {
      vector = note(vector, cells[at] - 1, cells[at + 1], cells[at + 2], cells[at + 3]);
      cells[at] = SHARED;
    }
    readers[index] = note(vector, thread.number, thread.now(), site, events);
  }

  private static int[] note(int[] vector, int thread, int time, int site, int events) {
    int at = thread * VECTOR_WIDTH;
    int[] grown = at < vector.length ? vector : Arrays.copyOf(vector, at + VECTOR_WIDTH);
    grown[at] = time;
    grown[at + 1] = site;
    grown[at + 2] = events;
    return grown;
  }

  private void checkReaders(
      Shadow shadow, int index, int field, ProgramThread thread, int site, int events) {
    int[][] readers = shadow.readers;
    int[] vector = readers == null ? new int[0] : readers[index];
    for (int reader = 0; reader * VECTOR_WIDTH < vector.length; reader++) {
      int time = vector[reader * VECTOR_WIDTH];
      if (time <= 0 || reader == thread.number) {
        continue;
      }
      if (initialisers.hasSeen(thread, reader, time)) {
        likeness.sees(thread, reader, time, shadow);
      } else {
        int readAt = vector[reader * VECTOR_WIDTH + 1];
        int readBefore = vector[reader * VECTOR_WIDTH + 2];
        report(shadow, field, reader, false, readAt, readBefore, thread, true, site, events);
      }
    }
  }

  /** Reports the first race of each declared field, or of what was made at a site. */
  private void report(
      Shadow shadow,
      int field,
      int first,
      boolean firstWrites,
      int firstSite,
      int firstEvents,
      ProgramThread second,
      boolean secondWrites,
      int site,
      int events) {
    int madeAt = Math.max(shadow.site, 0);
    if (field == ORDER) {
      trace.reveal(objects.ordersMadeAt(shadow));
      return;
    }
    if (field >= 0) {
      reportedFields = withRoom(reportedFields, field);
      if (reportedFields[field] == execution) {
        return;
      }
      reportedFields[field] = execution;
    } else if (field == CONTENTS) {
      reportedCollections = withRoom(reportedCollections, madeAt);
      if (reportedCollections[madeAt] == execution) {
        return;
      }
      reportedCollections[madeAt] = execution;
    } else {
      reportedSites = withRoom(reportedSites, madeAt);
      if (reportedSites[madeAt] == execution) {
        return;
      }
      reportedSites[madeAt] = execution;
    }
    int location = location(shadow, field, madeAt);
    trace.addRace(
        new Race(
            location,
            first,
            firstWrites,
            firstSite,
            second.number,
            secondWrites,
            site,
            events,
            firstEvents));
  }

  private int location(Shadow shadow, int field, int madeAt) {
    if (field >= 0) {
      return objects.declared(field);
    }
    return field == CONTENTS ? objects.collectionsMadeAt(shadow) : objects.arraysMadeAt(madeAt);
  }

  private static long[] withRoom(long[] stamps, int index) {
    return index < stamps.length
        ? stamps
        : Arrays.copyOf(stamps, Math.max(index + 1, 2 * stamps.length));
  }

  private static int[] grow(Shadow shadow, int index) {
    int wanted = (index + 1) * WIDTH;
    shadow.accesses = Arrays.copyOf(shadow.accesses, Math.max(wanted, 2 * shadow.accesses.length));
    return shadow.accesses;
  }
}
