package programs;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.List;
import java.util.Map;

/** Uses a library that uses reflection. */
public final class Json {

  enum Kind {
    SMALL,
    LARGE
  }

  static class Order {
    private final String name = "order";
    private int amount = 3;
    private long[] prices = {1, 2};
    Kind kind = Kind.LARGE;
    Map<String, List<Double>> more = Map.of("a", List.of(1.5));
    static int made = 4;
  }

  private Json() {}

  public static String run() {
    Gson gson = new GsonBuilder().create();
    String text = gson.toJson(new Order());
    Order again = gson.fromJson(text, Order.class);
    return text + again.name + again.amount + again.prices[1] + again.kind + again.more;
  }
}
