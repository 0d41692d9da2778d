package subjects.language;

import java.util.Arrays;

/** Fields, elements and operators of every type. */
public class Values {
  private boolean z;
  private byte b = -1;
  private char c = 'c';
  private short s = 7;
  private int i;
  private long j = Long.MAX_VALUE;
  private float f = 0.5f;
  private double d = 1e300;
  private String text = "t";
  private static long wide;
  private static volatile double precise;
  private volatile long counter;
  private volatile String name;
  private Values next;
  private int[][] grid = {{1, 2, 3}, {4}, {}};
  private long[][][] cube = new long[2][3][];

  private Values self() {
    i++;
    return this;
  }

  private static int index(int[] calls) {
    return calls[0]++;
  }

  private String fields() {
    z |= b < 0;
    z ^= true;
    b += 200;
    b >>>= 1;
    c++;
    s *= s;
    self().i += self().i++ + ++self().i;
    j += 2;
    j--;
    f -= .25;
    d /= f;
    text += b + (text += c) + (text = null);
    counter = counter++ + ++counter;
    name = name + counter;
    wide += counter << 33;
    precise = wide / 3.0;
    precise++;
    next = next == null ? new Values() : next;
    next.next = this;
    next.next.next.d = next.next.i = 5;
    return "" + z + b + c + s + i + j + f + d + text + counter + name + wide + precise + next.d;
  }

  private String elements() {
    int[] calls = {0};
    int[] numbers = {5, 6, 7, 8};
    numbers[index(calls)] += numbers[index(calls)]++ * numbers[index(calls)]--;
    numbers[numbers[3] % 4] = numbers[index(calls)] = index(calls);
    long[] longs = {1, 2};
    longs[0] = longs[1] += longs[0] << 40;
    double[] doubles = {1};
    doubles[0] = doubles[0]++ / 3 + --doubles[0];
    String[] strings = {"a", null};
    strings[1] = strings[0] += strings[1] + longs[1];
    grid[2] = grid[1].clone();
    grid[2][0]--;
    cube[1][2] = longs;
    cube[1][2][1]++;
    boolean[] booleans = new boolean[2];
    booleans[1] |= grid[0][1] == 2;
    byte[] bytes = {(byte) 300};
    bytes[0] >>= 1;
    Object[] objects = new Object[][] {strings, {doubles[0], booleans[1], bytes[0]}};
    return Arrays.toString(numbers)
        + Arrays.deepToString(grid)
        + Arrays.deepToString(cube)
        + Arrays.deepToString(objects);
  }

  @SafeVarargs
  private static <T extends Comparable<T>> T most(T first, T... others) {
    T most = first;
    for (T each : others) {
      most = each.compareTo(most) > 0 ? each : most;
    }
    return most;
  }

  private static String switches(Object value) {
    String text = String.valueOf(value);
    switch (text) {
      case "FB":
      case "Ea":
        text += "same hash";
        break;
      case "1":
        text += "one";
      // falls through
      default:
        text += "default";
    }
    int number =
        switch (text.length()) {
          case 1, 2, 3 -> 1;
          case 1000 -> throw new IllegalStateException();
          case 8, 11 -> {
            int sum = 0;
            for (int k = 0; k < 3; k++) {
              sum += k;
            }
            yield sum;
          }
          default -> -1;
        };
    return text + number + (value instanceof Integer boxed && boxed > 0 ? boxed + 1 : "none");
  }

  public static String run() {
    Values values = new Values();
    return values.fields()
        + values.fields()
        + values.elements()
        + most(1, 3, 2)
        + most("a")
        + switches("FB")
        + switches("Ea")
        + switches(1)
        + switches(null);
  }
}
