package subjects.initialisation;

/** Initialisers that throw. */
public final class Failing {

  static class Exceptional {
    static int value = fail();

    private static int fail() {
      throw new IllegalStateException("no value");
    }
  }

  static class Erroneous {
    static int value = fail();

    private static int fail() {
      throw new AssertionError("broken");
    }
  }

  static class Child extends Exceptional {
    static int other = Log.add("never");
  }

  private Failing() {}

  private static void attempt(Runnable use) {
    try {
      use.run();
      Log.add("no error");
    } catch (Throwable t) {
      for (Throwable each = t; each != null; each = each.getCause()) {
        Log.add(each.toString());
      }
      Log.add(";");
    }
  }

  public static String run() {
    for (int i = 0; i < 2; i++) {
      attempt(() -> Log.add("value " + Exceptional.value));
      attempt(Child::new);
      attempt(() -> Exceptional.value = 5);
      attempt(() -> Log.add("value " + Erroneous.value));
    }
    return Log.text();
  }
}
