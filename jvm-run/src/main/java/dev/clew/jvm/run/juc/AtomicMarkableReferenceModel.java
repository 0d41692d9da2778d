package dev.clew.jvm.run.juc;

import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.juc.ReferencePairs.Pair;
import java.util.concurrent.atomic.AtomicMarkableReference;
import org.jspecify.annotations.Nullable;

/** A reference and a truth value, changed together. */
@Models(AtomicMarkableReference.class)
public final class AtomicMarkableReferenceModel {
  private static final ReferencePairs<AtomicMarkableReference<@Nullable Object>> PAIR =
      new ReferencePairs<>() {
        @Override
        @Nullable Object reference(AtomicMarkableReference<@Nullable Object> owner) {
          return owner.getReference();
        }

        @Override
        Object mark(AtomicMarkableReference<@Nullable Object> owner) {
          return owner.isMarked();
        }

        @Override
        void store(
            AtomicMarkableReference<@Nullable Object> owner,
            @Nullable Object reference,
            Object mark) {
          owner.set(reference, (Boolean) mark);
        }
      };

  private AtomicMarkableReferenceModel() {}

  public static void created(AtomicMarkableReference<@Nullable Object> self) {
    Hooks.newObject(self, -1);
  }

  public static @Nullable Object getReference(AtomicMarkableReference<@Nullable Object> self) {
    return PAIR.read(self).reference();
  }

  public static boolean isMarked(AtomicMarkableReference<@Nullable Object> self) {
    return (Boolean) PAIR.read(self).mark();
  }

  public static @Nullable Object get(
      AtomicMarkableReference<@Nullable Object> self, boolean[] holder) {
    Pair found = PAIR.read(self);
    holder[0] = (Boolean) found.mark();
    return found.reference();
  }

  public static void set(
      AtomicMarkableReference<@Nullable Object> self, @Nullable Object reference, boolean mark) {
    PAIR.write(self, reference, mark);
  }

  public static boolean compareAndSet(
      AtomicMarkableReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      @Nullable Object newReference,
      boolean expectedMark,
      boolean newMark) {
    return PAIR.replace(self, expectedReference, newReference, expectedMark, newMark);
  }

  public static boolean weakCompareAndSet(
      AtomicMarkableReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      @Nullable Object newReference,
      boolean expectedMark,
      boolean newMark) {
    return PAIR.replace(self, expectedReference, newReference, expectedMark, newMark);
  }

  public static boolean attemptMark(
      AtomicMarkableReference<@Nullable Object> self,
      @Nullable Object expectedReference,
      boolean newMark) {
    return PAIR.mark(self, expectedReference, newMark);
  }
}
