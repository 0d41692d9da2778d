package dev.clew.jvm.program.prospects;

import dev.clew.jvm.program.prospects.JavaProspect.Target;
import dev.clew.jvm.program.prospects.JavaProspect.Touch;
import dev.clew.jvm.run.Objects;
import org.jspecify.annotations.Nullable;

/** Monitors and locks on the paths of the code. What is fresh nobody else can wait for. */
final class Mutexes {
  private final Forecast forecast;
  private final JavaProspect prospect;
  private final Things things;

  Mutexes(Forecast forecast, JavaProspect prospect, Things things) {
    this.forecast = forecast;
    this.prospect = prospect;
    this.things = things;
  }

  /**
   * An instruction takes a mutex.
   *
   * @param rest the place without what the instruction takes off the stack
   * @param isLock whether the object is a lock, not its monitor
   */
  void take(Place at, Value object, Place rest, boolean isLock) {
    if (!object.isObject()) {
      forecast.raise(at);
    }
    forecast.goTo(taken(rest, object, isLock).next());
  }

  /** After a mutex was taken. */
  Place taken(Place at, Value object, boolean isLock) {
    if (object instanceof Value.Fresh) {
      return at;
    }
    touchMutex(object, isLock);
    Integer mutex = mutex(object, isLock);
    if (mutex == null) {
      return at;
    }
    boolean isVisible = at.holds().isSurelyFree(mutex);
    return at.with(at.holds().with(mutex)).after(isVisible);
  }

  /** An instruction takes a lock if it is free, and says whether it was. */
  void tryToTake(Place at, Value object, Place rest) {
    if (!object.isObject()) {
      forecast.raise(at);
    }
    touch(object, Objects.STATE, false);
    Integer mutex = mutex(object, true);
    boolean isVisible = mutex != null && rest.holds().isSurelyFree(mutex);
    forecast.goTo(taken(rest, object, true).pushed(new Value.Int(1)).next());
    forecast.goTo(rest.pushed(new Value.Int(0)).after(isVisible).next());
  }

  /** An instruction gives a mutex back. */
  void release(Place at, Value object, Place rest, boolean isLock) {
    Integer mutex = mutex(object, isLock);
    boolean isHeld = object instanceof Value.Fresh || mutex != null && at.holds().has(mutex);
    if (!isHeld) {
      forecast.raise(at);
    }
    forecast.goTo(released(rest, object, isLock).next());
  }

  /** After a mutex was given back. */
  Place released(Place at, Value object, boolean isLock) {
    if (object instanceof Value.Fresh) {
      return at;
    }
    touchMutex(object, isLock);
    Integer mutex = mutex(object, isLock);
    if (mutex == null) {
      return at;
    }
    boolean isVisible = at.holds().isLast(mutex);
    return at.with(at.holds().without(mutex)).after(isVisible);
  }

  /** Waits at the monitor of an object, which it holds again when it goes on. */
  void touchWait(Value object) {
    touchMutex(object, false);
    touch(object, Objects.CONDITION, false);
  }

  /** Notifies who waits at the monitor of an object. */
  void touchNotify(Value object) {
    touch(object, Objects.CONDITION, false);
  }

  private void touchMutex(Value object, boolean isLock) {
    touch(object, isLock ? Objects.STATE : Objects.MONITOR, true);
  }

  /**
   * Notes an operation on a part of an object. If nobody knows which, it may depend on everything
   * that was done, and to plan for all of that would cost more than pruning saves.
   */
  private void touch(Value object, int part, boolean isMutexOnly) {
    if (object instanceof Value.Known known) {
      Target target =
          new Target.Part(things.maker(known.thing()), things.ordinal(known.thing()), part);
      prospect.touches.add(new Touch(target, false, isMutexOnly));
    } else if (!(object instanceof Value.Fresh)) {
      prospect.isUnknown = true;
    }
  }

  private @Nullable Integer mutex(Value object, boolean isLock) {
    return object instanceof Value.Known known
        ? (Integer)
            things.mutex(
                things.maker(known.thing()),
                things.ordinal(known.thing()),
                isLock ? Objects.STATE : Objects.MONITOR)
        : null;
  }
}
