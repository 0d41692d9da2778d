import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Properties;

/**
 * Each call on a map is safe, two together are not.
 *
 * <p>Shows: Hashtable, Properties, synchronizedMap. Finds: assertion.
 */
public class OldMaps {
  public static void main(String[] args) throws InterruptedException {
    Map<Object, Object> map =
        switch (args[1]) {
          case "Hashtable" -> new Hashtable<>();
          case "Properties" -> new Properties();
          default -> Collections.synchronizedMap(new HashMap<>());
        };
    map.put("key", 0);
    Threads.Task increment =
        () -> {
          if (args[0].equals("right")) {
            synchronized (map) {
              map.put("key", (Integer) map.get("key") + 1);
            }
          } else {
            map.put("key", (Integer) map.get("key") + 1);
          }
        };
    Threads.together(increment, increment);
    assert map.get("key").equals(2);
  }
}
