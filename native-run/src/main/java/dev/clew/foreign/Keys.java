package dev.clew.foreign;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Words for threads and objects that mean the same whenever the program is started: what replay
 * files call them.
 *
 * <p>A thread is told by who made it, as in {@code main/1/0}: the first thread that was made by the
 * second thread that main made. An object is told by where it is, as in {@code 404060:4:0}: its
 * address, its size, and what it is. What is in the memory of a thread, whose number may be another
 * one next time, is told by the thread and the distance from there: {@code main/1+4000010:4:0}. One
 * that others stand for in traces, as one access touches both, names that one: {@code
 * 404064:4:0=404060:4:0}.
 */
public final class Keys {
  private static final String MAIN = "main";
  private static final String CLOCK = "clock";
  private static final char BELOW = '/';
  private static final char FROM = '+';
  private static final char LED = '=';
  private static final Pattern OBJECT =
      Pattern.compile("(?:([^+]*)\\+)?([0-9a-f]{1,16}):([0-9]{1,9}):([0-9]{1,3})");

  /** The thread that lets time pass, which no thread made. */
  public static final int CLOCK_THREAD = 1;

  private Keys() {}

  /**
   * An object.
   *
   * @param leader the one that stands for it in traces, null if that is itself
   */
  public record ObjectKey(long address, int size, int matter, @Nullable ObjectKey leader) {
    ObjectKey(long address, int size, int matter) {
      this(address, size, matter, null);
    }
  }

  /** The key of a thread. */
  public static String ofThread(Numbers numbers, int thread) {
    if (thread == CLOCK_THREAD) {
      return CLOCK;
    }
    int maker = numbers.maker(thread);
    return maker < 0 ? MAIN : ofThread(numbers, maker) + BELOW + numbers.ordinal(thread);
  }

  /** The key of an object. */
  public static String ofObject(Numbers numbers, int object) {
    int leader = numbers.leader(object);
    return leader == object
        ? alone(numbers, object)
        : alone(numbers, object) + LED + alone(numbers, leader);
  }

  private static String alone(Numbers numbers, int object) {
    long address = numbers.address(object);
    String kind = ":" + numbers.size(object) + ":" + numbers.matter(object);
    int thread = Layout.threadOf(address);
    return thread < 0
        ? Long.toHexString(address) + kind
        : ofThread(numbers, thread)
            + FROM
            + Long.toHexString(address - Layout.regionOf(thread, address))
            + kind;
  }

  /** Whether a key is of the thread that lets time pass. */
  public static boolean isClock(String key) {
    return key.equals(CLOCK);
  }

  /**
   * The ordinals on the way from main to a thread, none for main itself; nothing if it is no key of
   * a thread that a program made.
   */
  public static Optional<int[]> pathOf(String key) {
    if (key.equals(MAIN)) {
      return Optional.of(new int[0]);
    }
    if (!key.matches(MAIN + "(/[0-9]{1,9})+")) {
      return Optional.empty();
    }
    return Optional.of(Arrays.stream(key.split("/")).skip(1).mapToInt(Integer::parseInt).toArray());
  }

  /** The key of the thread at the end of a way from main. */
  public static String ofPath(int... path) {
    return MAIN
        + Arrays.stream(path)
            .mapToObj(ordinal -> BELOW + Integer.toString(ordinal))
            .collect(Collectors.joining());
  }

  /**
   * What the key of an object says; nothing if it is none.
   *
   * @param threads the number of the thread with a key, negative if there can be none
   */
  public static Optional<ObjectKey> objectOf(String key, ToIntFunction<String> threads) {
    int led = key.indexOf(LED);
    if (led < 0) {
      return aloneOf(key, threads);
    }
    ObjectKey leader = aloneOf(key.substring(led + 1), threads).orElse(null);
    return leader == null
        ? Optional.empty()
        : aloneOf(key.substring(0, led), threads)
            .map(one -> new ObjectKey(one.address(), one.size(), one.matter(), leader));
  }

  private static Optional<ObjectKey> aloneOf(String key, ToIntFunction<String> threads) {
    Matcher parts = OBJECT.matcher(key);
    if (!parts.matches()) {
      return Optional.empty();
    }
    long address = Long.parseUnsignedLong(parts.group(2), 16);
    if (parts.group(1) != null) {
      int thread = threads.applyAsInt(parts.group(1));
      if (thread < 0) {
        return Optional.empty();
      }
      address += Layout.regionOf(thread, address);
    }
    return Optional.of(
        new ObjectKey(address, Integer.parseInt(parts.group(3)), Integer.parseInt(parts.group(4))));
  }
}
