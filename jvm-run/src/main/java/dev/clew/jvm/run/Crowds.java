package dev.clew.jvm.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Tasks of pools that run at the same time.
 *
 * <p>As long as no execution has more of them at a time than a pool allows, the limit of the pool
 * makes no difference and is no operation. The first execution in which it would have makes it one.
 */
public final class Crowds {
  /** The tasks of one pool that were begun and have not ended. */
  public static final class Crowd {
    private final int limit;
    private final List<Member> members = new ArrayList<>();

    private Crowd(int limit) {
      this.limit = limit;
    }
  }

  /** A task that a thread has begun. */
  public static final class Member {
    private final int thread;

    /** The events from here on may be of the task. */
    private final int begin;

    /** How often it waits for another task just now: others may run in its place. */
    private int waits;

    private Member(int thread, int begin) {
      this.thread = thread;
      this.begin = begin;
    }
  }

  private final Execution execution;
  private final List<Crowd> crowds = new ArrayList<>();

  Crowds(Execution execution) {
    this.execution = execution;
  }

  void begin() {
    crowds.clear();
  }

  /** The program has made a pool. */
  public Crowd add(int limit) {
    Crowd crowd = new Crowd(limit);
    crowds.add(crowd);
    return crowd;
  }

  /** The thread that has the turn begins a task. */
  public Member enter(Crowd crowd) {
    Member member = new Member(execution.current.number, execution.events());
    crowd.members.add(member);
    return member;
  }

  /** The task ends. */
  public void leave(Crowd crowd, Member member) {
    check(crowd);
    crowd.members.remove(member);
  }

  /** The task is about to wait for another one. */
  public void beginWait(Crowd crowd, Member member) {
    check(crowd);
    member.waits++;
  }

  public void endWait(Member member) {
    member.waits--;
  }

  private void check(Crowd crowd) {
    if (exceedsLimit(crowd)) {
      reveal();
      execution.dismiss(execution.current);
    }
  }

  /** Whether a pool has more tasks under way than it allows; the search starts again then. */
  boolean exceedsLimit() {
    boolean exceeds = crowds.stream().anyMatch(this::exceedsLimit);
    if (exceeds) {
      reveal();
    }
    return exceeds;
  }

  private void reveal() {
    execution.trace().reveal(execution.objects.of(Matter.LIMITS));
  }

  private boolean exceedsLimit(Crowd crowd) {
    if (crowd.members.size() <= crowd.limit) {
      return false;
    }
    int running = 0;
    for (Member each : crowd.members) {
      running += each.waits == 0 && isUnderWay(each) ? 1 : 0;
    }
    return running > crowd.limit;
  }

  /** Whether it has done something: before that it could as well come later. */
  private boolean isUnderWay(Member member) {
    for (int i = execution.events() - 1; i >= member.begin; i--) {
      if (execution.trace().thread(i) == member.thread) {
        return true;
      }
    }
    return false;
  }
}
