package subjects.initialisation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Enums, whose constants others remember. */
public final class Enums {

  enum Colour {
    RED,
    GREEN {
      @Override
      String say() {
        return "green!";
      }
    },
    BLUE(7);

    static final List<Colour> MADE = new ArrayList<>(Arrays.asList(values()));
    private static int asked;
    final int weight;

    Colour() {
      this(1);
    }

    Colour(int weight) {
      this.weight = weight;
      Log.add("made");
    }

    String say() {
      asked++;
      return name() + asked;
    }
  }

  private Enums() {}

  private static String describe(Colour colour) {
    return switch (colour) {
      case RED -> "r";
      case GREEN -> "g";
      case BLUE -> "b";
    };
  }

  public static String run() {
    EnumSet<Colour> none = EnumSet.noneOf(Colour.class);
    Log.add("set");
    none.add(Colour.BLUE);
    Map<Colour, String> map = new EnumMap<>(Colour.class);
    for (Colour each : Colour.values()) {
      map.put(each, describe(each) + each.say() + each.weight);
    }
    Log.add(map.toString());
    Log.add("" + (Enum.valueOf(Colour.class, "RED") == Colour.RED));
    Log.add("" + (Colour.class.getEnumConstants()[1] == Colour.GREEN));
    Log.add("" + (Colour.valueOf("BLUE") == none.iterator().next()));
    Log.add("" + (Colour.MADE.get(2) == Colour.BLUE) + Colour.asked);
    return Log.text();
  }
}
