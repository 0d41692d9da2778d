package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Tasks.join;
import static dev.clew.jvm.program.juc.Tasks.start;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Programs with atomic variables; the argument is the name of one. */
public final class AtomicPrograms {
  private AtomicPrograms() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "updates" -> updates();
      case "referenceUpdates" -> referenceUpdates();
      case "elementUpdates" -> elementUpdates();
      case "fieldUpdates" -> fieldUpdates();
      case "functionsWithOperations" -> functionsWithOperations();
      case "sums" -> sums();
      case "accumulations" -> accumulations();
      case "taken" -> taken();
      case "equalTexts" -> equalTexts();
      case "stamps" -> stamps();
      case "subclass" -> subclass();
      case "errors" -> errors();
      case "hiddenHandle" -> hiddenHandle();
      case "staticHandle" -> staticHandle();
      case "constantHandle" -> constantHandle();
      case "views" -> views();
      case "values" -> values();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void updates() throws InterruptedException {
    AtomicInteger x = new AtomicInteger();
    join(start(() -> x.updateAndGet(v -> v + 1), () -> x.getAndUpdate(v -> v + 1)));
    check(x.getPlain() == 2);
  }

  private static void referenceUpdates() throws InterruptedException {
    AtomicReference<Integer> x = new AtomicReference<>(0);
    join(
        start(
            () -> x.accumulateAndGet(1, Integer::sum), () -> x.getAndAccumulate(1, Integer::sum)));
    check(x.getPlain() == 2);
  }

  private static void elementUpdates() throws InterruptedException {
    AtomicIntegerArray x = new AtomicIntegerArray(3);
    join(start(() -> x.updateAndGet(2, v -> v + 1), () -> x.getAndUpdate(2, v -> v + 1)));
    check(x.getPlain(2) == 2);
  }

  /** A field with an updater. */
  private static final class Updated {
    static final AtomicIntegerFieldUpdater<Updated> X =
        AtomicIntegerFieldUpdater.newUpdater(Updated.class, "x");
    volatile int x;
  }

  private static void fieldUpdates() throws InterruptedException {
    Updated u = new Updated();
    join(
        start(
            () -> Updated.X.updateAndGet(u, v -> v + 1),
            () -> Updated.X.getAndUpdate(u, v -> v + 1)));
  }

  private static void functionsWithOperations() throws InterruptedException {
    AtomicInteger x = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    Tasks.Task task = () -> x.updateAndGet(v -> v + 1 + 0 * calls.incrementAndGet());
    join(start(task, task));
    check(x.getPlain() == 2);
    check(calls.getPlain() <= 2);
  }

  private static void sums() throws InterruptedException {
    LongAdder whole = new LongAdder();
    DoubleAdder parts = new DoubleAdder();
    Tasks.Task task =
        () -> {
          whole.add(2);
          parts.add(0.25);
        };
    join(start(task, task));
    check(whole.sum() == 4 && whole.intValue() == 4);
    check(parts.sum() == 0.5);
    check(whole.sumThenReset() == 4 && whole.sum() == 0);
  }

  private static void accumulations() throws InterruptedException {
    LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
    DoubleAccumulator product = new DoubleAccumulator((a, b) -> a * b, 1);
    join(
        start(
            () -> {
              most.accumulate(1);
              product.accumulate(2);
            },
            () -> {
              most.accumulate(2);
              product.accumulate(3);
            }));
    check(most.get() == 2);
    check(product.getThenReset() == 6 && product.get() == 1);
    most.reset();
    check(most.get() == Long.MIN_VALUE);
  }

  /** What is taken out of a sum is what was added before, whichever that is. */
  private static void taken() {
    LongAdder sum = new LongAdder();
    LongAdder rest = new LongAdder();
    start(
        () -> sum.add(1),
        () -> sum.add(1),
        () -> {
          rest.add(sum.sumThenReset());
          check(rest.sum() <= 1);
        });
  }

  private static void equalTexts() {
    AtomicReference<String> text = new AtomicReference<>(new String("a"));
    String other = new String("a");
    start(
        () -> check(!text.compareAndSet(new String("a"), "c")),
        () -> text.set(other),
        () -> text.compareAndSet(other, "d"));
  }

  private static void stamps() throws InterruptedException {
    AtomicStampedReference<String> top = new AtomicStampedReference<>("a", 0);
    Thread[] threads =
        start(
            () -> {
              int[] stamp = new int[1];
              String seen = top.get(stamp);
              boolean swapped = top.compareAndSet(seen, "c", stamp[0], stamp[0] + 1);
              check(swapped == (top.getReference().equals("c")));
            },
            () -> {
              top.attemptStamp("a", 7);
              int stamp = top.getStamp();
              top.compareAndSet("a", "b", stamp, stamp + 1);
              top.compareAndSet("b", "a", stamp + 1, stamp + 2);
            });
    join(threads);
  }

  /** An atomic number with a field of its own. */
  @SuppressWarnings("serial")
  private static final class Named extends AtomicInteger {
    volatile int uses;
  }

  private static void subclass() throws InterruptedException {
    Named n = new Named();
    join(start(n::incrementAndGet, () -> n.uses = 1, n::incrementAndGet));
    check(n.getPlain() == 2);
  }

  private static void errors() {
    AtomicIntegerArray array = new AtomicIntegerArray(2);
    expect(IndexOutOfBoundsException.class, () -> array.get(2));
    expect(IndexOutOfBoundsException.class, () -> array.compareAndSet(-1, 0, 0));
    VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
    expect(IndexOutOfBoundsException.class, () -> elements.setVolatile(new int[1], 1, 1));
    expect(NullPointerException.class, () -> elements.setVolatile((int[]) null, 0, 1));
    expect(ClassCastException.class, () -> raw(Updated.X).set("", 1));
    expect(NullPointerException.class, () -> new AtomicInteger().updateAndGet(null));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static AtomicIntegerFieldUpdater<Object> raw(AtomicIntegerFieldUpdater<?> updater) {
    return (AtomicIntegerFieldUpdater) updater;
  }

  private static void expect(Class<? extends Throwable> type, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      check(type.isInstance(e));
      return;
    }
    throw new AssertionError("no " + type);
  }

  /** A handle that is found by reflection. */
  private static final class Hidden {
    static final VarHandle X = find();
    int x;

    private static VarHandle find() {
      try {
        Object found =
            Lookup.class
                .getMethod("findVarHandle", Class.class, String.class, Class.class)
                .invoke(MethodHandles.lookup(), Hidden.class, "x", int.class);
        return (VarHandle) found;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void hiddenHandle() {
    Hidden hidden = new Hidden();
    start(
        () -> Hidden.X.getAndAdd(hidden, 1),
        () -> Hidden.X.getAndAdd(hidden, 1),
        () -> Hidden.X.getAndAdd(hidden, 1));
  }

  /** A class whose only use is by a handle that was made elsewhere. */
  private static final class Initialised {
    static int x = Integer.parseInt("5");
  }

  private static void staticHandle() throws ReflectiveOperationException {
    VarHandle x =
        MethodHandles.privateLookupIn(Initialised.class, MethodHandles.lookup())
            .findStaticVarHandle(Initialised.class, "x", int.class);
    start(() -> check((int) x.getAndAdd(1) >= 5), () -> check((int) x.getAndAdd(1) >= 5));
  }

  /** The same, and what it is used for never changes. */
  private static class Constant {
    static final Integer X = Integer.parseInt("5");
  }

  /** Inherits the constant. */
  private static final class Heir extends Constant {
    static final Integer Y = Integer.parseInt("6");
  }

  private static void constantHandle() throws ReflectiveOperationException {
    Lookup lookup = MethodHandles.lookup();
    VarHandle x = lookup.findStaticVarHandle(Heir.class, "X", Integer.class);
    VarHandle y = lookup.unreflectVarHandle(Heir.class.getDeclaredField("Y"));
    start(
        () -> check((Integer) x.get() == 5),
        () -> check((Integer) y.get() == 6 && (Integer) x.getVolatile() == 5));
  }

  private static void views() {
    byte[] bytes = new byte[8];
    VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    Tasks.Task task = () -> ints.set(bytes, 0, 1 + (int) ints.get(bytes, 0));
    start(task, task);
  }

  private static void values() {
    AtomicInteger i = new AtomicInteger(3);
    AtomicLong l = new AtomicLong(Long.MAX_VALUE);
    AtomicBoolean b = new AtomicBoolean();
    AtomicReference<@Nullable String> s = new AtomicReference<>("text");
    AtomicStampedReference<String> p = new AtomicStampedReference<>("text", 7);
    AtomicIntegerArray a = new AtomicIntegerArray(new int[] {1, 2});
    i.incrementAndGet();
    l.get();
    b.set(true);
    s.getAndSet(null);
    p.getStamp();
    a.set(1, 5);
    i.compareAndSet(3, 4);
  }
}
