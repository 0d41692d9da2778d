package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.juc.ReferencePairs.Pair;
import java.util.concurrent.atomic.AtomicStampedReference;
import org.jspecify.annotations.Nullable;

/** A reference and a number, changed together. */
@Models(AtomicStampedReference.class)
public final class AtomicStampedReferenceModel {
  private static final ReferencePairs<AtomicStampedReference<@Nullable Object>> PAIR =
      new ReferencePairs<>() {
        @Override
        @Nullable Object reference(AtomicStampedReference<@Nullable Object> owner) {
          return owner.getReference();
        }

        @Override
        Object mark(AtomicStampedReference<@Nullable Object> owner) {
          return owner.getStamp();
        }

        @Override
        void store(
            AtomicStampedReference<@Nullable Object> owner,
            @Nullable Object reference,
            Object mark) {
          owner.set(reference, (Integer) mark);
        }
      };

  private AtomicStampedReferenceModel() {}

  public static void created(AtomicStampedReference<@Nullable Object> self) {
    Hooks.newObject(self, -1);
  }

  public static @Nullable Object getReference(AtomicStampedReference<@Nullable Object> self) {
    return PAIR.read(self).reference();
  }

  public static int getStamp(AtomicStampedReference<@Nullable Object> self) {
    return (Integer) PAIR.read(self).mark();
  }

  public static @Nullable Object get(AtomicStampedReference<@Nullable Object> self, int[] holder) {
    Pair found = PAIR.read(self);
    holder[0] = (Integer) found.mark();
    return found.reference();
  }

  public static void set(
      AtomicStampedReference<@Nullable Object> self, @Nullable Object reference, int mark) {
    PAIR.write(self, reference, mark);
  }

  public static boolean compareAndSet(
      AtomicStampedReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      @Nullable Object newReference,
      int expectedMark,
      int newMark) {
    return PAIR.replace(self, expectedReference, newReference, expectedMark, newMark);
  }

  public static boolean weakCompareAndSet(
      AtomicStampedReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      @Nullable Object newReference,
      int expectedMark,
      int newMark) {
    return PAIR.replace(self, expectedReference, newReference, expectedMark, newMark);
  }

  public static boolean attemptStamp(
      AtomicStampedReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      int newMark) {
    return PAIR.mark(self, expectedReference, newMark);
  }
}
