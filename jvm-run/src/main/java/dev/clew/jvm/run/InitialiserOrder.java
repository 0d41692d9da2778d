package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What happens before what because a class is initialised, where that is no operation.
 *
 * <p>Whoever comes to a class that is initialised comes after all that its initialiser did. But not
 * after what the thread that ran it had done before: any thread that needs the class might have
 * been the first, and nothing else would be different. So the clock of that thread is not joined.
 * Instead a thread has times of their own for what it does in initialisers, and it is noted who
 * passed which class when.
 */
final class InitialiserOrder {
  private static final int NONE = -1;

  /** The times of a thread at which the innermost class that it initialises changed. */
  private static final class Changes {
    long execution;
    int size;
    int[] times = new int[8];
    int[] innermost = new int[8];

    void add(int time, int classNumber) {
      if (size == times.length) {
        times = Arrays.copyOf(times, 2 * size);
        innermost = Arrays.copyOf(innermost, 2 * size);
      }
      times[size] = time;
      innermost[size++] = classNumber;
    }

    int innermostAt(int time) {
      int at = Arrays.binarySearch(times, 0, size, time);
      int last = at >= 0 ? at : -at - 2;
      return last < 0 ? NONE : innermost[last];
    }
  }

  /** A class: in the initialiser of which other one its own was run, and who passed it when. */
  private static final class Passes {
    long execution;
    int outer = NONE;

    /** By thread; 0 for one that did not. */
    int[] times = new int[4];
  }

  private @Nullable Changes[] changes = new @Nullable Changes[8];
  private @Nullable Passes[] passes = new @Nullable Passes[16];
  private long execution;

  void begin(long newExecution) {
    execution = newExecution;
  }

  /** A thread begins to initialise a class. */
  void enter(ProgramThread self, int classNumber) {
    Changes mine = changesOf(self.number);
    passesOf(classNumber).outer = mine.size == 0 ? NONE : mine.innermost[mine.size - 1];
    mine.add(self.tick(), classNumber);
  }

  /** A thread has initialised a class. */
  void leave(ProgramThread self, int classNumber) {
    changesOf(self.number).add(self.tick(), passesOf(classNumber).outer);
  }

  /** A thread finds a class initialised. */
  void pass(ProgramThread self, int classNumber) {
    Passes of = passesOf(classNumber);
    if (self.number >= of.times.length) {
      of.times = Arrays.copyOf(of.times, Math.max(2 * of.times.length, self.number + 1));
    }
    of.times[self.number] = self.now();
  }

  /** Whether what another thread did at that time happened before what a thread does now. */
  boolean hasSeen(ProgramThread thread, int other, int time) {
    if (thread.hasSeen(other, time)) {
      return true;
    }
    int at = innermostAt(other, time);
    while (at != NONE && !hasSeenClass(thread, at)) {
      at = passesOf(at).outer;
    }
    return at != NONE;
  }

  /** Whether a thread passed a class, or comes after one that did. */
  private boolean hasSeenClass(ProgramThread thread, int classNumber) {
    int[] times = passesOf(classNumber).times;
    if (thread.number < times.length && times[thread.number] != 0) {
      return true;
    }
    for (int each = 0; each < times.length; each++) {
      if (times[each] != 0 && hasSeen(thread, each, times[each])) {
        return true;
      }
    }
    return false;
  }

  /** Adds by which objects threads can come to know what one did at that time. */
  void addThoseAfter(StateLook look, Clocks clocks, int thread, int time) {
    clocks.addThoseAfter(look, thread, time);
    for (int at = innermostAt(thread, time); at != NONE; at = passesOf(at).outer) {
      int[] times = passesOf(at).times;
      for (int each = 0; each < times.length; each++) {
        if (times[each] != 0) {
          clocks.addThoseAfter(look, each, times[each]);
        }
      }
    }
  }

  private int innermostAt(int thread, int time) {
    Changes known = thread < changes.length ? changes[thread] : null;
    return known == null || known.execution != execution ? NONE : known.innermostAt(time);
  }

  private Changes changesOf(int thread) {
    if (thread >= changes.length) {
      changes = Arrays.copyOf(changes, Math.max(2 * changes.length, thread + 1));
    }
    Changes of = changes[thread];
    if (of == null) {
      of = new Changes();
      changes[thread] = of;
    }
    if (of.execution != execution) {
      of.execution = execution;
      of.size = 0;
    }
    return of;
  }

  private Passes passesOf(int classNumber) {
    if (classNumber >= passes.length) {
      passes = Arrays.copyOf(passes, Math.max(2 * passes.length, classNumber + 1));
    }
    Passes of = passes[classNumber];
    if (of == null) {
      of = new Passes();
      passes[classNumber] = of;
    }
    if (of.execution != execution) {
      of.execution = execution;
      of.outer = NONE;
      Arrays.fill(of.times, 0);
    }
    return of;
  }
}
