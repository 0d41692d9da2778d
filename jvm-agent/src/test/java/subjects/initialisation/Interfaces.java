package subjects.initialisation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Static state of interfaces. */
public final class Interfaces {

  interface Registry {
    int CONSTANT = 4;
    long WIDE = Log.add("Registry") * 1000L;
    double HALF = WIDE / 2.0;
    List<String> NAMES = new ArrayList<>(List.of("first"));
    Supplier<Integer> SIZE = () -> NAMES.size() + hidden();
    int[][] GRID = {{1, 2}, {3}};

    static void register(String name) {
      NAMES.add(name);
    }

    private static int hidden() {
      return CONSTANT;
    }
  }

  interface Derived extends Registry {
    String OWN = "own" + Log.add("Derived");
  }

  static class Implementing implements Derived {
    int size() {
      return NAMES.size() + OWN.length() + GRID[0][1];
    }
  }

  interface Failing {
    int VALUE = Integer.parseInt("x");
  }

  @FunctionalInterface
  interface Shape {
    Shape UNIT = () -> 1;

    int area();

    default Shape twice() {
      return () -> 2 * area();
    }
  }

  private Interfaces() {}

  public static String run() {
    Log.add("constant" + Registry.CONSTANT);
    Implementing implementing = new Implementing();
    Log.add("made");
    Registry.register("second");
    Derived.NAMES.add("third");
    Log.add(Implementing.NAMES + " " + Registry.SIZE.get() + " " + implementing.size());
    Log.add(Registry.WIDE + " " + Derived.HALF);
    Log.add("" + Shape.UNIT.twice().twice().area());
    for (int i = 0; i < 2; i++) {
      try {
        Log.add("" + Failing.VALUE);
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        Log.add(e.getClass().getSimpleName());
      }
    }
    return Log.text();
  }
}
