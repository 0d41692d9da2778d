package subjects.initialisation;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Static fields of every type, and initialisers with all that code can have. */
public final class Statics {
  static boolean z;
  static byte b = 1;
  static char c = 'c';
  static short s;
  static int i = 7;
  static long j = 1L << 40;
  static float f = 1.5f;
  static double d;
  static String text;
  static int[] numbers = {1, 2, 3};
  static final Map<String, Integer> COUNTS = new HashMap<>();
  static volatile long ticks;
  static final Object LOCK = new Object();
  static final Callable<String> LAZY;
  static final Function<Integer, int[]> ARRAYS = int[]::new;
  static final Supplier<Statics> MAKER = Statics::new;
  static int made;

  static {
    String value = "";
    for (int k = 0; k < 3; k++) {
      try {
        value += numbers[k * 2];
      } catch (ArrayIndexOutOfBoundsException e) {
        value += "!";
      } finally {
        value += ";";
      }
    }
    String result = value;
    LAZY = () -> result + Nested.deep();
    synchronized (LOCK) {
      COUNTS.merge("a", 1, Integer::sum);
    }
  }

  private static final class Nested {
    private static final Object INNER =
        new Object() {
          @Override
          public String toString() {
            return "inner" + i++;
          }
        };

    static String deep() {
      return INNER + ":" + made;
    }
  }

  private final int number;

  private Statics() {
    this(++made + (z ? 1 : 0));
  }

  private Statics(int number) {
    this.number = number;
  }

  record Point(int x, long y) {
    static Point origin = new Point(0, 0L);
    static int points;

    Point {
      points++;
    }
  }

  private static String state() {
    return z + " " + b + c + s + i + " " + j + " " + f + " " + d + text + numbers.length + ticks;
  }

  static int varargs(Object... arguments) {
    return arguments.length;
  }

  public static String run() throws Exception {
    Log.add(state());
    z = true;
    b++;
    c++;
    s += 5;
    i *= 2;
    j >>= 3;
    f /= 2;
    d = Math.max(d, 2.5);
    text = "new";
    numbers = new int[varargs(z, b, c)];
    ticks += 3;
    Log.add(state());
    COUNTS.merge("a", 1, Integer::sum);
    Log.add(COUNTS + LAZY.call() + ARRAYS.apply(3).length);
    Log.add("" + MAKER.get().number + new Statics().number);
    Log.add(new Point(1, 2) + "" + Point.origin + Point.points);
    boolean asserts = false;
    assert asserts = true;
    Log.add("asserts " + asserts);
    return Log.text();
  }
}
