package dev.clew.jvm.run;

import dev.clew.trace.Failure;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of the whole program, as {@code System.exit} asks for it.
 *
 * <p>The other threads go on until they block, yield or sleep, as when only daemon threads are
 * left. So nothing is lost that an exit at an earlier moment would cut off; but what a thread would
 * do after it yields or sleeps, were the exit to come later still, is not explored. Shutdown hooks
 * do not run.
 */
public final class Exits {
  private static final Gate NEVER = thread -> false;

  private static final List<Thread> HOOKS = new ArrayList<>();
  private static long execution = -1;
  private static long ignored;

  private Exits() {}

  /** Ends the program under control; does not come back. A status other than 0 is a failure. */
  public static void exit(Execution now, int status, int site) {
    ProgramThread self = now.current;
    if (status != 0) {
      int position = site < 0 ? now.positions.here() : site;
      now.failures.add(
          Failure.Kind.EXCEPTION, self, position, "the program exited with status " + status);
    }
    now.threads.endAll();
    now.stand(self, OpKind.END, -1, NEVER, site);
    throw new IllegalStateException("the program has ended");
  }

  /** Notes a shutdown hook, which will not run. */
  public static void addHook(Execution now, Thread hook) {
    List<Thread> hooks = hooks(now);
    if (contains(hooks, hook)) {
      throw new IllegalArgumentException("Hook previously registered");
    }
    hooks.add(hook);
    ignored++;
  }

  /** Forgets a shutdown hook; whether there was one. */
  public static boolean removeHook(Execution now, Thread hook) {
    return hooks(now).removeIf(each -> each == hook);
  }

  private static boolean contains(List<Thread> hooks, Thread hook) {
    for (Thread each : hooks) {
      if (each == hook) {
        return true;
      }
    }
    return false;
  }

  private static List<Thread> hooks(Execution now) {
    if (execution != now.number) {
      execution = now.number;
      HOOKS.clear();
    }
    return HOOKS;
  }

  /** How many shutdown hooks did not run, in all executions. */
  public static long ignoredHooks() {
    return ignored;
  }
}
