package dev.clew.foreign;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Words for threads and objects that mean the same whenever the program is started: what replay
 * files call them.
 *
 * <p>A thread is told by who made it, as in {@code main/1/0}: the first thread that was made by the
 * second thread that main made. An object is told by where it is, as in {@code 404060:4:0}: its
 * address, its size, and what it is. Executables and heaps have fixed addresses.
 */
public final class Keys {
  private static final String MAIN = "main";
  private static final String CLOCK = "clock";
  private static final char BELOW = '/';

  /** The thread that lets time pass, which no thread made. */
  public static final int CLOCK_THREAD = 1;

  private Keys() {}

  /** An object. */
  public record ObjectKey(long address, int size, int matter) {
    @Override
    public String toString() {
      return Long.toHexString(address) + ":" + size + ":" + matter;
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
    return new ObjectKey(numbers.address(object), numbers.size(object), numbers.matter(object))
        .toString();
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

  /** What the key of an object says; nothing if it is none. */
  public static Optional<ObjectKey> objectOf(String key) {
    if (!key.matches("[0-9a-f]{1,16}:[0-9]{1,9}:[0-9]{1,3}")) {
      return Optional.empty();
    }
    String[] parts = key.split(":");
    return Optional.of(
        new ObjectKey(
            Long.parseUnsignedLong(parts[0], 16),
            Integer.parseInt(parts[1]),
            Integer.parseInt(parts[2])));
  }
}
