package dev.clew.jvm.program.juc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import sun.misc.Unsafe;

/** One thread writes plain data and then a flag; the other reads the flag and then the data. */
public final class AtomicOrderPrograms {
  private static int data;

  private AtomicOrderPrograms() {}

  private static void run(Runnable write, IntSupplier read) {
    new Thread(
            () -> {
              data = 1;
              write.run();
            })
        .start();
    new Thread(
            () -> {
              if (read.getAsInt() == 1) {
                Tasks.check(data == 1);
              }
            })
        .start();
  }

  /** The flag is a field with fences around its accesses; the arguments are the fences. */
  public static final class OfFence {
    private static final VarHandle OPAQUE;
    private static int plain;
    private static int opaque;

    static {
      try {
        OPAQUE = MethodHandles.lookup().findStaticVarHandle(OfFence.class, "opaque", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    public static void main(String[] args) {
      boolean isPlain = args[0].startsWith("plain");
      run(
          () -> {
            switch (args[1]) {
              case "release" -> VarHandle.releaseFence();
              case "full" -> VarHandle.fullFence();
              case "storeStore" -> VarHandle.storeStoreFence();
              case "acquire" -> VarHandle.acquireFence();
              default -> {}
            }
            if (isPlain) {
              plain = 1;
            } else {
              OPAQUE.setOpaque(1);
            }
          },
          () -> {
            int found = isPlain ? plain : (int) OPAQUE.getOpaque();
            switch (args[2]) {
              case "acquire" -> VarHandle.acquireFence();
              case "full" -> VarHandle.fullFence();
              case "loadLoad" -> VarHandle.loadLoadFence();
              case "release" -> VarHandle.releaseFence();
              default -> {}
            }
            return found;
          });
    }
  }

  /** The flag is an atomic object; the arguments are the modes. */
  public static final class OfInteger {
    public static void main(String[] args) {
      AtomicInteger flag = new AtomicInteger();
      Runnable write =
          switch (args[0]) {
            case "plain" -> () -> flag.setPlain(1);
            case "opaque" -> () -> flag.setOpaque(1);
            case "release" -> () -> flag.setRelease(1);
            case "lazy" -> () -> flag.lazySet(1);
            case "volatile" -> () -> flag.set(1);
            case "add" -> flag::incrementAndGet;
            case "weakRelease" -> () -> flag.weakCompareAndSetRelease(0, 1);
            case "weakAcquire" -> () -> flag.weakCompareAndSetAcquire(0, 1);
            default -> throw new IllegalArgumentException(args[0]);
          };
      IntSupplier read =
          switch (args[1]) {
            case "plain" -> flag::getPlain;
            case "opaque" -> flag::getOpaque;
            case "acquire" -> flag::getAcquire;
            case "volatile" -> flag::get;
            case "failed" -> () -> flag.compareAndSet(0, 5) ? 0 : 1;
            case "failedRelease" -> () -> flag.compareAndExchangeRelease(0, 5);
            case "failedAcquire" -> () -> flag.compareAndExchangeAcquire(0, 5);
            default -> throw new IllegalArgumentException(args[1]);
          };
      run(write, read);
    }
  }

  /** The flag is a plain field with a handle; the arguments are the modes. */
  public static final class OfHandle {
    private static final VarHandle FLAG = flag();
    private int flag;

    private static VarHandle flag() {
      try {
        return MethodHandles.lookup().findVarHandle(OfHandle.class, "flag", int.class);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    public static void main(String[] args) {
      OfHandle self = new OfHandle();
      Runnable write =
          switch (args[0]) {
            case "direct" -> () -> self.flag = 1;
            case "plain" -> () -> FLAG.set(self, 1);
            case "opaque" -> () -> FLAG.setOpaque(self, 1);
            case "release" -> () -> FLAG.setRelease(self, 1);
            case "volatile" -> () -> FLAG.setVolatile(self, 1);
            case "or" -> () -> FLAG.getAndBitwiseOr(self, 1);
            case "orRelease" -> () -> FLAG.getAndBitwiseOrRelease(self, 1);
            case "orAcquire" -> () -> FLAG.getAndBitwiseOrAcquire(self, 1);
            default -> throw new IllegalArgumentException(args[0]);
          };
      IntSupplier read =
          switch (args[1]) {
            case "direct" -> () -> self.flag;
            case "plain" -> () -> (int) FLAG.get(self);
            case "opaque" -> () -> (int) FLAG.getOpaque(self);
            case "acquire" -> () -> (int) FLAG.getAcquire(self);
            case "volatile" -> () -> (int) FLAG.getVolatile(self);
            default -> throw new IllegalArgumentException(args[1]);
          };
      run(write, read);
    }
  }

  /** The flag is a plain field with an offset; the arguments are the modes. */
  public static final class OfUnsafe {
    private static final Unsafe UNSAFE = unsafe();
    private static final long FLAG = offset();
    int flag;

    private static Unsafe unsafe() {
      try {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private static long offset() {
      try {
        return UNSAFE.objectFieldOffset(OfUnsafe.class.getDeclaredField("flag"));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    public static void main(String[] args) {
      OfUnsafe self = new OfUnsafe();
      Runnable write =
          switch (args[0]) {
            case "plain" -> () -> UNSAFE.putInt(self, FLAG, 1);
            case "release" -> () -> UNSAFE.putOrderedInt(self, FLAG, 1);
            case "volatile" -> () -> UNSAFE.putIntVolatile(self, FLAG, 1);
            default -> throw new IllegalArgumentException(args[0]);
          };
      IntSupplier read =
          switch (args[1]) {
            case "plain" -> () -> UNSAFE.getInt(self, FLAG);
            case "volatile" -> () -> UNSAFE.getIntVolatile(self, FLAG);
            default -> throw new IllegalArgumentException(args[1]);
          };
      run(write, read);
    }
  }

  /** The flag is a sum. */
  public static final class OfAdder {
    public static void main(String[] args) {
      LongAdder flag = new LongAdder();
      run(flag::increment, () -> (int) flag.sum());
    }
  }

  /** Two threads that add to the same sum and meet nowhere else. */
  public static final class OfAdditions {
    public static void main(String[] args) {
      LongAdder sum = new LongAdder();
      Tasks.Task task =
          () -> {
            sum.increment();
            data++;
            sum.increment();
          };
      Tasks.start(task, task);
    }
  }
}
