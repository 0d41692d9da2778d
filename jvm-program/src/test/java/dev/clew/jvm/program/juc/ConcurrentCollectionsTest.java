package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorted maps and sets, queues, and lists that are copied when they change. */
@SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // most calls are made to be explored
final class ConcurrentCollectionsTest {
  // --- two calls

  /** Two threads, each of which does one thing to a map that has 1 for a. */
  public static final class SortedPairs {
    public static void main(String[] args) {
      NavigableMap<String, Integer> map =
          args.length > 2
              ? new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER)
              : new ConcurrentSkipListMap<>();
      map.put("a", 1);
      Tasks.start(() -> call(map, args[0]), () -> call(map, args[1]));
    }

    private static void call(NavigableMap<String, Integer> map, String call) {
      switch (call) {
        case "get" -> map.get("a");
        case "put" -> map.put("a", 2);
        case "putB" -> map.put("b", 2);
        case "first" -> map.firstKey();
        case "poll" -> map.pollFirstEntry();
        case "size" -> map.size();
        case "head" -> map.headMap("b").get("a");
        case "headPut" -> map.headMap("c").put("b", 1);
        case "descending" -> map.descendingMap().firstKey();
        case "keys" -> map.navigableKeySet().first();
        case "merge" -> map.merge("a", 1, Integer::sum);
        default -> throw new IllegalArgumentException(call);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "put, putB, 1",
    "put, put, 2",
    "get, put, 2",
    "get, putB, 1",
    "first, putB, 2",
    "first, get, 1",
    "poll, get, 2",
    "poll, poll, 2",
    "size, put, 2",
    "head, put, 2",
    "head, headPut, 1",
    "headPut, putB, 2",
    "descending, put, 2",
    "keys, size, 1",
    "keys, put, 2",
    "merge, get, 2",
    "merge, merge, 4",
  })
  void whatDependsOnWhatInASortedMap(String first, String second, int classes) {
    assertThat(TraceClasses.of(SortedPairs.class, first, second)).isEqualTo(classes);
  }

  @Test
  void keysMayBeTheSameToAnOrderOfTheProgram() {
    assertThat(TraceClasses.of(SortedPairs.class, "put", "putB", "order")).isEqualTo(2);
  }

  /** Two threads, each of which does one thing to a collection of 1 and 2. */
  public static final class CollectionPairs {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      collection.addAll(List.of(1, 2));
      Tasks.start(() -> call(collection, args[1]), () -> call(collection, args[2]));
    }

    private static void call(Collection<Integer> collection, String call) {
      switch (call) {
        case "has" -> collection.contains(1);
        case "has2" -> collection.contains(2);
        case "size" -> collection.size();
        case "add" -> collection.add(3);
        case "add4" -> collection.add(4);
        case "addAll" -> collection.addAll(List.of(5, 6));
        case "remove" -> collection.remove(1);
        case "iterator" -> collection.iterator();
        case "text" -> collection.toString();
        default -> throw new IllegalArgumentException(call);
      }
    }
  }

  static Collection<Integer> make(String name) {
    return switch (name) {
      case "queue" -> new ConcurrentLinkedQueue<>();
      case "deque" -> new ConcurrentLinkedDeque<>();
      case "list" -> new CopyOnWriteArrayList<>();
      case "listSet" -> new CopyOnWriteArraySet<>();
      case "sortedSet" -> new ConcurrentSkipListSet<>();
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "queue, has, has2, 1",
    "queue, size, add, 2",
    "queue, add, add4, 2",
    "queue, remove, has2, 2",
    "queue, addAll, add, 2",
    "queue, iterator, text, 1",
    "deque, has, has2, 1",
    "deque, size, add, 2",
    "deque, add, add4, 2",
    "deque, remove, iterator, 2",
    "list, has, size, 1",
    "list, has, add, 2",
    "list, add, add4, 2",
    "list, addAll, remove, 2",
    "list, iterator, text, 1",
    "listSet, has, size, 1",
    "listSet, add, add4, 2",
    "listSet, remove, iterator, 2",
    "sortedSet, add, add4, 1",
    "sortedSet, has, add, 1",
    "sortedSet, has, remove, 2",
    "sortedSet, size, add, 2",
    "sortedSet, iterator, has, 1",
  })
  void whatDependsOnWhat(String collection, String first, String second, int classes) {
    assertThat(TraceClasses.of(CollectionPairs.class, collection, first, second))
        .isEqualTo(classes);
  }

  // --- bugs and what mends them

  /** Adds what is missing. */
  public static final class CheckThenAdd {
    public static void main(String[] args) throws InterruptedException {
      Collection<Integer> collection = make(args[0]);
      boolean isRight = args[1].equals("right");
      AtomicInteger added = new AtomicInteger();
      Tasks.Task task =
          () -> {
            if (isRight) {
              boolean isNew =
                  collection instanceof CopyOnWriteArrayList<Integer> list
                      ? list.addIfAbsent(1)
                      : collection.add(1);
              added.addAndGet(isNew ? 1 : 0);
            } else if (!collection.contains(1)) {
              collection.add(1);
              added.incrementAndGet();
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(added.get() == 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "listSet", "sortedSet"})
  void twoThreadsMayBothFindThatAnElementIsMissing(String collection) {
    fails(CheckThenAdd.class, collection, "wrong");
    verified(CheckThenAdd.class, collection, "right");
  }

  /** Takes the first element if there is one. */
  public static final class CheckThenTake {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      collection.add(1);
      boolean isRight = args[1].equals("right");
      Tasks.Task task = () -> take(collection, isRight);
      Tasks.start(task, task);
    }

    private static void take(Collection<Integer> collection, boolean isRight) {
      if (collection instanceof Queue<Integer> queue) {
        if (isRight) {
          Integer polled = queue.poll();
          check(polled == null || polled == 1);
        } else if (!queue.isEmpty()) {
          queue.remove();
        }
      } else if (collection instanceof NavigableSet<Integer> set) {
        if (isRight) {
          set.pollFirst();
        } else if (!set.isEmpty()) {
          set.remove(set.first());
        }
      } else if (collection instanceof List<Integer> list) {
        if (isRight) {
          list.removeAll(List.of(1));
        } else if (list.size() > 0) {
          list.remove(0);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue", "deque", "sortedSet", "list"})
  void anElementMayBeGoneWhenItIsTaken(String collection) {
    Outcome outcome = Harness.explore(CheckThenTake.class, collection, "wrong");
    assertThat(outcome.findings()).extracting(Finding::kind).containsOnly(FindingKind.EXCEPTION);
    verified(CheckThenTake.class, collection, "right");
  }

  /** Counts in a sorted map. */
  public static final class SortedCounting {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentSkipListMap<String, Integer> counts = new ConcurrentSkipListMap<>();
      counts.put("n", 0);
      Tasks.Task task =
          switch (args[0]) {
            case "getAndPut" -> () -> counts.put("n", counts.get("n") + 1);
            case "compute" -> () -> counts.compute("n", (key, value) -> value + 1);
            case "computeIfPresent" ->
                () -> counts.computeIfPresent("n", (key, value) -> value + 1);
            default -> () -> counts.merge("n", 1, Integer::sum);
          };
      Tasks.join(Tasks.start(task, task));
      check(counts.get("n") == 2);
    }
  }

  @Test
  void countingInASortedMap() {
    fails(SortedCounting.class, "getAndPut");
    for (String how : List.of("compute", "computeIfPresent", "merge")) {
      assertThat(verified(SortedCounting.class, how)).isEqualTo(4);
    }
  }

  /** How often the function of a sorted map is applied. */
  public static final class SortedFactories {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
      AtomicInteger made = new AtomicInteger();
      Tasks.Task task = () -> map.computeIfAbsent("a", key -> made.incrementAndGet());
      Tasks.join(Tasks.start(task, task));
      check(map.size() == 1 && map.get("a") <= 2);
      check(args.length > 0 || made.get() == 1);
    }
  }

  @Test
  void theFunctionOfASortedMapMayBeAppliedTwice() {
    fails(SortedFactories.class);
    verified(SortedFactories.class, "lenient");
  }

  /** Goes through a collection while another thread removes the first and adds a last one. */
  public static final class Iterating {
    public static void main(String[] args) throws InterruptedException {
      Collection<Integer> collection = make(args[0]);
      collection.addAll(List.of(1, 5));
      List<Integer> seen = new ArrayList<>();
      Tasks.join(
          Tasks.start(
              () -> {
                collection.remove(1);
                collection.add(9);
              },
              () -> {
                switch (args[1]) {
                  case "iterator" -> {
                    for (Integer each : collection) {
                      seen.add(each);
                    }
                  }
                  case "forEach" -> collection.forEach(seen::add);
                  case "stream" -> collection.stream().forEach(seen::add);
                  default -> seen.addAll(collection);
                }
              }));
      check(seen.contains(5));
      check(!seen.containsAll(List.of(1, 9)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "queue, iterator",
    "queue, forEach",
    "queue, stream",
    "deque, iterator",
    "deque, forEach",
    "deque, stream",
    "sortedSet, iterator",
    "sortedSet, forEach",
    "sortedSet, stream"
  })
  void whatIsGoneThroughChangesMeanwhile(String collection, String how) {
    fails(Iterating.class, collection, how);
  }

  @ParameterizedTest
  @CsvSource({
    "list, iterator",
    "list, forEach",
    "list, stream",
    "list, addAll",
    "listSet, iterator",
    "listSet, forEach",
    "listSet, stream"
  })
  void aCopiedListIsGoneThroughAsItWas(String collection, String how) {
    verified(Iterating.class, collection, how);
    assertThat(TraceClasses.of(Iterating.class, collection, how)).isEqualTo(3);
  }

  /** Functions that change a list. */
  public static final class ListFunctions {
    public static void main(String[] args) throws InterruptedException {
      List<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
      AtomicInteger calls = new AtomicInteger();
      boolean isRight = args.length > 0;
      Tasks.Task task =
          () -> {
            if (isRight) {
              list.replaceAll(n -> n + (calls.incrementAndGet() > 0 ? 1 : 0));
            } else {
              for (int i = 0; i < 2; i++) {
                list.set(i, list.get(i) + 1);
              }
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(list.equals(List.of(3, 4)));
      check(!list.removeIf(n -> n > 4) && list.removeIf(n -> n == 3) && list.size() == 1);
    }
  }

  @Test
  void aFunctionChangesAListInOneStep() {
    fails(ListFunctions.class);
    verified(ListFunctions.class, "right");
  }

  /** Hands over what it made. */
  public static final class Handover {
    private static final class Box {
      int value;
    }

    public static void main(String[] args) {
      Queue<Box> queue =
          args[0].equals("queue") ? new ConcurrentLinkedQueue<>() : new ConcurrentLinkedDeque<>();
      List<Box> list = new CopyOnWriteArrayList<>();
      boolean isWrong = args[1].equals("wrong");
      Tasks.start(
          () -> {
            Box box = new Box();
            box.value = 1;
            queue.add(box);
            list.add(box);
            if (isWrong) {
              box.value = 2;
            }
          },
          () -> {
            Box found = queue.poll();
            check(found == null || found.value == 1);
          },
          () -> {
            for (Box found : list) {
              check(found.value == 1);
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue", "deque"})
  void whatIsAddedIsPublished(String queue) {
    verified(Handover.class, queue, "right");
    assertThat(Harness.explore(Handover.class, queue, "wrong").findings())
        .anyMatch(each -> each.kind() == FindingKind.DATA_RACE);
  }

  // --- one thread alone

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) {
      sortedMap();
      queues();
      list();
    }

    private static void sortedMap() {
      ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();
      map.putAll(Map.of(1, "a", 2, "b", 3, "c", 4, "d"));
      check(map.firstKey() == 1 && map.lastEntry().getValue().equals("d"));
      check(map.subMap(2, 4).keySet().toString().equals("[2, 3]"));
      check(map.subMap(2, 4).values().removeIf("b"::equals) && map.size() == 3);
      check(map.values().stream().toList().equals(List.of("a", "c", "d")));
      check(map.descendingMap().entrySet().iterator().next().getKey() == 4);
      check(map.computeIfAbsent(7, key -> "g").equals("g") && map.ceilingKey(5) == 7);
      check(map.compute(7, (key, value) -> null) == null && !map.containsKey(7));
      map.replaceAll((key, value) -> value + key);
      check(map.toString().equals("{1=a1, 3=c3, 4=d4}") && map.clone().equals(map));
      Iterator<Integer> each = map.keySet().iterator();
      each.next();
      each.remove();
      check(map.keySet().equals(java.util.Set.of(3, 4)));
      ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
      check(set.addAll(List.of(1, 2, 3)) && set.first() == 3 && set.headSet(1).size() == 2);
      check(set.stream().mapToInt(Integer::intValue).sum() == 6 && set.pollLast() == 1);
      check(set.descendingSet().first() == 2 && set.removeIf(n -> n == 2) && set.size() == 1);
    }

    private static void queues() {
      for (Queue<Integer> queue :
          List.of(new ConcurrentLinkedQueue<Integer>(), new ConcurrentLinkedDeque<Integer>())) {
        check(queue.poll() == null && queue.offer(1) && queue.add(2) && queue.peek() == 1);
        check(queue.addAll(List.of(3, 4)) && queue.size() == 4 && queue.remove(3));
        check(Arrays.equals(queue.toArray(), new Object[] {1, 2, 4}));
        check(queue.removeIf(n -> n == 2) && queue.toString().equals("[1, 4]"));
        check(queue.retainAll(List.of(4)) && queue.element() == 4 && queue.remove() == 4);
        queue.clear();
        check(queue.isEmpty() && !queue.contains(4));
      }
      Deque<Integer> deque = new ConcurrentLinkedDeque<>();
      deque.push(2);
      deque.addFirst(1);
      deque.addLast(3);
      check(
          deque.getFirst() == 1 && deque.getLast() == 3 && deque.descendingIterator().next() == 3);
      check(deque.pop() == 1 && deque.pollLast() == 3 && deque.removeFirstOccurrence(2));
    }

    private static void list() {
      List<Integer> list = new CopyOnWriteArrayList<>(List.of(3, 1));
      list.add(0, 2);
      list.sort(null);
      check(list.equals(List.of(1, 2, 3)) && list.indexOf(2) == 1 && list.hashCode() != 0);
      check(list.subList(1, 3).get(0) == 2 && list.set(0, 7) == 1 && list.remove(0) == 7);
      list.subList(0, 1).clear();
      check(list.toString().equals("[3]") && list.listIterator().next() == 3);
      check(list.addAll(0, List.of(1, 2)) && list.containsAll(List.of(1, 3)));
      CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(List.of(1, 1, 2));
      check(set.size() == 2 && !set.add(1) && set.equals(java.util.Set.of(2, 1)));
      check(set.removeIf(n -> n == 1) && set.remove(2) && set.isEmpty());
    }
  }

  @Test
  void oneThreadAloneFindsWhatTheJdkPromises() {
    assertThat(verified(Alone.class)).isEqualTo(1);
  }
}
