package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The pool of all that have none of their own: another one in each execution, and the same
 * whichever thread needs it first.
 *
 * <p>How many threads it has depends on the machine, so no program can rely on that: tasks do not
 * wait for each other, unless the program is told how many threads there are.
 */
public final class CommonPool {
  /** On a machine with four processors: what is found must not depend on the machine. */
  private static final int PARALLELISM = 3;

  private static final String PROPERTY = "java.util.concurrent.ForkJoinPool.common.parallelism";
  private static final int MOST = 0x7fff;

  private static final Constructor<ForkJoinPool> CONSTRUCTOR = constructor();

  private static @Nullable Execution execution;
  private static long number;
  private static @Nullable ForkJoinPool pool;

  private CommonPool() {}

  private static Constructor<ForkJoinPool> constructor() {
    try {
      Constructor<ForkJoinPool> found = ForkJoinPool.class.getDeclaredConstructor(byte.class);
      found.setAccessible(true);
      return found;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The pool of this execution. */
  static ForkJoinPool pool() {
    Execution now = Controlled.enter();
    ForkJoinPool known = pool;
    boolean isKnown = known != null && execution == now && number == now.number;
    Hooks.leave(now);
    return isKnown && known != null ? known : create(now);
  }

  static PoolCore core() {
    return PoolCore.of(pool());
  }

  /** How many threads it has; no operation. */
  static int parallelism() {
    Integer set = Integer.getInteger(PROPERTY);
    return set == null || set < 0 ? PARALLELISM : Math.max(Math.min(set, MOST), 1);
  }

  /** Whether somebody wants another number of threads than we would take. */
  static boolean isParallelismSet() {
    return Integer.getInteger(PROPERTY) != null;
  }

  /** What the JDK has for all that have no pool of their own is that of this execution. */
  public static Executor instead(Executor ofJdk) {
    return Hooks.isControlled() ? pool() : ofJdk;
  }

  private static ForkJoinPool create(Execution now) {
    int parallelism = parallelism();
    Object token = Hooks.suspend();
    ForkJoinPool made;
    PoolCore.Parts parts;
    try {
      made = CONSTRUCTOR.newInstance((byte) 0);
      parts = PoolCore.Parts.create(parallelism);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    } finally {
      Hooks.resume(token);
    }
    Controlled.enter();
    now.shadows.register(parts.state(), "the common pool");
    now.shadows.register(parts.ended(), "the ended tasks of the common pool");
    now.shadows.register(parts.permits(), "the permits of the common pool");
    Hooks.leave(now);
    int limit = isParallelismSet() ? parallelism : Integer.MAX_VALUE;
    PoolCore core =
        parallelism == 1
            ? new SerialPool(made, true, parts)
            : new OpenPool(made, parallelism, limit, true, parts);
    Controlled.enter();
    now.shadows.register(made, "commonPool").model = core;
    now.objects.note(core, made);
    Hooks.leave(now);
    execution = now;
    number = now.number;
    pool = made;
    return made;
  }
}
