package dev.clew.jvm.program;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A program whose steps depend on time, chance, hash codes, counters and settings of the JVM: three
 * threads look at all of them.
 */
public final class AllSources {
  private static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);
  private static final InheritableThreadLocal<Integer> INHERITED = new InheritableThreadLocal<>();
  private static volatile int one;
  private static volatile int zero;

  private AllSources() {}

  private enum Colour {
    RED,
    GREEN,
    BLUE
  }

  private static final class OwnRandom extends Random {
    private static final long serialVersionUID = 1L;
  }

  private static final class OwnThread extends Thread {
    OwnThread(Runnable code) {
      super(code);
    }
  }

  private static final class OwnReference extends WeakReference<Object> {
    OwnReference(Object referent, ReferenceQueue<Object> queue) {
      super(referent, queue);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    INHERITED.set(5);
    Thread first = new Thread(() -> lookAtAll(1));
    Thread second = new OwnThread(() -> lookAtAll(2));
    first.start();
    second.start();
    lookAtAll(3);
    first.join();
    second.join();
    step(new Object().hashCode());
    step(System.nanoTime());
  }

  /** Does what a number says, in steps that are recorded. */
  private static void step(long number) {
    for (int bit = 0; bit < 10; bit++) {
      if (((number >> bit) & 1) == 0) {
        zero = bit;
      } else {
        one = bit;
      }
    }
  }

  private static void lookAtAll(int id) {
    lookAtTime();
    lookAtHashCodes();
    lookAtChance();
    lookAtThreads(id);
    lookAtSettings(id);
    lookAtMemory();
    step(new Object().hashCode());
  }

  private static void lookAtTime() {
    step(System.nanoTime() / 1000);
    step(System.currentTimeMillis());
    LongSupplier clock = System::nanoTime;
    step(clock.getAsLong());
    step(Instant.now().getNano());
    step(LocalDateTime.now().getNano());
    step(ZonedDateTime.now(ZoneId.of("UTC")).getNano());
    step(Clock.systemUTC().millis());
    step(new Date().getTime());
    step(Calendar.getInstance().getTimeInMillis());
    step(new GregorianCalendar().getTimeInMillis());
  }

  private static void lookAtHashCodes() {
    step(System.identityHashCode(new int[1]));
    step(new Object().toString().hashCode());
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      objects.add(new Object());
    }
    step(order(new HashSet<>(objects), objects));
    step(order(new HashSet<>(List.of(Colour.values())), List.of(Colour.values())));
    List<Object> classes = List.of(String.class, AllSources.class, Integer.class, int[].class);
    step(order(new HashSet<>(classes), classes));
    step(order(Set.of(1, 2, 3, 4, 5, 6), List.of(1, 2, 3, 4, 5, 6)));
    step(order(Map.of(1, 2, 3, 4, 5, 6).keySet(), List.of(1, 3, 5)));
    Map<Runnable, Integer> lambdas = new HashMap<>();
    lambdas.put(() -> step(1), 1);
    lambdas.put(() -> step(2), 2);
    lambdas.values().forEach(AllSources::step);
  }

  private static long order(Set<?> set, List<?> list) {
    long order = 0;
    for (Object each : set) {
      order = order * list.size() + list.indexOf(each);
    }
    return order;
  }

  private static void lookAtChance() {
    step((long) (Math.random() * 1000));
    step((long) (StrictMath.random() * 1000));
    step(new Random().nextInt());
    step(new OwnRandom().nextInt());
    step(new SplittableRandom().nextInt());
    step(ThreadLocalRandom.current().nextInt());
    step(RandomGenerator.getDefault().nextInt());
    step(RandomGenerator.of("Xoroshiro128PlusPlus").nextInt());
    step(RandomGeneratorFactory.of("L64X128MixRandom").create().nextInt());
    step(UUID.randomUUID().hashCode());
    step(new SecureRandom().nextInt());
    try {
      step(SecureRandom.getInstanceStrong().nextInt());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5));
    Collections.shuffle(numbers);
    step(numbers.hashCode());
  }

  private static void lookAtThreads(int id) {
    step(number(Thread.currentThread()));
    step(Thread.currentThread().getName().hashCode());
    Thread other = new Thread(() -> {});
    step(number(other));
    step(other.getName().hashCode());
    step((other.isDaemon() ? 1 : 0) + 2L * other.getPriority());
    step(other.getContextClassLoader() == AllSources.class.getClassLoader() ? 1 : 0);
    step(other.getThreadGroup().getName().hashCode());
    step(LOCAL.get());
    LOCAL.set(id);
    Integer inherited = INHERITED.get();
    step(inherited == null ? 0 : inherited);
  }

  @SuppressWarnings("deprecation") // the new name is not in JDK 17
  private static long number(Thread thread) {
    return thread.getId();
  }

  private static void lookAtSettings(int id) {
    step(System.getProperty("clew.test") == null ? 1 : 2);
    System.setProperty("clew.test", "set by " + id);
    step(Locale.getDefault().toString().hashCode());
    Locale.setDefault(Locale.JAPAN);
    step(TimeZone.getDefault().getID().hashCode());
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
  }

  private static void lookAtMemory() {
    WeakReference<Object> weak = new WeakReference<>(new Object());
    WeakReference<Object> own = new OwnReference(new Object(), new ReferenceQueue<>());
    List<byte[]> garbage = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      garbage.add(new byte[4096]);
    }
    step(Runtime.getRuntime().freeMemory() / garbage.size());
    System.gc();
    step(weak.get() == null ? 1 : 0);
    step(own.get() == null ? 1 : 0);
  }
}
