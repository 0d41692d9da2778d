package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Control;
import org.jspecify.annotations.Nullable;

/** Constructors of threads: what they make gets a number that is the same in every execution. */
@Replaces(Thread.class)
public final class ThreadMakingCalls {
  private ThreadMakingCalls() {}

  /** After {@link Thread#Thread()}. */
  @AfterConstructor
  public static void made(Thread thread) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(Runnable)}. */
  @AfterConstructor
  public static void made(Thread thread, @Nullable Runnable code) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(String)}. */
  @AfterConstructor
  public static void made(Thread thread, String name) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(Runnable, String)}. */
  @AfterConstructor
  public static void made(Thread thread, @Nullable Runnable code, String name) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(ThreadGroup, Runnable)}. */
  @AfterConstructor
  public static void made(Thread thread, @Nullable ThreadGroup group, @Nullable Runnable code) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(ThreadGroup, String)}. */
  @AfterConstructor
  public static void made(Thread thread, @Nullable ThreadGroup group, String name) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(ThreadGroup, Runnable, String)}. */
  @AfterConstructor
  public static void made(
      Thread thread, @Nullable ThreadGroup group, @Nullable Runnable code, String name) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(ThreadGroup, Runnable, String, long)}. */
  @AfterConstructor
  public static void made(
      Thread thread,
      @Nullable ThreadGroup group,
      @Nullable Runnable code,
      String name,
      long stackSize) {
    Control.made(thread);
  }

  /** After {@link Thread#Thread(ThreadGroup, Runnable, String, long, boolean)}. */
  @AfterConstructor
  public static void made(
      Thread thread,
      @Nullable ThreadGroup group,
      @Nullable Runnable code,
      String name,
      long stackSize,
      boolean inheritsLocals) {
    Control.made(thread);
  }
}
