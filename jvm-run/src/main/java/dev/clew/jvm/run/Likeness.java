package dev.clew.jvm.run;

import dev.clew.trace.AlikeThreads;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds threads that differ in nothing but their number, and has them take turns.
 *
 * <p>A thread is alike to the one that its starter started right before, with no operation in
 * between, if both run {@linkplain Task the same task}. That holds until something tells them
 * apart: who joins one and does something before it joins the other, who sees what the starter
 * wrote between the two starts, who asks one of them something or touches the object that it alone
 * runs, and what a thread draws that is different for each thread (random numbers, identity hash
 * codes). Then the search starts again without turns of these threads. As long as it does not
 * happen in any execution that was explored, it does not happen in those that were left out either:
 * the first time would be preceded by nothing that tells the threads apart.
 */
public final class Likeness {
  private final Execution execution;

  private Predicate<Class<?>> keepsToItself = type -> false;

  /** Whether alike threads take turns; without that this does nothing at all. */
  private boolean isOn;

  /** Why no threads are alike, whatever they do; empty if they may be. */
  private String obstacle = "";

  /** The threads that were told apart from others in some execution. */
  private final BitSet toldApart = new BitSet();

  /** For each thread the one before that it was alike to since the search began, else -1. */
  private int[] ahead = new int[0];

  private Trace trace = new Trace();
  private AlikeThreads turns = new AlikeThreads(trace, this::correspond);

  /** Whether some thread of this execution runs an object of its own. */
  private boolean haveOwnTasks;

  Likeness(Execution execution) {
    this.execution = execution;
  }

  // --- for the explorer

  /** Says which classes have objects that keep to themselves when a thread runs them. */
  public void setTaskClasses(Predicate<Class<?>> newKeepsToItself) {
    keepsToItself = newKeepsToItself;
  }

  /** Has alike threads take turns from the next execution on. */
  public void takeTurns() {
    isOn = true;
  }

  /** Has them do so no more; says whether they did. */
  public boolean stop() {
    boolean wasOn = isOn;
    isOn = false;
    return wasOn;
  }

  /** Says why no threads can be alike; the search is to start again without turns. */
  public void giveUp(String reason) {
    if (obstacle.isEmpty()) {
      obstacle = reason;
      Arrays.fill(ahead, Trace.NONE);
      trace.startAgain();
    }
  }

  /** What a verdict has to say. */
  public String reduction() {
    String words = AlikeThreads.reduction(ahead);
    return obstacle.isEmpty() ? words : words + ", " + obstacle;
  }

  /** An execution begins with what it shares with the last one; the trace still holds the rest. */
  void begin(Trace newTrace, int common) {
    if (!isOn) {
      return;
    }
    if (trace != newTrace) {
      trace = newTrace;
      turns = new AlikeThreads(trace, this::correspond);
    }
    haveOwnTasks = false;
    turns.begin(common);
  }

  // --- who waits

  boolean isHeld(ProgramThread thread) {
    return isOn && thread.phase == ProgramThread.STANDING && turns.isHeld(thread.number);
  }

  /** Adds what a blocked thread waits for besides to what was added last. */
  void addTo(PendingOperations pending, ProgramThread thread) {
    if (isOn) {
      pending.setBehind(turns.behind(thread.number));
      touches(thread, pending.object(pending.size() - 1));
    }
  }

  // --- what happens

  /** A thread starts another one; the start is recorded next. */
  void started(ProgramThread starter, ProgramThread child) {
    if (!isOn || !obstacle.isEmpty()) {
      return;
    }
    setTask(child);
    ProgramThread last = execution.threads.find(starter.lastStarted);
    if (last != null
        && starter.events == starter.eventsAtStart
        && child.time == last.timeAtStart
        && !toldApart.get(last.number)
        && !toldApart.get(child.number)
        && haveAlikeTasks(last, child)) {
      tie(starter, last, child);
    }
    child.timeAtStart = child.time;
    starter.lastStarted = child.number;
    starter.eventsAtStart = starter.events + 1;
  }

  private void setTask(ProgramThread child) {
    Task task = Task.of(child.identity, keepsToItself);
    Object own = task == null ? null : task.own();
    child.task = task;
    if (own != null) {
      child.ownTask = execution.objects.stable(execution.shadows.of(own));
      haveOwnTasks = true;
    }
  }

  /** Threads that share one object are alike, and threads that have one each: not both at once. */
  private static boolean haveAlikeTasks(ProgramThread last, ProgramThread child) {
    Task first = last.task;
    Task second = child.task;
    if (first == null || second == null || !first.isAlike(second)) {
      return false;
    }
    if (!first.isSameObject(second)) {
      return (first.own() == null) == (last.ownTask < 0);
    }
    if (last.ownTask >= 0 && last.group >= 0) {
      return false;
    }
    last.ownTask = Trace.NONE;
    child.ownTask = Trace.NONE;
    return true;
  }

  /** Whether two things are the same part of what each of two threads alone runs. */
  private boolean correspond(int object, int thread, int other, int otherThread) {
    if (!haveOwnTasks || object < 0 || other < 0) {
      return false;
    }
    Objects objects = execution.objects;
    int own = objects.identityOf(object);
    int otherOwn = objects.identityOf(other);
    return own >= 0
        && otherOwn >= 0
        && own == execution.threads.get(thread).ownTask
        && otherOwn == execution.threads.get(otherThread).ownTask
        && objects.partOf(object) == objects.partOf(other);
  }

  private void tie(ProgramThread starter, ProgramThread last, ProgramThread child) {
    if (last.group < 0) {
      last.group = last.number;
    }
    child.group = last.group;
    ProgramThread first = execution.threads.get(child.group);
    first.groupSize = Math.max(2, first.groupSize + 1);
    if (starter.startsFrom < 0) {
      starter.startsFrom = first.startedAt;
    }
    starter.startsTo = child.startedAt;
    turns.tie(child.number, last.number, execution.events());
    if (child.number >= ahead.length) {
      int have = ahead.length;
      ahead = Arrays.copyOf(ahead, Math.max(2 * have, child.number + 1));
      Arrays.fill(ahead, have, ahead.length, Trace.NONE);
    }
    ahead[child.number] = last.number;
  }

  /** A thread did an operation, the event i of the trace. */
  void observe(int i, ProgramThread thread, OpKind kind, int target) {
    thread.events++;
    if (!isOn) {
      return;
    }
    if (thread.group >= 0 && hasDrawn(thread)) {
      tellApart(thread);
    }
    if (kind == OpKind.JOIN) {
      joined(thread, execution.threads.get(target));
    } else if (thread.joining >= 0) {
      tellApart(execution.threads.get(thread.joining));
      thread.joining = Trace.NONE;
    }
    boolean isAbout = kind == OpKind.UNPARK || kind == OpKind.INTERRUPT || kind == OpKind.IS_ALIVE;
    if (isAbout) {
      askedFor(execution.threads.get(target));
    }
    touches(thread, trace.object(i));
    touches(thread, trace.other(i));
    turns.observe(i);
  }

  /** A thread has nothing more to do. */
  void ended(ProgramThread thread) {
    if (isOn && thread.group >= 0 && hasDrawn(thread)) {
      tellApart(thread);
    }
  }

  /** Whether a thread used numbers that are different for each thread. */
  private static boolean hasDrawn(ProgramThread thread) {
    return Randomness.hasDrawn(thread) || IdentityHashes.hasDrawn(thread);
  }

  /** Somebody wants to know, or do, something of a certain thread. */
  public void askedFor(ProgramThread thread) {
    if (isOn && thread.group >= 0) {
      tellApart(thread);
    }
  }

  /** The ends of alike threads must be awaited one right after the other, and all. */
  private void joined(ProgramThread thread, ProgramThread target) {
    if (target.group < 0) {
      return;
    }
    if (thread.joining >= 0 && thread.joining != target.group) {
      tellApart(execution.threads.get(thread.joining));
    }
    if (target.joinedBy >= 0 && target.joinedBy != thread.number) {
      tellApart(target);
    }
    if (target.joinedBy < 0) {
      target.joinedBy = thread.number;
      ProgramThread first = execution.threads.get(target.group);
      first.joinedMembers++;
      thread.joining = first.joinedMembers < first.groupSize ? target.group : Trace.NONE;
    }
  }

  /**
   * A thread accesses a plain location after another one did at that time: it must not be what the
   * other did between two starts of alike threads, nor what an alike thread did if others of its
   * kind are still to be joined.
   */
  void sees(ProgramThread thread, int other, int time, Shadow holder) {
    if (!isOn) {
      return;
    }
    ProgramThread owner = haveOwnTasks ? ownerOf(holder.stable) : null;
    if (owner != null) {
      boolean isFromStart = other == owner.starter && time <= owner.startedAt;
      if (thread != owner || !isFromStart) {
        tellApart(owner);
      }
      return;
    }
    ProgramThread before = execution.threads.get(other);
    if (before.startsFrom >= 0 && time > before.startsFrom && time <= before.startsTo) {
      tellChildrenApart(before);
    }
    if (thread.joining >= 0 && before.group == thread.joining) {
      tellApart(before);
    }
  }

  /** A thread does, or would do, something with a part of an object: of its own, if of a task. */
  private void touches(ProgramThread thread, int object) {
    if (haveOwnTasks && object >= 0) {
      ProgramThread owner = ownerOf(execution.objects.identityOf(object));
      if (owner != null && owner != thread) {
        tellApart(owner);
      }
    }
  }

  /** The thread that alone runs an object, null if there is none. */
  private @Nullable ProgramThread ownerOf(int identity) {
    for (int t = 0; identity >= 0 && t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      if (thread != null && thread.ownTask == identity) {
        return thread;
      }
    }
    return null;
  }

  /** A thread waits for its turn, though nobody else can go on: it differs from the other ones. */
  void noteStuck(ProgramThread thread) {
    tellApart(thread);
  }

  private void tellChildrenApart(ProgramThread starter) {
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      if (thread != null && thread.starter == starter.number && thread.group >= 0) {
        tellApart(thread);
      }
    }
  }

  private void tellApart(ProgramThread thread) {
    int group = thread.group;
    if (group < 0) {
      tellAlone(thread.number);
      return;
    }
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread member = execution.threads.find(t);
      if (member != null && member.group == group && !toldApart.get(t)) {
        toldApart.set(t);
        startAgain();
      }
    }
  }

  /** A thread that is not tied, but may have been in other executions. */
  private void tellAlone(int thread) {
    if (toldApart.get(thread)) {
      return;
    }
    toldApart.set(thread);
    boolean wasTied = thread < ahead.length && ahead[thread] >= 0;
    for (int each : ahead) {
      wasTied |= each == thread;
    }
    if (wasTied) {
      startAgain();
    }
  }

  private void startAgain() {
    trace.startAgain();
    Arrays.fill(ahead, Trace.NONE);
  }
}
