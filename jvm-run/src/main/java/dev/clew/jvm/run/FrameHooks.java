package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/**
 * What code of the program calls that was transformed to tell what its frames hold, see {@link
 * Frames}.
 */
public final class FrameHooks {
  private static final int UNHEARD = -1;

  private FrameHooks() {}

  private static @Nullable Frames frames() {
    Execution now = Hooks.execution;
    return now != null && Thread.currentThread() == Hooks.running ? now.current.frames : null;
  }

  /** A method begins; the number of its frame. */
  public static int enter(boolean isLambda) {
    Frames frames = frames();
    return frames == null ? UNHEARD : frames.enter(isLambda);
  }

  /** The method comes to a point of its code; the values that it needs follow. */
  public static void at(int frame, int point) {
    Frames frames = frames();
    if (frames == null) {
      return;
    }
    if (frame == UNHEARD) {
      frames.taint();
    } else {
      frames.at(frame, point);
      if (FramePoints.get(point).asksForHashes()) {
        noteHashes();
      }
    }
  }

  /** A method has told its arguments. */
  public static void begun(int frame) {
    Execution now = Hooks.execution;
    if (frame == 0 && now != null && Thread.currentThread() == Hooks.running) {
      now.begun();
    }
  }

  private static void noteHashes() {
    Execution now = Hooks.execution;
    if (now != null) {
      now.noteHashes();
    }
  }

  /** The method ends. */
  public static void exit(int frame) {
    Frames frames = frames();
    if (frames != null && frame != UNHEARD) {
      frames.exit(frame);
    }
  }

  public static void keep(int value) {
    keep(value, null);
  }

  public static void keep(long value) {
    keep(value, null);
  }

  public static void keep(float value) {
    keep(Float.floatToRawIntBits(value), null);
  }

  public static void keep(double value) {
    keep(Double.doubleToRawLongBits(value), null);
  }

  public static void keep(@Nullable Object value) {
    keep(0, value);
  }

  private static void keep(long number, @Nullable Object reference) {
    Frames frames = frames();
    if (frames != null) {
      frames.keep(number, reference);
    }
  }
}
