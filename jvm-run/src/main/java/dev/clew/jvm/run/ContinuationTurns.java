package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Turns on the continuations of JDK 21 and later: all threads run on the explorer's thread, and a
 * switch is two calls.
 *
 * <p>A continuation that is abandoned is garbage. One that is pinned (a native frame is on its
 * stack) cannot pass the turn.
 */
final class ContinuationTurns implements Turns {
  private final Thread carrier = Thread.currentThread();
  private final Object scope = Continuations.newScope("clew");
  private @Nullable Object[] continuations = new Object[16];
  private @Nullable Thread[] identities = new Thread[16];
  private int next = EXPLORER;

  @Override
  public void prepare(int thread, Thread identity, Body body) {
    if (thread >= continuations.length) {
      int capacity = Math.max(thread + 1, 2 * continuations.length);
      continuations = Arrays.copyOf(continuations, capacity);
      identities = Arrays.copyOf(identities, capacity);
    }
    continuations[thread] = Continuations.create(scope, () -> next = end(body));
    identities[thread] = identity;
  }

  private static int end(Body body) {
    try {
      return body.run();
    } catch (Abandoned e) {
      return EXPLORER; // it was pinned
    }
  }

  @Override
  public void run(int first) {
    next = first;
    while (next != EXPLORER) {
      int current = next;
      Thread identity = identities[current];
      Object continuation = continuations[current];
      if (identity == null || continuation == null) {
        throw new IllegalStateException("thread " + current + " was not prepared");
      }
      Continuations.runAs(carrier, identity, continuation);
    }
  }

  @Override
  public boolean pass(int nextThread) {
    next = nextThread;
    return Continuations.yield(scope);
  }

  @Override
  public StackTraceElement[] stack(int thread) {
    Object continuation = continuations[thread];
    return continuation == null ? new StackTraceElement[0] : Continuations.stack(continuation);
  }

  @Override
  public Thread runner() {
    return carrier;
  }

  @Override
  public boolean carriesIdentity() {
    return true;
  }

  @Override
  public void abandon() {
    Arrays.fill(continuations, null);
    Arrays.fill(identities, null);
  }

  @Override
  public void close() {
    abandon();
  }
}
