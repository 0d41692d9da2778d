package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/** Where the threads of an execution stand, and who the objects are that they have. */
public final class Standpoint {
  private final Execution execution;

  public Standpoint(Execution execution) {
    this.execution = execution;
  }

  /** Whether everything is known about where a thread stands. */
  public boolean isKnown(ProgramThread thread) {
    return thread.initialisers == 0 && thread.frames.areKnown();
  }

  /** How many methods of the program the thread is in. */
  public int height(ProgramThread thread) {
    return thread.frames.height();
  }

  /** The point at which a frame stands, the outermost is 0. */
  public int point(ProgramThread thread, int frame) {
    return thread.frames.point(frame);
  }

  /** How many values a frame has told. */
  public int values(ProgramThread thread, int frame) {
    return thread.frames.from(frame + 1) - thread.frames.from(frame);
  }

  /** A number that a frame has told. */
  public long number(ProgramThread thread, int frame, int k) {
    return thread.frames.number(thread.frames.from(frame) + k);
  }

  /** A reference that a frame has told. */
  public @Nullable Object reference(ProgramThread thread, int frame, int k) {
    return thread.frames.reference(thread.frames.from(frame) + k);
  }

  /** The shadow by which an object is known in all executions, null if it has none. */
  public @Nullable Shadow identity(Object object) {
    Shadow shadow = execution.shadows.known(object);
    if (shadow == null) {
      return null;
    }
    boolean isCertain =
        shadow.owner == object || shadow.owner == null && !(object instanceof Cloneable);
    return isCertain ? shadow : null;
  }

  /**
   * Whether a thread runs nothing but one method of the program: it was made with a task of the
   * program, or its class has a method of its own; and exceptions end it like any other.
   */
  public boolean runsOneMethod(ProgramThread thread) {
    Thread identity = thread.identity;
    if (identity == null || thread.isDaemon || ThreadFields.hasHandler(identity)) {
      return false;
    }
    if (thread.number == Execution.MAIN) {
      return true;
    }
    if (identity.getClass() != Thread.class) {
      return identity instanceof Shadowed && ThreadFields.task(identity) == null;
    }
    Object task = ThreadFields.task(identity);
    return task instanceof Shadowed || task != null && task.getClass().isHidden();
  }

  /**
   * Whether time, spinning or exceptions may do something that the code of threads does not show.
   */
  public boolean isBeyondCode() {
    return execution.threads.haveTimeouts()
        || execution.spinning.wereSeen()
        || execution.failures.defaultHandler != null
        || execution.objects.isAnythingElseVisible()
        || !execution.invariants.isEmpty();
  }

  /** Whether there are threads that the end of the program may stop. */
  public boolean isAnyDaemon() {
    if (execution.threads.stageOfEnd() > 0) {
      return true;
    }
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      if (thread != null && thread.identity != null && thread.isDaemon) {
        return true;
      }
    }
    return false;
  }
}
