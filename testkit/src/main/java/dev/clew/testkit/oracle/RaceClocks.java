package dev.clew.testkit.oracle;

import dev.clew.trace.OpKind;
import java.util.List;
import java.util.Set;

/**
 * Vector clocks of happens-before by synchronisation, and the data races they reveal.
 *
 * <p>A table of rows, one number per thread each: the clock of every thread; for every object what
 * was published through it; for every plain variable when each thread last read and wrote it. An
 * access of thread u at its time n happens before what thread t does now if row t has at least n at
 * u. Timeouts order nothing.
 */
final class RaceClocks {
  private static final int ROWS_PER_OBJECT = 4;

  /** What unlocks, writes, releases, unparks, interrupts and arrivals published. */
  private static final int PUBLISHED = 0;

  /** What read-unlocks published. */
  private static final int PUBLISHED_BY_READERS = 1;

  private static final int LAST_READ = 2;
  private static final int LAST_WRITE = 3;

  private final World world;
  private final MemoryModel model;
  private final int width;
  private final int[] table;

  private RaceClocks(World world, MemoryModel model, int[] table) {
    this.world = world;
    this.model = model;
    this.width = world.threadCount();
    this.table = table;
  }

  /** The clocks before the first event. */
  static RaceClocks before(World world, MemoryModel model) {
    int rows = world.threadCount() + ROWS_PER_OBJECT * world.objectCount();
    RaceClocks clocks = new RaceClocks(world, model, new int[rows * world.threadCount()]);
    for (int t = 0; t < world.threadCount(); t++) {
      if (!world.actor(t).startedByOther()) {
        clocks.tick(t);
      }
    }
    return clocks;
  }

  RaceClocks copy() {
    return new RaceClocks(world, model, table.clone());
  }

  private int row(int object, int what) {
    return world.threadCount() + ROWS_PER_OBJECT * object + what;
  }

  private void join(int intoRow, int fromRow) {
    for (int u = 0; u < width; u++) {
      int time = table[fromRow * width + u];
      if (table[intoRow * width + u] < time) {
        table[intoRow * width + u] = time;
      }
    }
  }

  private void clear(int row) {
    for (int u = 0; u < width; u++) {
      table[row * width + u] = 0;
    }
  }

  private void tick(int thread) {
    table[thread * width + thread]++;
  }

  /** Accounts for the next event, and adds the plain variable on which it races, if any. */
  void observe(OracleEvent event, Set<Integer> racyVariables) {
    int t = event.thread();
    switch (event.kind()) {
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET ->
          observeVariable(event, event.accesses().get(0).object(), racyVariables);
      case LOCK, REACQUIRE, ACQUIRE -> acquire(event);
      case TRY_LOCK, TRY_ACQUIRE -> {
        if (event.successful()) {
          acquire(event);
        }
      }
      case PARK, CANCEL_WAIT, TEST_INTERRUPT -> acquire(event);
      case UNLOCK, RELEASE, UNPARK, INTERRUPT, WRITE_UNLOCK ->
          join(row(event.accesses().get(0).object(), PUBLISHED), t);
      case WAIT -> join(row(mutexOf(event), PUBLISHED), t);
      case READ_UNLOCK -> join(row(event.accesses().get(0).object(), PUBLISHED_BY_READERS), t);
      case READ_LOCK, TRY_READ_LOCK -> {
        if (event.successful()) {
          join(t, row(event.accesses().get(0).object(), PUBLISHED));
        }
      }
      case WRITE_LOCK, TRY_WRITE_LOCK -> {
        if (event.successful()) {
          join(t, row(event.accesses().get(0).object(), PUBLISHED));
          join(t, row(event.accesses().get(0).object(), PUBLISHED_BY_READERS));
        }
      }
      case JOIN -> join(t, event.target());
      case IS_ALIVE -> {
        // A thread that is not alive has ended, or has not started and has an empty clock.
        if (!event.successful()) {
          join(t, event.target());
        }
      }
      case START -> {
        int child = event.released().get(0);
        join(child, t);
        tick(child);
      }
      case NOTIFY, NOTIFY_ALL -> {
        // A waiter does nothing before it re-acquires the lock, so it may learn of it now.
        for (int waiter : model == MemoryModel.C ? List.<Integer>of() : event.released()) {
          join(waiter, t);
        }
      }
      case ARRIVE -> arrive(event, row(event.accesses().get(0).object(), PUBLISHED));
      case END, YIELD, CHOICE, PASS -> {}
      case TIMEOUT -> {
        return;
      }
    }
    tick(t);
  }

  private void acquire(OracleEvent event) {
    for (Access access : event.accesses()) {
      join(event.thread(), row(access.object(), PUBLISHED));
    }
  }

  private static int mutexOf(OracleEvent wait) {
    return wait.accesses().get(0).object();
  }

  /** The last of a generation passes on what all its arrivals published; then a new one begins. */
  private void arrive(OracleEvent event, int published) {
    join(published, event.thread());
    if (!event.released().isEmpty()) {
      for (int party : event.released()) {
        join(party, published);
      }
      clear(published);
    }
  }

  private void observeVariable(OracleEvent event, int variable, Set<Integer> racyVariables) {
    int t = event.thread();
    Access.Mode mode = event.accesses().get(0).mode();
    if (world.isPlain(variable)) {
      boolean write = mode == Access.Mode.WRITE;
      if (isUnordered(t, row(variable, LAST_WRITE))
          || (write && isUnordered(t, row(variable, LAST_READ)))) {
        racyVariables.add(variable);
      }
      int last = row(variable, write ? LAST_WRITE : LAST_READ);
      table[last * width + t] = table[t * width + t];
      return;
    }
    boolean looks = event.kind() != OpKind.WRITE;
    if (looks) {
      join(t, row(variable, PUBLISHED));
    }
    if (mode == Access.Mode.WRITE) {
      if (!looks && model == MemoryModel.C) {
        clear(row(variable, PUBLISHED));
      }
      join(row(variable, PUBLISHED), t);
    }
  }

  /** Whether some access recorded in a row does not happen before what the thread does now. */
  private boolean isUnordered(int thread, int accessRow) {
    for (int u = 0; u < width; u++) {
      if (u != thread && table[accessRow * width + u] > table[thread * width + u]) {
        return true;
      }
    }
    return false;
  }
}
