package subjects.hooks;

/** Monitors of objects and classes. */
public final class Monitors {

  private Monitors() {}

  private static int fail() {
    throw new IllegalStateException("failed");
  }

  /** Synchronized blocks, left in every way. */
  public static final class Blocks {
    private Blocks() {}

    private static int left(int how) {
      synchronized (Blocks.class) {
        synchronized ("inner") {
          if (how == 0) {
            return 1;
          }
          if (how == 1) {
            fail();
          }
        }
      }
      return 2;
    }

    public static Object run() {
      int sum = left(0) + left(2);
      try {
        left(1);
      } catch (IllegalStateException e) {
        sum += 100;
      }
      return sum;
    }
  }

  /** A block for which there is no monitor. */
  public static final class OfNull {
    private OfNull() {}

    public static Object run() {
      Object none = null;
      try {
        synchronized (none) {
          return "entered";
        }
      } catch (NullPointerException e) {
        return "null";
      }
    }
  }

  /** Synchronized methods of objects. */
  public static final class Methods {
    private int count;

    private Methods() {}

    private synchronized int add(int number, long other) {
      if (number < 0) {
        fail();
      }
      for (int i = 0; i < number; i++) {
        if (i == 3) {
          return -1;
        }
        count++;
      }
      return count + (int) other;
    }

    private synchronized double half() {
      return count / 2.0;
    }

    private synchronized void nothing() {}

    private synchronized void recursive(int depth) {
      if (depth > 0) {
        recursive(depth - 1);
      }
    }

    private synchronized Object never() {
      while (true) {
        if (++count > 10) {
          throw new IllegalArgumentException();
        }
      }
    }

    public static Object run() {
      Methods methods = new Methods();
      String text = "" + methods.add(2, 3L) + methods.add(9, 1L) + methods.half();
      methods.nothing();
      methods.recursive(1);
      try {
        methods.add(-1, 0L);
      } catch (IllegalStateException e) {
        text += e.getMessage();
      }
      try {
        text += methods.never();
      } catch (IllegalArgumentException e) {
        text += "never";
      }
      return text;
    }
  }

  /** Synchronized methods of a class that must be initialised first. */
  public static final class OfClass {
    static int value = 1;

    private OfClass() {}

    static synchronized int increase(int by) {
      value += by;
      return value;
    }

    public static Object run() {
      return increase(2) + increase(3);
    }
  }

  /** A synchronized method that makes an object with many arguments. */
  public static final class Making {
    private long size = 1;

    private Making() {}

    private synchronized Thread make(String prefix, double suffix) {
      return new Thread(null, () -> {}, prefix + size + suffix, size << 3, suffix > 1);
    }

    public static Object run() {
      return new Making().make("a", 2.5).getName();
    }
  }
}
