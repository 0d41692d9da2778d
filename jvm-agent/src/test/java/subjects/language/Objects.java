package subjects.language;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Constructors, classes inside classes, interfaces and records. */
public class Objects {
  private static final List<String> LOG = new ArrayList<>();

  static class Base {
    final String name;
    int created;

    {
      created = 1;
    }

    Base(String name) {
      this.name = name;
      LOG.add(describe());
    }

    Base(Base other, int... numbers) {
      this(other == null ? "none" : other.name + other.created-- + numbers.length);
      for (int number : numbers) {
        created += number;
      }
    }

    String describe() {
      return "base " + name;
    }
  }

  static class Derived extends Base {
    private final List<Object> parts = new ArrayList<>();
    private int described = 3;

    Derived(int depth) {
      super(
          depth > 0
              ? new Derived(depth - 1)
              : new Base(new Base(new String("in") + new StringBuilder("ner").append(depth))),
          new int[] {depth, new ArrayList<>(List.of(1, 2)).size()});
      parts.add(new Object[] {new Base("part"), this}.length);
    }

    @Override
    String describe() {
      described++;
      return "derived " + name + described + (parts == null ? "early" : parts.size());
    }
  }

  class Inner {
    int value = outer++;

    class Deeper {
      int sum = value + outer;

      int total() {
        return sum++ + ++value + Objects.this.outer++;
      }
    }
  }

  private int outer = 10;

  interface Shape {
    double area();

    default String show() {
      return label() + area();
    }

    private String label() {
      return getClass().getSimpleName() + prefix();
    }

    static String prefix() {
      return ": ";
    }

    default int compare(Shape other) {
      return Double.compare(area(), other.area());
    }
  }

  record Circle(double radius) implements Shape {
    static int made;

    Circle {
      if (radius < 0) {
        throw new IllegalArgumentException("negative");
      }
      made++;
    }

    Circle() {
      this(1);
    }

    @Override
    public double area() {
      return radius * 3;
    }
  }

  record Pair<A, B>(A first, B second, long... rest) implements Shape {
    @Override
    public double area() {
      return rest.length;
    }
  }

  enum Operation implements Shape {
    PLUS('+') {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    TIMES('*') {
      private int times;

      @Override
      int apply(int a, int b) {
        return a * b + times++;
      }
    };

    private final char sign;
    private int used;

    Operation(char sign) {
      this.sign = sign;
    }

    abstract int apply(int a, int b);

    @Override
    public double area() {
      return ++used;
    }
  }

  private Supplier<Integer> counters(int start) {
    int[] own = {start};
    class Local {
      int local = start;

      int next() {
        return local++ + own[0]++ + outer++;
      }
    }
    Local local = new Local();
    return new Supplier<>() {
      private int calls;

      @Override
      public Integer get() {
        return local.next() * ++calls;
      }
    };
  }

  public static String run() {
    LOG.clear();
    Derived derived = new Derived(2);
    Objects objects = new Objects();
    Objects.Inner.Deeper deeper = objects.new Inner().new Deeper();
    Supplier<Integer> counter = objects.counters(5);
    StringBuilder text = new StringBuilder();
    text.append(LOG).append(derived.created).append(derived.name);
    text.append(deeper.total()).append(deeper.total()).append(counter.get()).append(counter.get());
    Pair<String, Circle> pair = new Pair<>("a", new Circle(2), 1, 2);
    text.append(pair.show()).append(pair.second()).append(new Circle().equals(new Circle(1.0)));
    text.append(pair.compare(new Circle())).append(Circle.made);
    for (Operation each : Operation.values()) {
      text.append(each).append(each.sign).append(each.apply(3, 4)).append(each.apply(3, 4));
      text.append(each.area()).append(each.compare(pair));
    }
    try {
      new Circle(-1);
    } catch (IllegalArgumentException e) {
      text.append(e.getMessage());
    }
    return text.toString();
  }
}
