package dev.clew.trace;

/**
 * A program under test: schedule in, trace out. The one interface between the engine and its front
 * ends.
 *
 * <p>Two executions of the same schedule yield the same trace. Thread and object ids are small
 * numbers that mean the same thread and object in every execution, whatever the interleaving;
 * {@link StableIds} gives them to what a program makes while it runs.
 */
public interface Program {
  /**
   * Executes the program from its start, exactly as the schedule says.
   *
   * @throws ReplayDivergence if a step of the prefix is not what it was before, or cannot be done
   */
  void run(Schedule schedule, Trace trace);

  /** An upper bound of the thread ids seen so far, plus one. */
  int threadCount();

  /** An upper bound of the object ids seen so far, plus one. */
  int objectCount();

  /** Whether this object is a plain location: accesses to it do not synchronise, and may race. */
  boolean isPlain(int object);

  /** The object that is the interrupt status of a thread, -1 if no thread can interrupt it. */
  int interruptStatus(int thread);

  /**
   * Turns the accesses to a plain location from watched ones into visible operations, from the next
   * execution on.
   */
  void makeVisible(int object);

  /** Words for threads, objects and source positions. */
  Names names();
}
