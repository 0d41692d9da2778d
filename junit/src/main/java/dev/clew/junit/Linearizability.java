package dev.clew.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks that an object that several threads use behaves as if each call happened at one moment
 * between its begin and its end: as a simple object does, its specification, that one thread uses.
 *
 * <pre>{@code
 * @Test
 * void queueIsLinearizable() {
 *   Linearizability.<Queue<Integer>>of(MyQueue::new, ArrayDeque::new)
 *       .thread()
 *       .call("offer(1)", queue -> queue.offer(1))
 *       .call("poll()", queue -> queue.poll())
 *       .thread()
 *       .call("poll()", queue -> queue.poll())
 *       .check();
 * }
 * }</pre>
 *
 * <p>Calls before the first {@link #thread} are done before the threads start, calls after {@link
 * #afterwards} when they have ended. In every interleaving the results are compared with those of
 * the specification, for each order of the calls that the interleaving allows; one that explains
 * all results is enough.
 *
 * @param <T> what the object and its specification have in common
 */
public final class Linearizability<T> {
  private final Supplier<? extends T> object;
  private final Supplier<? extends T> specification;
  private final List<Call<T>> before = new ArrayList<>();
  private final List<List<Call<T>>> threads = new ArrayList<>();
  private final List<Call<T>> after = new ArrayList<>();
  private List<Call<T>> current = before;

  private Linearizability(Supplier<? extends T> object, Supplier<? extends T> specification) {
    this.object = object;
    this.specification = specification;
  }

  /** A call that has a result. */
  @FunctionalInterface
  public interface Function<T> {
    /** Makes the call; an exception is a result too. */
    Object apply(T object) throws Exception;
  }

  /** A call without a result. */
  @FunctionalInterface
  public interface Action<T> {
    /** Makes the call. */
    void apply(T object) throws Exception;
  }

  /** The object to check and its specification, both made anew for every execution. */
  public static <T> Linearizability<T> of(
      Supplier<? extends T> object, Supplier<? extends T> specification) {
    return new Linearizability<>(object, specification);
  }

  /** Begins a thread: it makes the calls that follow. */
  public Linearizability<T> thread() {
    if (current == after) {
      throw new IllegalStateException("a thread cannot begin afterwards");
    }
    current = new ArrayList<>();
    threads.add(current);
    return this;
  }

  /** The calls that follow are made when all threads have ended. */
  public Linearizability<T> afterwards() {
    current = after;
    return this;
  }

  /** A call, and how to name it in reports. */
  public Linearizability<T> call(String name, Function<T> call) {
    current.add(new Call<>(name, call));
    return this;
  }

  /** A call without a result. */
  public Linearizability<T> run(String name, Action<T> call) {
    return call(
        name,
        target -> {
          call.apply(target);
          return Call.NOTHING;
        });
  }

  /**
   * Explores all interleavings and checks each; in a test that is explored already, checks the one
   * under way.
   */
  public void check() {
    check(Clew.exploring());
  }

  /** The same with a search as one wants it. */
  public void check(Explorer explorer) {
    if (Inside.isThere() && Control.isExploring()) {
      runOnce();
    } else {
      explorer.explore(this::runOnce);
    }
  }

  private void runOnce() {
    T target = object.get();
    History<T> history = new History<>();
    before.forEach(call -> history.make(call, target, 0));
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      List<Call<T>> calls = threads.get(i);
      int number = i + 1;
      started.add(
          new Thread(
              () -> calls.forEach(call -> history.make(call, target, number)), "thread " + number));
    }
    started.forEach(Thread::start);
    for (Thread thread : started) {
      join(thread);
    }
    after.forEach(call -> history.make(call, target, 0));
    List<History.Made<T>> made = history.made();
    if (!new LinearSearch<T>(made, specification).isExplained()) {
      throw new AssertionError(
          "not linearizable: no order of these calls explains their results\n"
              + History.text(made).stripTrailing());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while it waited for " + thread.getName(), e);
    }
  }
}
