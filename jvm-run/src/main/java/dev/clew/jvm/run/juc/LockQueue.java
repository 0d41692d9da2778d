package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Gate;
import dev.clew.jvm.run.Matter;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadow;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Who waits to acquire a lock, for those who ask.
 *
 * <p>To be blocked is no operation, so nobody could tell when it began. As soon as some thread asks
 * for the queue of any lock, all locks keep theirs, in the way the JDK does: a thread that does not
 * get a lock at once enters the queue, and leaves it when it has the lock or gives up; both are
 * operations. A waiter is put there by the one that signals it.
 */
final class LockQueue {
  private static final int READ = Dependence.modes(OpKind.READ, true);
  private static final int MODIFY = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  private final int number;
  private final List<ProgramThread> writers = new ArrayList<>();
  private final List<ProgramThread> readers = new ArrayList<>();

  /** The queue of the lock with this shadow. */
  LockQueue(Execution now, Shadow shadow) {
    this.number = now.objects.part(shadow, Objects.QUEUE);
  }

  /** Whether queues are kept. */
  static boolean isKept(Execution now) {
    return now.objects.isVisible(Matter.QUEUES);
  }

  /** A thread begins to wait: the running one, or one that it has signalled. */
  void enter(Execution now, ProgramThread thread, boolean toRead) {
    now.stand(now.current, OpKind.READ_MODIFY_WRITE, number, null, -1);
    (toRead ? readers : writers).add(thread);
    recordChange(now, size() - 1);
  }

  /**
   * The running thread waits in a way that an interrupt ends. Others may have seen it in the queue,
   * so that it looks at its interrupt status again.
   */
  boolean stand(Execution now, OpKind kind, int object, Gate gate, long nanos)
      throws InterruptedException {
    boolean isOpen = false;
    try {
      if (isKept(now)) {
        now.threadModel.checkInterrupt(now.current, -1);
      }
      isOpen = now.threadModel.standInterruptibly(now.current, kind, object, gate, -1, nanos);
    } finally {
      if (!isOpen) {
        leave(now);
      }
    }
    return isOpen;
  }

  /** The running thread waits no longer, if it did. */
  void leave(Execution now) {
    ProgramThread self = now.current;
    if (isKept(now) && (writers.contains(self) || readers.contains(self))) {
      now.stand(self, OpKind.READ_MODIFY_WRITE, number, null, -1);
      writers.remove(self);
      readers.remove(self);
      recordChange(now, size() + 1);
    }
  }

  /** The running thread waits no longer, and has found out whether it acquired. */
  boolean leaveAfter(Execution now, boolean isTaken) {
    leave(now);
    return isTaken;
  }

  private int size() {
    return writers.size() + readers.size();
  }

  private void recordChange(Execution now, int before) {
    ProgramThread self = now.current;
    int event = now.recordAccess(self, OpKind.READ_MODIFY_WRITE, number, MODIFY, before, 0);
    if (now.recordsDetails()) {
      now.details.value(event, self, size());
    }
  }

  // --- questions

  Collection<Thread> toAcquire(Execution now) {
    look(now);
    List<Thread> all = identities(writers);
    all.addAll(identities(readers));
    return all;
  }

  Collection<Thread> toWrite(Execution now) {
    look(now);
    return identities(writers);
  }

  Collection<Thread> toRead(Execution now) {
    look(now);
    return identities(readers);
  }

  private void look(Execution now) {
    if (!isKept(now)) {
      now.trace().reveal(now.objects.of(Matter.QUEUES));
    }
    ProgramThread self = now.current;
    now.stand(self, OpKind.READ, number, null, -1);
    int event = now.recordAccess(self, OpKind.READ, number, READ, size(), 0);
    if (now.recordsDetails()) {
      now.details.value(event, self, size());
    }
  }

  static List<Thread> identities(List<ProgramThread> threads) {
    List<Thread> identities = new ArrayList<>();
    for (ProgramThread each : threads) {
      Thread identity = each.identity;
      if (identity != null) {
        identities.add(identity);
      }
    }
    return identities;
  }
}
