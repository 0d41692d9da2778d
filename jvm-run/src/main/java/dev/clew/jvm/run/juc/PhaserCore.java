package dev.clew.jvm.run.juc;

import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;

/**
 * A phaser of one execution. A tree of phasers has one {@link Meeting}: everything that happens to
 * one of them is an operation on all.
 */
final class PhaserCore {
  private static final int MOST_PARTIES = 0xffff;
  private static final int TERMINATED = Integer.MIN_VALUE;

  /** Of those who wait for the end of the same phase. */
  static final class PhaseWait extends Meeting.Wait {
    /** The phase that came, negative at the end of all phases. */
    int next;
  }

  final Phaser self;
  final @Nullable PhaserCore parent;
  final PhaserCore root;
  final Meeting meeting;

  private int parties;
  private int unarrived;

  /** The phase for which the number of arrivals holds; the root is in it. */
  private int phase;

  /** Who waits for the next phase, in the root. */
  private final List<PhaseWait> waits = new ArrayList<>();

  PhaserCore(Phaser self, @Nullable PhaserCore parent, Meeting meeting) {
    this.self = self;
    this.parent = parent;
    this.root = parent == null ? this : parent.root;
    this.meeting = meeting;
    this.phase = root.phase;
  }

  int phase() {
    return root.phase;
  }

  boolean isTerminated() {
    return root.phase < 0;
  }

  int parties() {
    return parties;
  }

  int unarrived() {
    catchUp();
    return isTerminated() ? 0 : unarrived;
  }

  int arrived() {
    return parties - unarrived();
  }

  @Override
  public String toString() {
    return "[phase = " + phase() + " parties = " + parties + " arrived = " + arrived() + "]";
  }

  /** The root may be in a later phase: nobody has arrived in that one. */
  private void catchUp() {
    if (phase != root.phase) {
      phase = root.phase;
      if (phase >= 0) {
        unarrived = parties;
      }
    }
  }

  // --- what is done in an operation

  /** Whether parties can be registered: not while the parent waits for the others. */
  boolean takesParties() {
    catchUp();
    return isTerminated() || parties == 0 || unarrived > 0;
  }

  /** Whether there would be too many. */
  boolean isCrowded(int more) {
    return more > MOST_PARTIES - parties;
  }

  void register(int more) {
    catchUp();
    if (isTerminated()) {
      return;
    }
    if (parties == 0 && parent != null) {
      parent.register(1);
    }
    parties += more;
    unarrived += more;
  }

  /** Whether somebody is expected. */
  boolean expects() {
    catchUp();
    return isTerminated() || unarrived > 0;
  }

  /** One arrives, and perhaps leaves; whether that was the last one of all. */
  boolean arrive(boolean leaves) {
    catchUp();
    if (isTerminated()) {
      return false;
    }
    unarrived--;
    parties -= leaves ? 1 : 0;
    if (unarrived > 0) {
      return false;
    }
    return parent == null || parent.arrive(parties == 0);
  }

  /** The next phase begins, or all end. */
  void advance(boolean isEnd) {
    int next = (root.phase + 1) & Integer.MAX_VALUE;
    if (root.phase < 0) {
      return; // it was ended by force meanwhile
    }
    root.unarrived = isEnd ? 0 : root.parties;
    begin(isEnd ? next | TERMINATED : next);
  }

  void terminate() {
    if (!isTerminated()) {
      begin(root.phase | TERMINATED);
    }
  }

  private void begin(int next) {
    root.phase = next;
    for (PhaseWait each : root.waits) {
      each.next = next;
      meeting.finish(each);
    }
    root.waits.clear();
  }

  /** A thread is going to wait for the next phase. */
  PhaseWait addWait() {
    PhaseWait wait = new PhaseWait();
    root.waits.add(wait);
    return wait;
  }

  void withdraw(PhaseWait wait) {
    root.waits.remove(wait);
  }

  // --- waiting

  /** Waits for the end of a phase, whatever interrupts: the phase that came. */
  int await(PhaseWait wait) {
    meeting.await(wait);
    return wait.next;
  }

  /** Looks, and says what to wait for if it is still this phase; null if not. */
  @Nullable PhaseWait lookFor(int awaited) {
    meeting.begin(OpKind.READ);
    PhaseWait wait = root.phase == awaited ? addWait() : null;
    meeting.end(OpKind.READ, root.phase);
    return wait;
  }
}
