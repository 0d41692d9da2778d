import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A collection that is not made for it is shared.
 *
 * <p>Shows: ArrayList, LinkedList, ArrayDeque, PriorityQueue, HashSet, LinkedHashSet, TreeSet,
 * EnumSet. Finds: data race.
 */
public class PlainCollections {
  public static void main(String[] args) throws InterruptedException {
    Collection<TimeUnit> collection =
        switch (args[1]) {
          case "ArrayList" -> new ArrayList<>();
          case "LinkedList" -> new LinkedList<>();
          case "ArrayDeque" -> new ArrayDeque<>();
          case "PriorityQueue" -> new PriorityQueue<>();
          case "HashSet" -> new HashSet<>();
          case "LinkedHashSet" -> new LinkedHashSet<>();
          case "TreeSet" -> new TreeSet<>();
          default -> EnumSet.noneOf(TimeUnit.class);
        };
    Object lock = new Object();
    Threads.together(
        () -> {
          synchronized (lock) {
            collection.add(TimeUnit.DAYS);
          }
        },
        () -> {
          synchronized (args[0].equals("right") ? lock : new Object()) {
            collection.add(TimeUnit.HOURS);
          }
        });
    assert collection.size() == 2;
  }
}
