package subjects.hooks;

/** Accesses to elements of arrays of every type. */
public final class ArrayAccess {

  private ArrayAccess() {}

  /** One read and one write of each type. */
  public static final class EveryType {
    private EveryType() {}

    public static Object run() {
      boolean[] z = new boolean[1];
      byte[] b = new byte[2];
      char[] c = new char[3];
      short[] s = new short[4];
      int[] i = new int[5];
      long[] j = new long[6];
      float[] f = new float[7];
      double[] d = new double[8];
      Object[] l = new Object[9];
      z[0] = true;
      b[1]++;
      c[2] += 'x';
      s[3] -= 4;
      i[4] = 10;
      j[5] = 11L << 40;
      f[6] *= 2;
      d[7] = 1.5;
      l[8] = "last";
      return "" + z[0] + b[1] + c[2] + s[3] + i[4] + j[5] + f[6] + d[7] + l[8];
    }
  }

  /** What an array is made with is not an access; what follows is one. */
  public static final class Initialiser {
    static final int[] TABLE = {1, 2, 300, 40000, -5};

    private Initialiser() {}

    private static int next(int value) {
      return value + 1;
    }

    public static Object run() {
      int one = 1;
      int[] constants = {
        one, 2, 3,
      };
      int[] computed = {next(1), 2};
      long[] wide = {1L, 1L << 40};
      Object[] objects = {"a", null, String.class, TABLE};
      int[] other;
      (other = new int[1])[0] = 9;
      return constants.length + computed[0] + wide.length + objects.length + other.length;
    }
  }

  /** Arrays that are not there, or too short. */
  public static final class Failing {
    private Failing() {}

    public static Object run() {
      int[] none = null;
      String text = "";
      try {
        none[3] = 1;
      } catch (NullPointerException e) {
        text += "null;";
      }
      try {
        double[][] grid = new double[2][2];
        text += grid[1][5];
      } catch (ArrayIndexOutOfBoundsException e) {
        text += e.getMessage();
      }
      try {
        Object[] strings = new String[1];
        strings[0] = 1;
      } catch (ArrayStoreException e) {
        text += e.getMessage();
      }
      return text;
    }
  }
}
