import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A map counts by get and put.
 *
 * <p>Shows: ConcurrentHashMap, ConcurrentSkipListMap. Finds: assertion.
 */
public class CountedWords {
  public static void main(String[] args) throws InterruptedException {
    Map<String, Integer> counts =
        args[1].equals("ConcurrentHashMap")
            ? new ConcurrentHashMap<>()
            : new ConcurrentSkipListMap<>();
    Threads.Task count =
        () -> {
          if (args[0].equals("right")) {
            counts.merge("word", 1, Integer::sum);
          } else {
            counts.put("word", counts.getOrDefault("word", 0) + 1);
          }
        };
    Threads.together(count, count);
    assert counts.get("word") == 2;
  }
}
