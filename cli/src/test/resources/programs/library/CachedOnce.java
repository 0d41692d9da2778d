import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Looks whether a map has a key, and puts it if not. */
public class CachedOnce {
  public static void main(String[] args) throws Exception {
    ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
    Runnable count =
        () -> {
          Integer old = counts.get("word");
          counts.put("word", old == null ? 1 : old + 1);
        };
    Thread thread = new Thread(count);
    thread.start();
    count.run();
    thread.join();
    if (counts.get("word") != 2) {
      throw new AssertionError(counts);
    }
  }
}
