package subjects.hooks;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** New objects and arrays. */
public final class Allocations {

  private Allocations() {}

  /** Objects of classes of the JDK. */
  public static final class Objects {
    private Objects() {}

    public static Object run() {
      Object nothing = new Object();
      List<Object> list = new ArrayList<>(List.of(nothing, new StringBuffer("x")));
      new Object();
      Thread thread = new Thread(null, () -> list.add("y"), "name", 10L, false);
      Throwable exception = new Exception("not tracked", new Error());
      String text = new String(new char[] {'a'}, 0, 1) + new StringBuilder(4).append(exception);
      return list.size() + thread.getName() + text.length();
    }
  }

  /** Objects that others get to know, and some that they do not. */
  public static final class Kept {
    private static Object known = "";

    private Kept() {}

    private static String text(StringBuilder builder) {
      return builder.append("b").toString();
    }

    private static StringBuilder made() {
      return new StringBuilder("c");
    }

    public static Object run() {
      StringBuilder own = new StringBuilder().append("a");
      own = own.append(1).append(new StringBuilder("x"));
      StringBuilder passed = new StringBuilder();
      known = new Date(0);
      try {
        if (own.length() > 99) {
          throw new IllegalArgumentException(own.toString());
        }
        RuntimeException kept = new IllegalStateException();
        Supplier<String> captured = () -> "" + kept;
        return own + text(passed) + made() + captured.get() + (known != null);
      } catch (UnsupportedOperationException e) {
        return new StringBuilder().append(e).toString();
      }
    }
  }

  /** Constructors whose arguments are made on the way. */
  public static class Nested extends ArrayList<Object> {
    private static final long serialVersionUID = 1;

    private Nested(Object element, int capacity) {
      super(capacity < 2 ? new ArrayList<>(capacity) : new ArrayList<>(List.of(element)));
    }

    Nested() {
      this(new ArrayList<>(new ArrayList<>(4)), 3);
    }

    public static Object run() {
      return new Nested(new Nested(), 2).size() + new Nested(null, 1).size();
    }
  }

  /** Arrays, also those that the JDK made. */
  public static final class Arrays {
    private Arrays() {}

    enum Kind {
      ONE,
      TWO
    }

    private static int[] own() {
      return new int[1];
    }

    public static Object run() {
      int[][] grid = new int[2][3];
      String[] words = "a b c".split(" ");
      Object[] copied = words.clone();
      Kind[] kinds = Kind.values();
      char[] chars = new String("ab").toCharArray();
      Object[] none = new ArrayList<>(1).toArray();
      return grid.length + copied.length + kinds.length + chars.length + none.length + own().length;
    }
  }

  /** References to constructors and to methods that give arrays. */
  public static final class References {
    private References() {}

    interface Maker {
      Thread make(ThreadGroup group, Runnable target, String name, long size, boolean inherits);
    }

    public static Object run() {
      Supplier<Object> objects = Object::new;
      IntFunction<List<String>> lists = ArrayList::new;
      Maker threads = Thread::new;
      Supplier<char[]> chars = "text"::toCharArray;
      java.util.function.Function<String, byte[]> bytes = String::getBytes;
      IntFunction<int[]> arrays = int[]::new;
      return (objects.get() != null)
          + lists.apply(3).toString()
          + threads.make(null, null, "made", 1L, true).getName()
          + chars.get().length
          + bytes.apply("xyz").length
          + arrays.apply(2).length;
    }
  }

  /** Copies of objects of the program. */
  public static class Copies implements Cloneable {
    int value;

    static final class Child extends Copies {
      int other;

      @Override
      public Child clone() throws CloneNotSupportedException {
        Child child = (Child) super.clone();
        child.other++;
        return child;
      }
    }

    @Override
    protected Copies clone() throws CloneNotSupportedException {
      return (Copies) super.clone();
    }

    public static Object run() throws CloneNotSupportedException {
      Child first = new Child();
      first.value = 3;
      Child second = first.clone();
      second.value++;
      return new Object[] {first, second, first.value + second.value + second.other};
    }
  }
}
