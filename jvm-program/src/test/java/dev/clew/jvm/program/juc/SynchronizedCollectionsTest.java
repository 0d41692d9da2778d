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
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections whose methods take a monitor. */
@SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // most calls are made to be explored
final class SynchronizedCollectionsTest {
  static Collection<Integer> make(String name) {
    return switch (name) {
      case "vector" -> new Vector<>();
      case "stack" -> new Stack<>();
      case "list" -> Collections.synchronizedList(new ArrayList<>());
      case "collection" -> Collections.synchronizedCollection(new ArrayList<>());
      case "set" -> Collections.synchronizedSet(new HashSet<>());
      case "sortedSet" -> Collections.synchronizedSortedSet(new TreeSet<>());
      case "navigableSet" -> Collections.synchronizedNavigableSet(new TreeSet<>());
      default -> throw new IllegalArgumentException(name);
    };
  }

  static Map<Integer, Integer> makeMap(String name) {
    return switch (name) {
      case "hashtable" -> new Hashtable<>();
      case "map" -> Collections.synchronizedMap(new HashMap<>());
      case "sortedMap" -> Collections.synchronizedSortedMap(new TreeMap<>());
      case "navigableMap" -> Collections.synchronizedNavigableMap(new TreeMap<>());
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Adds what is missing. */
  public static final class CheckThenAdd {
    public static void main(String[] args) throws InterruptedException {
      Collection<Integer> collection = make(args[0]);
      boolean isGuarded = args[1].equals("guarded");
      AtomicInteger added = new AtomicInteger();
      Tasks.Task task =
          () -> {
            if (isGuarded) {
              synchronized (collection) {
                add(collection, added);
              }
            } else {
              add(collection, added);
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(added.get() == 1 && collection.size() == 1);
    }

    private static void add(Collection<Integer> collection, AtomicInteger added) {
      if (!collection.contains(1)) {
        collection.add(1);
        added.incrementAndGet();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vector", "stack", "list", "collection", "set", "sortedSet", "navigableSet"})
  void twoCallsNeedTheMonitorOfTheCollection(String collection) {
    fails(CheckThenAdd.class, collection, "unguarded");
    long guarded = verified(CheckThenAdd.class, collection, "guarded");
    assertThat(guarded).isEqualTo(2);
  }

  /** Counts in a map. */
  public static final class Counting {
    public static void main(String[] args) throws InterruptedException {
      Map<Integer, Integer> counts = makeMap(args[0]);
      counts.put(1, 0);
      Tasks.Task task =
          args[1].equals("merge")
              ? () -> counts.merge(1, 1, Integer::sum)
              : () -> counts.put(1, counts.get(1) + 1);
      Tasks.join(Tasks.start(task, task));
      check(counts.get(1) == 2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashtable", "map", "sortedMap", "navigableMap"})
  void getAndPutLosesACount(String map) {
    fails(Counting.class, map, "getAndPut");
    assertThat(verified(Counting.class, map, "merge")).isEqualTo(2);
  }

  /** Two calls in two threads. */
  public static final class Pairs {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      collection.add(1);
      Tasks.start(() -> call(collection, args[1]), () -> call(collection, args[2]));
    }

    private static void call(Collection<Integer> collection, String call) {
      switch (call) {
        case "size" -> collection.size();
        case "add" -> collection.add(2);
        case "text" -> collection.toString();
        case "two" -> {
          collection.size();
          collection.size();
        }
        case "copy" -> new ArrayList<>(collection);
        default -> throw new IllegalArgumentException(call);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "vector, size, add, 2",
    "vector, two, add, 3",
    "vector, text, size, 2",
    "vector, copy, add, 2",
    "stack, size, add, 2",
    "list, size, add, 2",
    "list, two, add, 3",
    "list, two, two, 6",
    "list, copy, add, 2",
    "set, text, add, 2",
  })
  void aCallTakesTheMonitorOnce(String collection, String first, String second, int classes) {
    assertThat(TraceClasses.of(Pairs.class, collection, first, second)).isEqualTo(classes);
  }

  /** Goes through a collection while another thread adds to it. */
  public static final class Iterating {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      collection.add(1);
      boolean isGuarded = args[1].equals("guarded");
      Tasks.start(
          () -> collection.add(2),
          () -> {
            if (isGuarded) {
              synchronized (collection) {
                sum(collection);
              }
            } else {
              sum(collection);
            }
          });
    }

    private static void sum(Collection<Integer> collection) {
      int sum = 0;
      for (int each : collection) {
        sum += each;
      }
      check(sum == 1 || sum == 3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vector", "stack", "list", "collection", "set", "sortedSet", "navigableSet"})
  void goingThroughNeedsTheMonitorAllTheTime(String collection) {
    Outcome outcome = Harness.explore(Iterating.class, collection, "unguarded");
    assertThat(outcome.findings())
        .anyMatch(
            each ->
                each.kind() == FindingKind.EXCEPTION
                    && each.message().contains("ConcurrentModificationException"));
    long guarded = verified(Iterating.class, collection, "guarded");
    assertThat(guarded).isEqualTo(2);
  }

  /** The views of a map take the monitor of the map. */
  public static final class Views {
    public static void main(String[] args) {
      Map<Integer, Integer> map = makeMap(args[0]);
      map.put(1, 1);
      boolean isGuarded = args[1].equals("guarded");
      Tasks.start(
          () -> map.put(2, 2),
          () -> {
            if (isGuarded) {
              synchronized (map) {
                look(map);
              }
            } else {
              look(map);
            }
          });
    }

    private static void look(Map<Integer, Integer> map) {
      int size = map.keySet().size();
      check(map.values().size() == size);
      check(map.entrySet().contains(Map.entry(1, 1)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashtable", "map", "sortedMap", "navigableMap"})
  void viewsHaveTheMonitorOfTheirMap(String map) {
    fails(Views.class, map, "unguarded");
    assertThat(verified(Views.class, map, "guarded")).isEqualTo(2);
  }

  /** An enumeration of a hash table looks at it without a monitor. */
  public static final class Enumerating {
    public static void main(String[] args) {
      Hashtable<Integer, Integer> table = new Hashtable<>(Map.of(1, 1));
      boolean isGuarded = args.length > 0;
      Tasks.start(
          () -> table.put(2, 2),
          () -> {
            if (isGuarded) {
              synchronized (table) {
                goThrough(table);
              }
            } else {
              goThrough(table);
            }
          });
    }

    private static void goThrough(Hashtable<Integer, Integer> table) {
      Enumeration<Integer> keys = table.keys();
      while (keys.hasMoreElements()) {
        keys.nextElement();
      }
    }
  }

  @Test
  void anEnumerationOfAHashTableRaces() {
    assertThat(Harness.explore(Enumerating.class).findings())
        .anyMatch(
            each ->
                each.kind() == FindingKind.DATA_RACE && each.message().contains("the Hashtable"));
    verified(Enumerating.class, "guarded");
  }

  /** Settings that are looked at and changed. */
  public static final class Settings {
    public static void main(String[] args) throws InterruptedException {
      Properties settings = new Properties();
      settings.setProperty("n", "0");
      boolean isRight = args.length > 0;
      Tasks.Task task =
          () -> {
            if (isRight) {
              synchronized (settings) {
                increment(settings);
              }
            } else {
              increment(settings);
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(settings.getProperty("n").equals("2"));
    }

    private static void increment(Properties settings) {
      int n = Integer.parseInt(settings.getProperty("n"));
      settings.setProperty("n", Integer.toString(n + 1));
    }
  }

  @Test
  void propertiesLoseACount() {
    fails(Settings.class);
    verified(Settings.class, "right");
  }

  /** A text that two threads write. */
  public static final class Texts {
    public static void main(String[] args) throws InterruptedException {
      StringBuffer text = new StringBuffer();
      boolean isRight = args.length > 0;
      Tasks.join(Tasks.start(() -> put(text, "a", isRight), () -> put(text, "b", isRight)));
      String whole = text.toString();
      check(whole.equals("aabb") || whole.equals("bbaa"));
    }

    private static void put(StringBuffer text, String letter, boolean isRight) {
      if (isRight) {
        synchronized (text) {
          text.append(letter).append(letter);
        }
      } else {
        text.append(letter).append(letter);
      }
    }
  }

  @Test
  void twoAppendsAreNotOne() {
    fails(Texts.class);
    assertThat(verified(Texts.class, "right")).isEqualTo(2);
  }

  /** Takes the monitors of two collections. */
  public static final class Crossed {
    public static void main(String[] args) {
      Collection<Integer> first = make(args[0]);
      Collection<Integer> second = make(args[1]);
      boolean isRight = args.length > 2;
      Tasks.start(
          () -> {
            synchronized (first) {
              second.add(1);
            }
          },
          () -> {
            synchronized (isRight ? first : second) {
              (isRight ? second : first).add(2);
            }
          });
    }
  }

  @ParameterizedTest
  @CsvSource({"vector, vector", "vector, list", "list, set"})
  void collectionsInOppositeOrderDeadlock(String first, String second) {
    assertThat(Harness.explore(Crossed.class, first, second).findings())
        .extracting(Finding::kind)
        .containsOnly(FindingKind.DEADLOCK);
    verified(Crossed.class, first, second, "right");
  }

  /** A function that comes to operations while the collection holds its monitor. */
  public static final class Functions {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      collection.addAll(List.of(1, 2));
      AtomicInteger sum = new AtomicInteger();
      Tasks.start(
          () -> {
            collection.forEach(sum::addAndGet);
            check(sum.get() == 3 || sum.get() == 6);
          },
          () -> collection.add(3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector", "stack", "list", "set"})
  void aFunctionHoldsOffOtherCalls(String collection) {
    assertThat(verified(Functions.class, collection)).isEqualTo(2);
  }

  /** Waits at the monitor of a collection until there is something in it. */
  public static final class Waiting {
    public static void main(String[] args) {
      Collection<Integer> collection = make(args[0]);
      Tasks.start(
          () -> {
            synchronized (collection) {
              while (collection.isEmpty()) {
                collection.wait();
              }
            }
          },
          () -> {
            collection.add(1);
            synchronized (collection) {
              collection.notifyAll();
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector", "list"})
  void aCollectionCanBeWaitedAt(String collection) {
    verified(Waiting.class, collection);
  }

  /** A vector of the program with a method of its own. */
  public static final class Inherited {
    /** Counts what is added. */
    static final class Counting extends Vector<Integer> {
      private static final long serialVersionUID = 1;
      int added;

      @Override
      public synchronized boolean add(Integer element) {
        added++;
        return super.add(element);
      }
    }

    public static void main(String[] args) throws InterruptedException {
      Counting counting = new Counting();
      Tasks.join(
          Tasks.start(() -> counting.add(1), () -> counting.add(2), () -> counting.contains(1)));
      check(counting.added == 2 && counting.size() == 2);
    }
  }

  @Test
  void aClassOfTheProgramTakesTheSameMonitor() {
    assertThat(verified(Inherited.class)).isEqualTo(6);
  }

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) {
      Vector<Integer> vector = new Vector<>(List.of(3, 1, 2));
      Collections.sort(vector);
      check(vector.firstElement() == 1 && vector.elements().nextElement() == 1);
      check(vector.subList(1, 3).equals(List.of(2, 3)) && vector.indexOf(3) == 2);
      try {
        vector.get(7);
        check(false);
      } catch (ArrayIndexOutOfBoundsException e) {
        vector.removeIf(n -> n == 2);
      }
      check(vector.stream().mapToInt(n -> n).sum() == 4);
      Stack<String> stack = new Stack<>();
      stack.push("a");
      check(stack.pop().equals("a") && stack.empty());
      NavigableMap<Integer, String> map = Collections.synchronizedNavigableMap(new TreeMap<>());
      map.put(1, "a");
      check(map.computeIfAbsent(2, key -> "b").equals("b") && map.headMap(2).size() == 1);
      check(map.toString().equals("{1=a, 2=b}") && map.descendingMap().firstKey() == 2);
      List<Integer> list = Collections.synchronizedList(new ArrayList<>(Arrays.asList(2, 1)));
      list.sort(null);
      check(list.equals(List.of(1, 2)) && list.hashCode() == List.of(1, 2).hashCode());
      StringBuffer text = new StringBuffer("ab").reverse().insert(0, 1.5);
      check(text.toString().equals("1.5ba") && text.indexOf("b") == 3);
      Hashtable<String, Integer> table = new Hashtable<>();
      check(table.put("a", 1) == null && table.containsValue(1) && table.keySet().contains("a"));
    }
  }

  @Test
  void oneThreadAloneFindsWhatTheJdkPromises() {
    assertThat(verified(Alone.class)).isEqualTo(1);
  }
}
