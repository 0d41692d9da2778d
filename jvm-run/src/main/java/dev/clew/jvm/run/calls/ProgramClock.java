package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the program under test: virtual time, or that of the system if nothing is
 * controlled.
 */
final class ProgramClock extends Clock {
  private final ZoneId zone;

  ProgramClock(ZoneId zone) {
    this.zone = zone;
  }

  /** A clock in the default time zone. */
  static Clock inDefaultZone() {
    return new ProgramClock(ZoneId.systemDefault());
  }

  /** What {@link System#nanoTime} is for the program. */
  static long nanos() {
    Execution now = Hooks.enter();
    if (now == null) {
      return System.nanoTime();
    }
    try {
      return now.time.lookAtNanos();
    } finally {
      Hooks.leave(now);
    }
  }

  /** What {@link System#currentTimeMillis} is for the program. */
  static long currentMillis() {
    Execution now = Hooks.enter();
    if (now == null) {
      return System.currentTimeMillis();
    }
    try {
      return now.time.lookAtMillis();
    } finally {
      Hooks.leave(now);
    }
  }

  /** What {@link Instant#now()} is for the program. */
  static Instant now() {
    Execution now = Hooks.enter();
    if (now == null) {
      return Instant.now();
    }
    try {
      return now.time.lookAtInstant();
    } finally {
      Hooks.leave(now);
    }
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId newZone) {
    return newZone.equals(zone) ? this : new ProgramClock(newZone);
  }

  @Override
  public long millis() {
    return currentMillis();
  }

  @Override
  public Instant instant() {
    return now();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ProgramClock clock && zone.equals(clock.zone);
  }

  @Override
  public int hashCode() {
    return zone.hashCode() + 1;
  }

  @Override
  public String toString() {
    return "SystemClock[" + zone + "]";
  }
}
