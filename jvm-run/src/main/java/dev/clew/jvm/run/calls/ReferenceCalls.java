package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * References that do not keep what they refer to: when the collector clears them nobody can say, so
 * it does not while the execution lasts.
 */
final class ReferenceCalls {
  private ReferenceCalls() {}

  private static void keep(@Nullable Object referent) {
    Execution now = referent == null ? null : Hooks.enter();
    if (referent != null && now != null) {
      now.keep(referent);
      Hooks.leave(now);
    }
  }

  /** Weak references. */
  @Replaces(WeakReference.class)
  public static final class OfWeakReference {
    private OfWeakReference() {}

    /** After {@link WeakReference#WeakReference(Object)}. */
    @AfterConstructor
    public static void made(WeakReference<?> reference, @Nullable Object referent) {
      keep(referent);
    }

    /** After {@link WeakReference#WeakReference(Object, ReferenceQueue)}. */
    @AfterConstructor
    public static void made(
        WeakReference<?> reference, @Nullable Object referent, @Nullable ReferenceQueue<?> queue) {
      keep(referent);
    }
  }

  /** Soft references. */
  @Replaces(SoftReference.class)
  public static final class OfSoftReference {
    private OfSoftReference() {}

    /** After {@link SoftReference#SoftReference(Object)}. */
    @AfterConstructor
    public static void made(SoftReference<?> reference, @Nullable Object referent) {
      keep(referent);
    }

    /** After {@link SoftReference#SoftReference(Object, ReferenceQueue)}. */
    @AfterConstructor
    public static void made(
        SoftReference<?> reference, @Nullable Object referent, @Nullable ReferenceQueue<?> queue) {
      keep(referent);
    }
  }

  /** Phantom references. */
  @Replaces(PhantomReference.class)
  public static final class OfPhantomReference {
    private OfPhantomReference() {}

    /** After {@link PhantomReference#PhantomReference(Object, ReferenceQueue)}. */
    @AfterConstructor
    public static void made(
        PhantomReference<?> reference,
        @Nullable Object referent,
        @Nullable ReferenceQueue<?> queue) {
      keep(referent);
    }
  }

  /** Cleaners. */
  @Replaces(Cleaner.class)
  public static final class OfCleaner {
    private OfCleaner() {}

    /** Instead of {@link Cleaner#register}. */
    public static Cleaner.Cleanable register(Cleaner cleaner, Object object, Runnable action) {
      keep(object);
      return cleaner.register(object, action);
    }
  }
}
