package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // most calls are made to be explored
final class ConcurrentHashMapTest {
  /** Two threads, each of which does one thing to a map that has 1 for a. */
  public static final class Pairs {
    /** A key that may be equal to others. */
    record Other(int number) {}

    public static void main(String[] args) {
      ConcurrentMap<Object, Integer> map = new ConcurrentHashMap<>();
      map.put("a", 1);
      Tasks.start(() -> call(map, args[0]), () -> call(map, args[1]));
    }

    private static void call(ConcurrentMap<Object, Integer> map, String call) {
      switch (call) {
        case "get" -> map.get("a");
        case "getB" -> map.get("b");
        case "getOther" -> map.get(new Other(1));
        case "has" -> map.containsKey("a");
        case "put" -> map.put("a", 2);
        case "putB" -> map.put("b", 2);
        case "putOther" -> map.put(new Other(2), 2);
        case "remove" -> map.remove("a");
        case "replace" -> map.replace("a", 1, 3);
        case "size" -> map.size();
        case "text" -> map.toString();
        case "clear" -> map.clear();
        case "compute" -> map.compute("a", (key, value) -> value == null ? 1 : value + 1);
        case "computeB" -> map.computeIfAbsent("b", key -> 1);
        case "merge" -> map.merge("a", 1, Integer::sum);
        case "keys" -> map.keySet().iterator();
        case "enum" -> map.put(TimeUnit.DAYS, 1);
        case "enums" -> map.put(TimeUnit.HOURS, 1);
        case "class" -> map.put(String.class, 1);
        case "long" -> map.put(1L, 1);
        case "int" -> map.put(1, 1);
        default -> throw new IllegalArgumentException(call);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "put, putB, 1",
    "put, put, 2",
    "size, put, 2",
    "get, get, 1",
    "get, put, 2",
    "get, putB, 1",
    "getB, put, 1",
    "has, remove, 2",
    "size, size, 1",
    "size, get, 1",
    "text, replace, 2",
    "keys, putB, 2",
    "clear, get, 2",
    "clear, put, 2",
    "clear, size, 2",
    "clear, clear, 2",
    "getOther, get, 1",
    "getOther, put, 2",
    "getOther, putOther, 2",
    "putOther, get, 2",
    "putOther, putB, 2",
    "compute, compute, 2",
    "compute, computeB, 1",
    "compute, get, 2",
    "compute, getB, 1",
    "compute, put, 2",
    "compute, size, 2",
    "merge, merge, 2",
    "merge, clear, 2",
    "enum, enums, 1",
    "enum, enum, 2",
    "class, enum, 1",
    "long, int, 1",
    "int, int, 2",
  })
  void whatDependsOnWhat(String first, String second, int classes) {
    assertThat(TraceClasses.of(Pairs.class, first, second)).isEqualTo(classes);
  }

  /** Looks whether a key is there, and puts it if not. */
  public static final class CheckThenAct {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
      AtomicInteger winners = new AtomicInteger();
      boolean isAtomic = args.length > 0;
      Tasks.Task task =
          () -> {
            if (isAtomic) {
              if (map.putIfAbsent("key", 1) == null) {
                winners.incrementAndGet();
              }
            } else if (!map.containsKey("key")) {
              map.put("key", 1);
              winners.incrementAndGet();
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(winners.get() == 1);
    }
  }

  @Test
  void twoThreadsMayBothFindThatAKeyIsMissing() {
    fails(CheckThenAct.class);
    verified(CheckThenAct.class, "atomic");
  }

  /** Counts in a map. */
  public static final class Counting {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
      counts.put("n", 0);
      Tasks.Task task =
          switch (args[0]) {
            case "getAndPut" -> () -> counts.put("n", counts.get("n") + 1);
            case "compute" -> () -> counts.compute("n", (key, value) -> value + 1);
            case "computeIfPresent" ->
                () -> counts.computeIfPresent("n", (key, value) -> value + 1);
            case "replace" ->
                () -> {
                  int n = counts.get("n");
                  while (!counts.replace("n", n, n + 1)) {
                    n = counts.get("n");
                  }
                };
            default -> () -> counts.merge("n", 1, Integer::sum);
          };
      Tasks.join(Tasks.start(task, task));
      check(counts.get("n") == 2);
    }
  }

  @Test
  void getAndPutLosesACount() {
    fails(Counting.class, "getAndPut");
  }

  @ParameterizedTest
  @CsvSource({"compute, 2", "computeIfPresent, 2", "merge, 2", "replace, 4"})
  void countingInOneStepLosesNothing(String how, int classes) {
    long outcome = verified(Counting.class, how);
    assertThat(outcome).isEqualTo(classes);
  }

  /** A function that uses what the map does not protect. */
  public static final class OutsideState {
    private static int calls;

    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
      String second = args[0];
      Tasks.join(
          Tasks.start(
              () -> map.computeIfAbsent("a", key -> ++calls),
              () -> map.computeIfAbsent(second, key -> ++calls)));
    }
  }

  @Test
  void functionsForDifferentKeysRaceOnOtherState() {
    Outcome outcome = Harness.explore(OutsideState.class, "b");
    assertThat(outcome.findings())
        .anyMatch(each -> each.kind() == FindingKind.DATA_RACE && each.message().contains("calls"));
    verified(OutsideState.class, "a");
  }

  /** A function that comes to operations of its own. */
  public static final class Factories {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
      AtomicInteger made = new AtomicInteger();
      Tasks.Task task =
          args[0].equals("compute")
              ? () -> map.computeIfAbsent("a", key -> made.incrementAndGet())
              : () -> {
                if (map.get("a") == null) {
                  map.put("a", made.incrementAndGet());
                }
              };
      Thread[] threads = Tasks.start(task, task);
      Integer seen = map.get("a");
      check(seen == null || seen == 1);
      Tasks.join(threads);
      check(made.get() == 1);
      check(map.get("a") == 1);
    }
  }

  @Test
  void aFunctionWithOperationsIsAppliedOnce() {
    verified(Factories.class, "compute");
    fails(Factories.class, "getAndPut");
  }

  @Test
  void aFunctionWithOperationsHasTheClassesOfBruteForce() {
    assertThat(TraceClasses.of(Factories.class, "compute")).isEqualTo(4);
  }

  /** Two functions, each of which changes what the other one computes. */
  public static final class Crossed {
    public static void main(String[] args) {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1, "b", 1));
      String first = args[0];
      String second = args[1];
      Tasks.start(
          () -> map.compute("a", (key, value) -> map.merge("b", 1, Integer::sum)),
          () -> map.compute(first, (key, value) -> map.merge(second, 1, Integer::sum)));
    }
  }

  @Test
  void functionsThatNeedEachOthersKeysDeadlock() {
    Outcome outcome = Harness.explore(Crossed.class, "b", "a");
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
    verified(Crossed.class, "a", "b");
  }

  /** A function that waits for a thread which writes the same key, or another one. */
  public static final class WaitsInside {
    public static void main(String[] args) {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
      CountDownLatch latch = new CountDownLatch(1);
      String key = args[0];
      Tasks.start(
          () ->
              map.compute(
                  "a",
                  (k, value) -> {
                    try {
                      latch.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    return 1;
                  }),
          () -> {
            map.put(key, 2);
            latch.countDown();
          });
    }
  }

  @Test
  void aFunctionHoldsOffThoseWhoWriteItsKey() {
    Outcome outcome = Harness.explore(WaitsInside.class, "a");
    assertThat(outcome.findings()).anyMatch(each -> each.kind() == FindingKind.DEADLOCK);
    verified(WaitsInside.class, "b");
  }

  /** A function that changes the key it computes. */
  public static final class Recursive {
    public static void main(String[] args) {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
      try {
        map.computeIfAbsent("a", key -> map.computeIfAbsent("a", again -> 1));
        check(false);
      } catch (IllegalStateException e) {
        check("Recursive update".equals(e.getMessage()));
      }
      check(map.isEmpty());
      try {
        map.compute(
            "a",
            (key, value) -> {
              throw new UnsupportedOperationException();
            });
        check(false);
      } catch (UnsupportedOperationException e) {
        check(map.isEmpty());
      }
      check(map.compute("a", (key, value) -> 1) == 1);
    }
  }

  @Test
  void aFunctionThatChangesItsOwnKeyIsAnError() {
    verified(Recursive.class);
  }

  /** Clears the map while a function computes. */
  public static final class Cleared {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 5));
      AtomicInteger any = new AtomicInteger();
      Tasks.join(
          Tasks.start(
              () ->
                  map.compute(
                      "a", (k, value) -> (value == null ? 0 : value) + any.incrementAndGet()),
              map::clear));
      check(map.isEmpty() || map.get("a") == 1);
    }
  }

  @Test
  void aMapIsNotClearedInTheMiddleOfAFunction() {
    verified(Cleared.class);
  }

  /** Goes through a map while another thread removes its first key and then adds a last one. */
  public static final class Iterating {
    public static void main(String[] args) throws InterruptedException {
      ConcurrentMap<Integer, Integer> map = new ConcurrentHashMap<>();
      map.put(1, 1);
      map.put(5, 5);
      List<Integer> seen = new ArrayList<>();
      String how = args[0];
      Tasks.join(
          Tasks.start(
              () -> {
                map.remove(1);
                map.put(9, 9);
              },
              () -> {
                switch (how) {
                  case "iterator" -> {
                    for (Iterator<Integer> each = map.keySet().iterator(); each.hasNext(); ) {
                      seen.add(each.next());
                    }
                  }
                  case "forEach" -> map.forEach((key, value) -> seen.add(value));
                  case "keys" -> map.keySet().forEach(seen::add);
                  case "values" -> seen.addAll(map.values());
                  case "entries" -> map.entrySet().forEach(entry -> seen.add(entry.getKey()));
                  case "stream" -> seen.addAll(map.values().stream().toList());
                  case "copy" -> seen.addAll(new ArrayList<>(map.keySet()));
                  default -> throw new IllegalArgumentException(how);
                }
              }));
      check(seen.contains(5));
      check(!seen.containsAll(List.of(1, 9)));
    }
  }

  @ParameterizedTest
  @CsvSource({"iterator", "forEach", "keys", "values", "entries", "stream", "copy"})
  void whatIsGoneThroughChangesMeanwhile(String how) {
    fails(Iterating.class, how);
  }

  /** Every element is seen that was there before. */
  public static final class Publishing {
    private static final class Box {
      int value;
    }

    public static void main(String[] args) {
      ConcurrentMap<String, Box> map = new ConcurrentHashMap<>();
      Set<String> names = ConcurrentHashMap.newKeySet();
      Box box = new Box();
      Tasks.start(
          () -> {
            box.value = 1;
            map.put("box", box);
            names.add("box");
            if (args.length > 0) {
              box.value = 2;
            }
          },
          () -> {
            Box found = map.get("box");
            check(found == null || found.value == 1);
          },
          () -> {
            for (Box found : map.values()) {
              check(found.value == 1);
            }
          },
          () -> {
            if (names.contains("box")) {
              check(box.value == 1);
            }
          });
    }
  }

  @Test
  void whatIsPutIsPublished() {
    verified(Publishing.class);
    assertThat(Harness.explore(Publishing.class, "late").findings())
        .anyMatch(each -> each.kind() == FindingKind.DATA_RACE);
  }

  /** Everything that one thread alone can tell. */
  public static final class Alone {
    public static void main(String[] args) {
      ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
      check(map.put("b", 2) == null && map.size() == 2 && map.mappingCount() == 2);
      check(map.computeIfAbsent("b", key -> 3) == 2);
      check(map.computeIfAbsent("c", key -> null) == null);
      check(map.computeIfPresent("a", (key, value) -> null) == null && !map.containsKey("a"));
      check(map.merge("b", 3, Integer::sum) == 5 && map.merge("b", 1, (x, y) -> null) == null);
      map.putAll(Map.of("x", 1, "y", 2, "z", 3));
      map.replaceAll((key, value) -> value * 10);
      check(map.get("x") == 10 && map.getOrDefault("q", 7) == 7);
      check(map.values().removeIf(value -> value == 20) && !map.containsKey("y"));
      check(map.entrySet().removeIf(entry -> entry.getValue() == 30) && map.size() == 1);
      check(map.keySet().stream().collect(Collectors.joining()).equals("x"));
      check(map.toString().equals("{x=10}") && map.equals(Map.of("x", 10)));
      check(map.hashCode() == Map.of("x", 10).hashCode());
      Iterator<Map.Entry<String, Integer>> each = map.entrySet().iterator();
      each.next().setValue(11);
      check(map.get("x") == 11);
      each.remove();
      check(map.isEmpty() && !each.hasNext());
      check(map.reduceValues(Long.MAX_VALUE, Integer::sum) == null);
      Set<Integer> set = ConcurrentHashMap.newKeySet();
      check(set.add(1) && !set.add(1) && set.addAll(List.of(1, 2)) && set.contains(2));
      check(set.remove(1) && set.size() == 1);
      try {
        map.put(null, 1);
        check(false);
      } catch (NullPointerException e) {
        check(map.isEmpty());
      }
    }
  }

  @Test
  void oneThreadAloneFindsWhatTheJdkPromises() {
    assertThat(verified(Alone.class)).isEqualTo(1);
  }
}
