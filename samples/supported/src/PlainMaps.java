import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A map that is not made for it is shared.
 *
 * <p>Shows: HashMap, LinkedHashMap, TreeMap, IdentityHashMap, WeakHashMap, EnumMap, BitSet. Finds:
 * data race.
 */
public class PlainMaps {
  public static void main(String[] args) throws InterruptedException {
    Map<TimeUnit, Integer> map =
        switch (args[1]) {
          case "LinkedHashMap" -> new LinkedHashMap<>();
          case "TreeMap" -> new TreeMap<>();
          case "IdentityHashMap" -> new IdentityHashMap<>();
          case "WeakHashMap" -> new WeakHashMap<>();
          case "EnumMap" -> new EnumMap<>(TimeUnit.class);
          default -> new HashMap<>();
        };
    BitSet bits = new BitSet();
    boolean isBits = args[1].equals("BitSet");
    Object lock = new Object();
    Threads.together(
        () -> {
          synchronized (lock) {
            if (isBits) {
              bits.set(1);
            } else {
              map.put(TimeUnit.DAYS, 1);
            }
          }
        },
        () -> {
          synchronized (args[0].equals("right") ? lock : new Object()) {
            if (isBits) {
              bits.get(2);
            } else {
              map.get(TimeUnit.HOURS);
            }
          }
        });
  }
}
