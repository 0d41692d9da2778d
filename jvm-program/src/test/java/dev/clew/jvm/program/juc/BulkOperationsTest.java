package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Verdicts.fails;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;

import dev.clew.explore.FindingKind;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hash map does for many entries at a time, by threads of the common pool. */
class BulkOperationsTest {
  private static ConcurrentHashMap<Integer, Integer> map() {
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    map.put(1, 10);
    map.put(2, 20);
    return map;
  }

  /** An action counts in a plain field. */
  static final class Counting {
    private static int plain;

    public static void main(String[] args) {
      map().forEach(args.length == 0 ? 1 : Long.MAX_VALUE, (key, value) -> plain++);
      assert plain == 2;
    }
  }

  @Test
  void actionsRunAtATimeUnlessTheThresholdSaysNot() {
    finds(Counting.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
    verified(Counting.class, "sequential");
  }

  /** Somebody relies on who calls the functions. */
  static final class Callers {
    public static void main(String[] args) {
      Thread main = Thread.currentThread();
      AtomicInteger others = new AtomicInteger();
      Runnable call =
          () -> {
            if (Thread.currentThread() != main) {
              others.incrementAndGet();
            }
          };
      ConcurrentHashMap<Integer, Integer> map = map();
      switch (args[0]) {
        case "forEachKey" -> map.forEachKey(1, key -> call.run());
        case "forEachValue" -> map.forEachValue(1, value -> value, value -> call.run());
        case "forEachEntry" -> map.forEachEntry(1, entry -> call.run());
        case "search" ->
            map.search(
                1,
                (key, value) -> {
                  call.run();
                  return null;
                });
        default ->
            map.reduceToInt(
                1,
                (key, value) -> {
                  call.run();
                  return value;
                },
                0,
                Integer::sum);
      }
      assert others.get() == 0;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"forEachKey", "forEachValue", "forEachEntry", "search", "reduceToInt"})
  void otherThreadsCallTheFunctionsToo(String method) {
    fails(Callers.class, method);
  }

  /** The results, whoever computes them. */
  static final class Results {
    public static void main(String[] args) {
      ConcurrentHashMap<Integer, Integer> map = map();
      assert map.reduceValues(1, Integer::sum) == 30;
      assert map.reduceKeys(1, key -> key == 1 ? null : key, Integer::sum) == 2;
      assert map.reduceValuesToLong(1, Integer::longValue, 0, Long::sum) == 30;
      assert map.reduceEntries(1, (one, other) -> one.getKey() == 1 ? one : other).getValue() == 10;
      assert map.searchKeys(1, key -> key == 2 ? "found" : null).equals("found");
      assert map.searchValues(1, value -> value > 20 ? value : null) == null;
      assert new ConcurrentHashMap<Integer, Integer>().reduceKeys(1, Integer::sum) == null;
    }
  }

  @Test
  void theResultsAreThoseOfTheJdk() {
    verified(Results.class);
  }
}
