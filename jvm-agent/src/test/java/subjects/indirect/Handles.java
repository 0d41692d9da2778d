package subjects.indirect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Every way to access a variable by something that stands for it, with values of many types. */
public class Handles {
  private static final VarHandle INT = find("i", int.class);
  private static final VarHandle LONG = find("l", long.class);
  private static final VarHandle DOUBLE = find("d", double.class);
  private static final VarHandle BOOLEAN = find("b", boolean.class);
  private static final VarHandle TEXT = find("s", String.class);
  private static final VarHandle STATIC = findStatic();
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle TEXTS = MethodHandles.arrayElementVarHandle(String[].class);

  private int i;
  private volatile long l;
  private double d;
  private boolean b;
  private volatile String s;
  private static short count;
  private final long[] longs = new long[3];
  private final String[] texts = new String[2];
  private final StringBuilder log = new StringBuilder();

  private static VarHandle find(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Handles.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle findStatic() {
    try {
      return MethodHandles.lookup().findStaticVarHandle(Handles.class, "count", short.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Handles log(Object value) {
    log.append(value).append(' ');
    return this;
  }

  private void ints() {
    INT.set(this, 1);
    INT.setOpaque(this, 1 + (int) INT.get(this));
    INT.setRelease(this, 1 + (int) INT.getOpaque(this));
    INT.setVolatile(this, 1 + (int) INT.getAcquire(this));
    log((int) INT.getVolatile(this));
    log(INT.compareAndSet(this, 4, 5)).log(INT.compareAndSet(this, 4, 6));
    log((int) INT.compareAndExchange(this, 5, 6));
    log((int) INT.compareAndExchangeAcquire(this, 5, 7));
    log((int) INT.compareAndExchangeRelease(this, 6, 8));
    log((int) INT.getAndAdd(this, 1)).log((int) INT.getAndAddAcquire(this, 1));
    log((int) INT.getAndAddRelease(this, 1)).log((int) INT.getAndSet(this, 12));
    log((int) INT.getAndSetAcquire(this, 13)).log((int) INT.getAndSetRelease(this, 14));
    log((int) INT.getAndBitwiseOr(this, 1)).log((int) INT.getAndBitwiseAnd(this, 7));
    log((int) INT.getAndBitwiseXorRelease(this, 2)).log(i);
  }

  private void wideValues() {
    LONG.setVolatile(this, 1L << 40);
    log(LONG.weakCompareAndSet(this, 1L << 40, 2)).log(LONG.weakCompareAndSetPlain(this, 2, 3));
    log(LONG.weakCompareAndSetAcquire(this, 4L, 5L)).log((long) LONG.getAndAdd(this, 1L << 41));
    DOUBLE.setOpaque(this, 0.5);
    log(DOUBLE.compareAndSet(this, 0.5, 1.5)).log((double) DOUBLE.getAndAdd(this, 2.0)).log(d);
    for (int index = 0; index < longs.length; index++) {
      ELEMENT.setVolatile(longs, index, (long) index);
      log((long) ELEMENT.getAndAdd(longs, index, 10L)).log(longs[index]);
      log(ELEMENT.weakCompareAndSetRelease(longs, index, 11L, l));
    }
  }

  private void otherValues() {
    log(BOOLEAN.compareAndSet(this, false, true)).log((boolean) BOOLEAN.getVolatile(this)).log(b);
    log(TEXT.compareAndSet(this, (String) null, "a")).log((String) TEXT.getAndSet(this, "b"));
    log((String) TEXT.compareAndExchange(this, "b", "c")).log(s);
    STATIC.setVolatile((short) 7);
    log(STATIC.compareAndSet((short) 7, (short) 8)).log((short) STATIC.getAndAdd((short) 2));
    log(count);
    TEXTS.setRelease(texts, 1, "d");
    log((String) TEXTS.getAcquire(texts, 1)).log(TEXTS.compareAndSet(texts, 0, "x", "y"));
    VarHandle.fullFence();
    log(INT.varType()).log(INT.isAccessModeSupported(VarHandle.AccessMode.GET));
  }

  private void offsets() throws ReflectiveOperationException {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    long atInt = unsafe.objectFieldOffset(Handles.class.getDeclaredField("i"));
    long atLong = unsafe.objectFieldOffset(Handles.class.getDeclaredField("l"));
    long atText = unsafe.objectFieldOffset(Handles.class.getDeclaredField("s"));
    unsafe.putInt(this, atInt, 3);
    unsafe.putOrderedInt(this, atInt, 1 + unsafe.getInt(this, atInt));
    unsafe.putIntVolatile(this, atInt, 1 + unsafe.getIntVolatile(this, atInt));
    log(unsafe.compareAndSwapInt(this, atInt, 5, 6)).log(unsafe.getAndAddInt(this, atInt, 2));
    log(unsafe.getAndSetLong(this, atLong, 9L)).log(unsafe.compareAndSwapLong(this, atLong, 8, 7));
    log(unsafe.compareAndSwapObject(this, atText, s, "e")).log(unsafe.getObject(this, atText));
    long at = unsafe.arrayBaseOffset(long[].class) + unsafe.arrayIndexScale(long[].class);
    log(unsafe.getAndAddLong(longs, at, 5)).log(unsafe.getLong(longs, at)).log(i).log(l);
    long memory = unsafe.allocateMemory(8);
    unsafe.putLong(memory, 17);
    log(unsafe.getLong(memory)).log(unsafe.getLong(null, memory));
    unsafe.freeMemory(memory);
  }

  private void failures() {
    for (Runnable each :
        new Runnable[] {
          () -> INT.setVolatile((Handles) null, 1),
          () -> ELEMENT.setVolatile(longs, 3, 1L),
          () -> ELEMENT.getAndAdd((long[]) null, 0, 1L),
          () -> INT.setVolatile(this, "text")
        }) {
      try {
        each.run();
        log("none");
      } catch (RuntimeException e) {
        log(e.getClass().getSimpleName());
      }
    }
  }

  public static String run() throws ReflectiveOperationException {
    count = 0;
    Handles handles = new Handles();
    handles.ints();
    handles.wideValues();
    handles.otherValues();
    handles.offsets();
    handles.failures();
    return handles.log.toString();
  }
}
