import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * Two threads count: by reading and writing, or by one atomic operation.
 *
 * <p>Shows: AtomicInteger, AtomicLong, AtomicReference, AtomicStampedReference, AtomicIntegerArray,
 * AtomicLongArray, AtomicReferenceArray, AtomicIntegerFieldUpdater, AtomicLongFieldUpdater,
 * AtomicReferenceFieldUpdater, VarHandle. Finds: assertion.
 */
public class Counters {
  volatile int number;
  volatile long large;
  volatile Integer object = 0;

  /** A variable, and what it takes to add one to it atomically. */
  record Variable(IntSupplier get, IntConsumer set, Runnable increment) {}

  public static void main(String[] args) throws Exception {
    Variable variable = variable(args[1]);
    Threads.Task count =
        args[0].equals("right")
            ? variable.increment::run
            : () -> variable.set.accept(variable.get.getAsInt() + 1);
    Threads.together(count, count);
    assert variable.get.getAsInt() == 2;
  }

  private static Variable variable(String type) throws ReflectiveOperationException {
    Counters holder = new Counters();
    switch (type) {
      case "AtomicInteger" -> {
        AtomicInteger it = new AtomicInteger();
        return new Variable(it::get, it::set, it::incrementAndGet);
      }
      case "AtomicLong" -> {
        AtomicLong it = new AtomicLong();
        return new Variable(() -> (int) it.get(), it::set, it::incrementAndGet);
      }
      case "AtomicReference" -> {
        AtomicReference<Integer> it = new AtomicReference<>(0);
        return new Variable(it::get, it::set, () -> it.updateAndGet(old -> old + 1));
      }
      case "AtomicStampedReference" -> {
        AtomicStampedReference<String> it = new AtomicStampedReference<>("", 0);
        return new Variable(
            it::getStamp,
            stamp -> it.set("", stamp),
            () -> {
              int stamp = it.getStamp();
              while (!it.compareAndSet("", "", stamp, stamp + 1)) {
                stamp = it.getStamp();
              }
            });
      }
      case "AtomicIntegerArray" -> {
        AtomicIntegerArray it = new AtomicIntegerArray(2);
        return new Variable(() -> it.get(1), to -> it.set(1, to), () -> it.incrementAndGet(1));
      }
      case "AtomicLongArray" -> {
        AtomicLongArray it = new AtomicLongArray(2);
        return new Variable(
            () -> (int) it.get(1), to -> it.set(1, to), () -> it.incrementAndGet(1));
      }
      case "AtomicReferenceArray" -> {
        AtomicReferenceArray<Integer> it = new AtomicReferenceArray<>(new Integer[] {0});
        return new Variable(
            () -> it.get(0), to -> it.set(0, to), () -> it.updateAndGet(0, old -> old + 1));
      }
      case "AtomicIntegerFieldUpdater" -> {
        var it = AtomicIntegerFieldUpdater.newUpdater(Counters.class, "number");
        return new Variable(
            () -> it.get(holder), to -> it.set(holder, to), () -> it.incrementAndGet(holder));
      }
      case "AtomicLongFieldUpdater" -> {
        var it = AtomicLongFieldUpdater.newUpdater(Counters.class, "large");
        return new Variable(
            () -> (int) it.get(holder), to -> it.set(holder, to), () -> it.incrementAndGet(holder));
      }
      case "AtomicReferenceFieldUpdater" -> {
        var it =
            AtomicReferenceFieldUpdater.newUpdater(Counters.class, Integer.class, "object");
        return new Variable(
            () -> it.get(holder),
            to -> it.set(holder, to),
            () -> it.updateAndGet(holder, old -> old + 1));
      }
      case "VarHandle" -> {
        VarHandle it = MethodHandles.lookup().findVarHandle(Counters.class, "number", int.class);
        return new Variable(
            () -> (int) it.getVolatile(holder),
            to -> it.setVolatile(holder, to),
            () -> {
              int old = (int) it.getAndAdd(holder, 1);
              assert old >= 0;
            });
      }
      default -> throw new IllegalArgumentException(type);
    }
  }
}
