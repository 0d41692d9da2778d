package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.TimerTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A timer of one execution: what happens to its tasks is an operation on its state, and its thread
 * waits for the time of the first one or for a permit that says that there is something new.
 *
 * <p>Everything is changed only in the step of an operation on the state.
 */
final class TimerCore {
  static final int VIRGIN = 0;
  static final int SCHEDULED = 1;
  static final int EXECUTED = 2;
  static final int CANCELLED = 3;

  /** What became of a task. */
  static final class TaskStatus extends AtomicInteger {
    private static final long serialVersionUID = 1L;

    /** When it is due next, and after how much time again: as the JDK has it. */
    long next;

    long period;
  }

  /** A task in the queue. */
  private static final class Entry {
    private final TimerTask task;
    private final TaskStatus status;
    private long time;

    /** How often it was run, if it is periodic. */
    private int runs;

    private Entry(TimerTask task, TaskStatus status, long time) {
      this.task = task;
      this.status = status;
      this.time = time;
    }
  }

  /** The state of a timer: the number counts the changes. */
  private static final class TimerState extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /** Wakes the thread of a timer. */
  private static final class TimerSignal extends Semaphore {
    private static final long serialVersionUID = 1L;

    private TimerSignal() {
      super(0);
    }
  }

  private final TimerState state = new TimerState();
  private final TimerSignal signal = new TimerSignal();

  /** In the order of their time. */
  private final List<Entry> queue = new ArrayList<>();

  private boolean isOver;
  private boolean isWaiting;

  /** The latest time at which a task ran: what is scheduled after that is not earlier. */
  private long latest;

  /** The latest time at which a task was added, as {@code System.nanoTime} would tell it. */
  private long latestAdded = Long.MIN_VALUE;

  private void change() {
    state.getAndIncrement();
  }

  private static long millis() {
    return Cores.millis();
  }

  // --- for those who use the timer

  /** A task is to run at a time of day, in milliseconds, and again after each period if not 0. */
  void schedule(TimerTask task, TaskStatus status, long time, long period) {
    if (!status.compareAndSet(VIRGIN, SCHEDULED)) {
      throw new IllegalStateException("Task already scheduled or cancelled");
    }
    change();
    if (isOver) {
      status.set(VIRGIN);
      throw new IllegalStateException("Timer already cancelled.");
    }
    long late = latest - millis();
    long due = late > 0 && time > millis() ? time + late : time;
    status.next = due;
    status.period = period;
    Entry entry = new Entry(task, status, due);
    latestAdded = Math.max(latestAdded, Cores.nanos());
    insert(entry);
    if (queue.get(0) == entry) {
      wake();
    }
  }

  private void insert(Entry entry) {
    int place = 0;
    while (place < queue.size() && queue.get(place).time <= entry.time) {
      place++;
    }
    queue.add(place, entry);
  }

  private void wake() {
    if (isWaiting) {
      isWaiting = false;
      signal.release();
    }
  }

  void cancel() {
    change();
    isOver = true;
    queue.clear();
    wake();
  }

  /** Removes tasks that were cancelled, and says how many there were. */
  int purge() {
    change();
    int removed = 0;
    for (Entry each : List.copyOf(queue)) {
      if (each.status.get() == CANCELLED) {
        change();
        removed += queue.remove(each) ? 1 : 0;
      }
    }
    return removed;
  }

  // --- the thread

  void run() {
    boolean isAbandoned = false;
    try {
      Entry next = take();
      while (next != null) {
        next.task.run();
        next = take();
      }
    } catch (Turns.Abandoned e) {
      isAbandoned = true;
      throw e;
    } finally {
      if (!isAbandoned) {
        change();
        isOver = true;
        queue.clear();
      }
    }
  }

  /** Waits for the next task that is due and was not cancelled; null if none will come. */
  private @Nullable Entry take() {
    while (true) {
      change();
      Cores.catchUp(latestAdded); // nobody finds something earlier than it was put there
      isWaiting = false;
      if (queue.isEmpty()) {
        if (isOver) {
          return null;
        }
        await(-1);
        continue;
      }
      Entry first = queue.get(0);
      long delay = first.time - millis();
      if (delay > 0) {
        await(delay);
      } else if (begin(first)) {
        return first;
      }
    }
  }

  /** The first task leaves the queue, or gets its next time; whether it is to be run. */
  private boolean begin(Entry first) {
    queue.remove(first);
    latest = Math.max(latest, millis());
    long period = first.status.period;
    if (period == 0) {
      return first.status.compareAndSet(SCHEDULED, EXECUTED);
    }
    first.time = period < 0 ? millis() - period : first.time + period;
    insert(first);
    if (first.status.get() == SCHEDULED) {
      first.status.next = first.time;
      first.runs++;
      return true;
    }
    change();
    queue.remove(first);
    return false;
  }

  /** Waits for the time of the first task, or if there is none for one. */
  private void await(long millis) {
    isWaiting = true;
    boolean isPeriodic = millis > 0 && queue.stream().allMatch(each -> each.status.period != 0);
    Cores.idle(millis < 0 || isPeriodic);
    if (isPeriodic) {
      int fewest = queue.stream().mapToInt(each -> each.runs).min().orElse(0);
      int most = queue.stream().mapToInt(each -> each.runs).max().orElse(0);
      Cores.awaitsRun(fewest, most);
    }
    try {
      if (millis < 0) {
        signal.acquireUninterruptibly();
      } else {
        signal.tryAcquire(millis, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      return; // as the JDK does: it looks what is to be done
    } finally {
      Cores.idle(false);
      Cores.awaitsNoRun();
    }
  }
}
