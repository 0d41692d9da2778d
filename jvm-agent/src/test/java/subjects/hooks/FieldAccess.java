package subjects.hooks;

import java.util.HashSet;
import java.util.List;

/** Accesses to fields of every kind. */
public final class FieldAccess {

  static class Base {
    int first;
    final int fixed = 1;
    static int shared;
    volatile long wide = 5;
  }

  static class Derived extends Base {
    static final int CONSTANT = 3;
    static final Object FINAL = new Object();
    static volatile boolean flag;
    String text;
    double half;

    int sum() {
      return first + fixed + CONSTANT;
    }
  }

  private FieldAccess() {}

  /** Instance fields of the class and of the one above. */
  public static final class Instance {
    private Instance() {}

    public static Object run() {
      Derived derived = new Derived();
      derived.text = "a" + derived.sum();
      derived.half = derived.wide / 2.0;
      derived.wide += 2;
      derived.first++;
      return derived.text + derived.half + derived.wide + derived.first;
    }
  }

  /** Static fields. */
  public static final class Static {
    private Static() {}

    public static Object run() {
      Derived.shared = 1;
      Derived.flag = !Derived.flag;
      return Derived.shared + Derived.CONSTANT + (Derived.FINAL == null ? 1 : 0);
    }
  }

  /** No object to have the field. */
  public static final class OfNull {
    private OfNull() {}

    public static Object run() {
      StringBuilder messages = new StringBuilder();
      Derived none = null;
      try {
        none.first = 1;
      } catch (NullPointerException e) {
        messages.append(e.getMessage());
      }
      try {
        none.half = 1;
      } catch (NullPointerException e) {
        messages.append(e.getMessage());
      }
      try {
        messages.append(none.wide);
      } catch (NullPointerException e) {
        messages.append(e.getMessage());
      }
      return messages.toString();
    }
  }

  /** Fields that are none of the program's. */
  public static final class Foreign extends java.awt.Point {
    private static final long serialVersionUID = 1;

    private Foreign() {
      super(1, 2);
    }

    public static Object run() {
      Foreign point = new Foreign();
      point.x += 2;
      return point.x + point.y;
    }
  }

  /** An object whose superclass calls it before it is complete. */
  public static final class CalledBack extends HashSet<Object> {
    private static final long serialVersionUID = 1;
    private int added;

    private CalledBack() {
      this(List.of("a", "b"));
      added += 10;
    }

    private CalledBack(List<String> elements) {
      super(elements);
    }

    @Override
    public boolean add(Object element) {
      added++;
      return super.add(element);
    }

    public static Object run() {
      return new CalledBack().added;
    }
  }
}
