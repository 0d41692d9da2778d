import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Who adds an element is told apart by looking before adding.
 *
 * <p>Shows: CopyOnWriteArrayList, CopyOnWriteArraySet, ConcurrentSkipListSet, newKeySet, Vector,
 * Stack, synchronizedSet, synchronizedList, synchronizedCollection. Finds: assertion.
 */
public class AddedOnce {
  static volatile int added;

  public static void main(String[] args) throws InterruptedException {
    Collection<String> collection =
        switch (args[1]) {
          case "CopyOnWriteArrayList" -> new CopyOnWriteArrayList<>();
          case "CopyOnWriteArraySet" -> new CopyOnWriteArraySet<>();
          case "ConcurrentSkipListSet" -> new ConcurrentSkipListSet<>();
          case "newKeySet" -> ConcurrentHashMap.newKeySet();
          case "Vector" -> new Vector<>();
          case "Stack" -> new Stack<>();
          case "synchronizedSet" -> Collections.synchronizedSet(new HashSet<>());
          case "synchronizedList" -> Collections.synchronizedList(new ArrayList<>());
          default -> Collections.synchronizedCollection(new ArrayList<>());
        };
    Threads.Task add =
        () -> {
          if (args[0].equals("right") ? addIfAbsent(collection) : lookAndAdd(collection)) {
            synchronized (AddedOnce.class) {
              added++;
            }
          }
        };
    Threads.together(add, add);
    assert added == 1;
  }

  private static boolean lookAndAdd(Collection<String> collection) {
    if (collection.contains("a")) {
      return false;
    }
    collection.add("a");
    return true;
  }

  private static boolean addIfAbsent(Collection<String> collection) {
    if (collection instanceof CopyOnWriteArrayList<String> list) {
      return list.addIfAbsent("a");
    } else if (collection instanceof Set<String> set) {
      return set.add("a");
    }
    synchronized (collection) {
      return lookAndAdd(collection);
    }
  }
}
