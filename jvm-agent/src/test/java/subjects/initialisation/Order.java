package subjects.initialisation;

/** When classes are initialised, and when not. */
@SuppressWarnings("unused")
public final class Order {

  static class Parent {
    static int inherited = Log.add("Parent");

    static void call() {
      Log.add("call");
    }
  }

  static class Child extends Parent {
    static int own = Log.add("Child");
  }

  static class Made extends Parent {
    static {
      Log.add("Made");
    }

    Made(int argument) {
      Log.add("constructor");
    }
  }

  static class Constants {
    static final int NUMBER = 5;
    static final String TEXT = "text";
    static final Integer BOXED = Log.add("Constants");
  }

  static class Written {
    static int value;

    static {
      Log.add("Written");
      value = 3;
    }
  }

  static class WithoutState extends Written {}

  interface Silent {
    int VALUE = Log.add("Silent");
  }

  interface Base {
    int VALUE = Log.add("Base");

    default void base() {}
  }

  interface Loud extends Silent, Base {
    int VALUE = Log.add("Loud");

    default void loud() {}
  }

  static class Implementing implements Loud {
    static {
      Log.add("Implementing");
    }
  }

  static class OnlyImplementing implements Base {}

  static class First {
    static int value = Second.value + 1;
    static int seen = Second.seenOfFirst;
  }

  static class Second {
    static int seenOfFirst = First.value;
    static int value = 10;
  }

  static class NotUsed {
    static {
      Log.add("NotUsed");
    }
  }

  private Order() {}

  public static String run() {
    Log.add(Constants.TEXT + Constants.NUMBER);
    Object literal = Parent.class;
    Object array = new NotUsed[1];
    boolean is = literal instanceof NotUsed;
    Log.add("then");
    int inherited = Child.inherited;
    Child.call();
    Log.add("own");
    inherited += Child.own;
    new Made(Log.add("argument"));
    Written.value = Log.add("value");
    Log.add(String.valueOf(Written.value));
    new WithoutState();
    new Implementing().loud();
    new OnlyImplementing();
    Log.add("silent");
    inherited += Silent.VALUE;
    Log.add(First.value + "," + First.seen + "," + Second.value + "," + Second.seenOfFirst);
    Integer boxed = Constants.BOXED;
    return Log.text();
  }
}
