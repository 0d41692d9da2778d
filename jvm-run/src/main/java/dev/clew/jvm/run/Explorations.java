package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a test may ask of the execution that it is part of: to take any of several values, and to
 * explore but a part of itself.
 *
 * <p>A test may explore several parts, one after the other. Each is a search of its own, in which
 * the test is executed from its start up to the end of that part; the parts before are not executed
 * again, their results are known.
 */
public final class Explorations {
  /** The label of the first value that a test can choose. */
  public static final int FIRST_VALUE = Patience.WAKES_UP + 1;

  private static final int CHOICE = Dependence.modes(OpKind.CHOICE, true);

  /** Which part is to be explored, from 1; 0 for the whole program. */
  private int wanted;

  private List<String> earlier = List.of();
  private int begun;

  /** The part of the test that was to be explored is over: nothing of the test comes after it. */
  public static final class Over extends Error {
    @Serial private static final long serialVersionUID = 1L;

    private Over() {
      super("the exploration is over", null, false, false);
    }
  }

  /**
   * Explores a part of the program only.
   *
   * @param part which, from 1
   * @param results what the parts before it are to return, in words
   */
  public void set(int part, List<String> results) {
    wanted = part;
    earlier = List.copyOf(results);
  }

  /** An execution begins. */
  void begin() {
    begun = 0;
  }

  /** The execution comes to its end; if it did not come to the part, the test is refused. */
  public static void checkReached() {
    Execution now = Hooks.enter();
    if (now != null) {
      Explorations explorations = now.explorations;
      if (explorations.begun < explorations.wanted) {
        now.fail(
            new BeyondControl(
                "the test called Clew.explore "
                    + explorations.begun
                    + " times only when it was executed again, and "
                    + explorations.wanted
                    + " times before.\n  What it does before must be the same every time."),
            now.current);
      }
      Hooks.leave(now);
    }
  }

  // --- for tests, in an execution

  /**
   * A part begins.
   *
   * @return what it is to return, null if it is the one to be executed
   */
  public static @Nullable String beginPart() {
    Execution now = Hooks.enter();
    if (now == null) {
      throw new IllegalStateException(
          "Clew.explore was called by a thread that is not of the test");
    }
    try {
      Explorations explorations = now.explorations;
      if (explorations.wanted == 0) {
        throw new IllegalStateException(
            "Clew.explore cannot be called by what is explored already");
      }
      explorations.begun++;
      int part = explorations.begun;
      return part < explorations.wanted ? explorations.earlier.get(part - 1) : null;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Whether what happens is part of what is to be explored, not only of what comes before. */
  public static boolean isExploring() {
    Execution now = Hooks.execution;
    return now != null && now.explorations.begun >= now.explorations.wanted;
  }

  /** Ends the execution of a test after the part that was to be executed. */
  public static Over over() {
    return new Over();
  }

  /** Any of the numbers from 0 to one less than the given one: each is explored. */
  public static int choose(int count) {
    Execution now = Hooks.enter();
    if (now == null) {
      return 0;
    }
    try {
      ProgramThread self = now.current;
      self.alternatives = labels -> addValues(labels, count);
      now.stand(self, OpKind.CHOICE, -1, null, -1);
      int label = Math.max(now.label(), FIRST_VALUE);
      now.record(self, OpKind.CHOICE, -1, -1, CHOICE, label, 0, 0, 0, -1, -1);
      return label - FIRST_VALUE;
    } finally {
      Hooks.leave(now);
    }
  }

  private static void addValues(Labels labels, int count) {
    for (int value = 0; value < count; value++) {
      labels.add(FIRST_VALUE + value);
    }
  }
}
