package dev.clew.trace;

/**
 * Decides who goes on where a {@link Schedule} leaves it open, one step at a time: what a front end
 * asks under {@link Schedule.Policy#PICKED}.
 *
 * <p>Before each step the front end offers every thread that can go on and then has one of them
 * chosen. What happened so far is in the trace of the execution.
 */
public interface Picker {
  /**
   * An execution begins, perhaps the same one again.
   *
   * @param trace where it is recorded
   */
  void begin(Trace trace);

  /**
   * Offers a thread for the next step.
   *
   * @param thread which can go on
   * @param object what its operation accesses first, -1 if nothing
   * @param mode how, as in {@link Dependence}; at least as strong as it turns out to be
   */
  void offer(int thread, int object, int mode);

  /** One of the threads that were offered since the last choice; at least one was. */
  int choose();

  /** A number from 0 to {@code count - 1}: which alternative an operation takes. */
  int chooseAlternative(int count);
}
