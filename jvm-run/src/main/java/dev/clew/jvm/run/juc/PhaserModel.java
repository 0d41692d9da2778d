package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Shadow;
import dev.clew.trace.OpKind;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Phasers, with their parents. Where the program decides what happens between two phases, nobody
 * gets at the phaser while it does.
 */
@Models(Phaser.class)
public final class PhaserModel {
  private static final long FOR_EVER = -1;

  private static final MethodHandle ON_ADVANCE =
      Internal.method(Phaser.class, "onAdvance", boolean.class, int.class, int.class);

  private PhaserModel() {}

  public static void created(Phaser self, @Nullable Phaser parent, int parties) {
    Execution now = Controlled.enter();
    try {
      Shadow shadow = now.shadows.register(self, -1);
      PhaserCore above = parent == null ? null : of(now, parent);
      Meeting meeting =
          above == null ? new Meeting(now, shadow, decidesItself(self)) : above.meeting;
      PhaserCore core;
      if (above == null) {
        core = new PhaserCore(self, null, meeting);
        core.register(parties);
      } else {
        meeting.begin(OpKind.WRITE);
        core = new PhaserCore(self, above, meeting);
        if (parties > 0) {
          core.register(parties);
        }
        meeting.end(OpKind.WRITE, core.phase());
      }
      shadow.model = core;
    } finally {
      Hooks.leave(now);
    }
  }

  /** Whether its class has another {@code onAdvance}. */
  private static boolean decidesItself(Phaser self) {
    Class<?> type = self.getClass();
    while (type != Phaser.class && !declares(type)) {
      type = type.getSuperclass();
    }
    return type != Phaser.class;
  }

  private static boolean declares(Class<?> type) {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals("onAdvance") && each.getParameterCount() == 2) {
        return true;
      }
    }
    return false;
  }

  private static PhaserCore of(Execution now, Phaser self) {
    Shadow shadow = now.shadows.of(self);
    if (shadow.model instanceof PhaserCore known) {
      return known;
    }
    throw new IllegalStateException("a phaser was not made under control");
  }

  // --- registering

  public static int register(Phaser self) {
    return doRegister(self, 1);
  }

  public static int bulkRegister(Phaser self, int parties) {
    if (parties < 0) {
      throw new IllegalArgumentException();
    }
    return parties == 0 ? getPhase(self) : doRegister(self, parties);
  }

  private static int doRegister(Phaser self, int parties) {
    String state;
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      while (true) {
        core.meeting.begin(OpKind.WRITE);
        int phase = core.phase();
        if (core.isCrowded(parties)) {
          state = core.toString();
          core.meeting.end(OpKind.WRITE, phase);
          break;
        }
        boolean isDone = core.takesParties();
        PhaserCore.PhaseWait wait = isDone ? null : core.addWait();
        if (isDone) {
          core.register(parties);
        }
        core.meeting.end(OpKind.WRITE, phase);
        if (wait == null) {
          return phase;
        }
        core.await(wait);
      }
    } finally {
      Hooks.leave(now);
    }
    throw new IllegalStateException(
        "Attempt to register more than 65535 parties for " + DefaultText.of(self) + state);
  }

  // --- arriving

  public static int arrive(Phaser self) {
    return arrive(self, false, false);
  }

  public static int arriveAndDeregister(Phaser self) {
    return arrive(self, true, false);
  }

  public static int arriveAndAwaitAdvance(Phaser self) {
    return arrive(self, false, true);
  }

  private static int arrive(Phaser self, boolean leaves, boolean waits) {
    String state;
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      core.meeting.begin(OpKind.ARRIVE);
      int phase = core.phase();
      if (core.expects()) {
        return arrive(now, core, leaves, waits);
      }
      state = core.toString();
      core.meeting.end(OpKind.ARRIVE, phase);
    } finally {
      Hooks.leave(now);
    }
    throw new IllegalStateException(
        "Attempted arrival of unregistered party for " + DefaultText.of(self) + state);
  }

  private static int arrive(Execution now, PhaserCore core, boolean leaves, boolean waits) {
    int phase = core.phase();
    int arrived = core.arrived();
    if (core.arrive(leaves)) {
      advance(now, core, phase);
      core.meeting.end(OpKind.ARRIVE, arrived);
      return waits ? (phase + 1) & Integer.MAX_VALUE : phase;
    }
    PhaserCore.PhaseWait wait = waits && !core.isTerminated() ? core.addWait() : null;
    core.meeting.end(OpKind.ARRIVE, arrived);
    return wait == null ? phase : core.await(wait);
  }

  private static void advance(Execution now, PhaserCore core, int phase) {
    PhaserCore root = core.root;
    if (!core.meeting.isLocked()) {
      core.advance(root.parties() == 0);
      return;
    }
    Object isEnd;
    Hooks.leave(now);
    try {
      isEnd = ON_ADVANCE.invoke(root.self, phase, root.parties());
    } catch (RuntimeException | Error e) {
      Cores.checkUnderWay(e);
      Controlled.enter();
      core.meeting.end(OpKind.ARRIVE, phase);
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    Controlled.enter();
    core.advance((boolean) isEnd);
  }

  // --- waiting

  public static int awaitAdvance(Phaser self, int phase) {
    if (phase < 0) {
      return phase;
    }
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      PhaserCore.PhaseWait wait = core.lookFor(phase);
      return wait == null ? core.phase() : core.await(wait);
    } finally {
      Hooks.leave(now);
    }
  }

  public static int awaitAdvanceInterruptibly(Phaser self, int phase) throws InterruptedException {
    try {
      return await(self, phase, FOR_EVER);
    } catch (TimeoutException e) {
      throw new IllegalStateException("a wait without a limit gave up", e);
    }
  }

  public static int awaitAdvanceInterruptibly(Phaser self, int phase, long timeout, TimeUnit unit)
      throws InterruptedException, TimeoutException {
    return await(self, phase, Math.max(unit.toNanos(timeout), 0));
  }

  private static int await(Phaser self, int phase, long nanos)
      throws InterruptedException, TimeoutException {
    if (phase < 0) {
      return phase;
    }
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      PhaserCore.PhaseWait wait = core.lookFor(phase);
      if (wait == null) {
        return core.phase();
      }
      if (!core.meeting.await(wait, nanos, () -> core.withdraw(wait))) {
        throw new TimeoutException();
      }
      return wait.next;
    } finally {
      Hooks.leave(now);
    }
  }

  public static void forceTermination(Phaser self) {
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      core.meeting.begin(OpKind.WRITE);
      int phase = core.phase();
      core.terminate();
      core.meeting.end(OpKind.WRITE, phase);
    } finally {
      Hooks.leave(now);
    }
  }

  // --- questions

  public static int getPhase(Phaser self) {
    return ask(self, PhaserCore::phase);
  }

  public static int getRegisteredParties(Phaser self) {
    return ask(self, PhaserCore::parties);
  }

  public static int getArrivedParties(Phaser self) {
    return ask(self, PhaserCore::arrived);
  }

  public static int getUnarrivedParties(Phaser self) {
    return ask(self, PhaserCore::unarrived);
  }

  public static boolean isTerminated(Phaser self) {
    return getPhase(self) < 0;
  }

  public static String toString(Phaser self) {
    Execution now = Controlled.enter();
    String state;
    try {
      PhaserCore core = of(now, self);
      core.meeting.begin(OpKind.READ);
      state = core.toString();
      core.meeting.end(OpKind.READ, core.phase());
    } finally {
      Hooks.leave(now);
    }
    return DefaultText.of(self) + state;
  }

  private static int ask(Phaser self, ToIntFunction<PhaserCore> question) {
    Execution now = Controlled.enter();
    try {
      PhaserCore core = of(now, self);
      core.meeting.begin(OpKind.READ);
      int answer = question.applyAsInt(core);
      core.meeting.end(OpKind.READ, answer);
      return answer;
    } finally {
      Hooks.leave(now);
    }
  }
}
