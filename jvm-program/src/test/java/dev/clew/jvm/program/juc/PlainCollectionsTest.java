package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.jvm.program.Harness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections that are not made for several threads. */
@SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // most calls are made to be explored
final class PlainCollectionsTest {
  static Collection<TimeUnit> make(String name) {
    return switch (name) {
      case "ArrayDeque" -> new ArrayDeque<>();
      case "ArrayList" -> new ArrayList<>();
      case "EnumSet" -> EnumSet.noneOf(TimeUnit.class);
      case "HashSet" -> new HashSet<>();
      case "LinkedHashSet" -> new LinkedHashSet<>();
      case "LinkedList" -> new LinkedList<>();
      case "PriorityQueue" -> new PriorityQueue<>();
      case "TreeSet" -> new TreeSet<>();
      default -> throw new IllegalArgumentException(name);
    };
  }

  static Map<TimeUnit, Integer> makeMap(String name) {
    return switch (name) {
      case "EnumMap" -> new EnumMap<>(TimeUnit.class);
      case "HashMap" -> new HashMap<>();
      case "IdentityHashMap" -> new IdentityHashMap<>();
      case "LinkedHashMap" -> new LinkedHashMap<>();
      case "TreeMap" -> new TreeMap<>();
      case "WeakHashMap" -> new WeakHashMap<>();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Two threads that use a collection, with or without a lock. */
  public static final class Shared {
    public static void main(String[] args) throws InterruptedException {
      Collection<TimeUnit> collection = make(args[0]);
      collection.add(TimeUnit.DAYS);
      Object lock = new Object();
      boolean isGuarded = args[2].equals("guarded");
      Tasks.Task other =
          () -> {
            switch (args[1]) {
              case "size" -> collection.size();
              case "add" -> collection.add(TimeUnit.HOURS);
              case "iterator" -> {
                for (TimeUnit each : collection) {
                  each.name();
                }
              }
              case "stream" -> collection.stream().count();
              case "copy" -> new ArrayList<>(collection);
              case "reference" -> List.of(TimeUnit.NANOSECONDS).forEach(collection::contains);
              case "view" -> Collections.unmodifiableCollection(collection).size();
              default -> throw new IllegalArgumentException(args[1]);
            }
          };
      Tasks.Task writer = () -> collection.add(TimeUnit.SECONDS);
      Tasks.join(Tasks.start(guarded(writer, isGuarded, lock), guarded(other, isGuarded, lock)));
      check(collection.contains(TimeUnit.SECONDS));
    }
  }

  static Tasks.Task guarded(Tasks.Task task, boolean isGuarded, Object lock) {
    return () -> {
      if (isGuarded) {
        synchronized (lock) {
          task.run();
        }
      } else {
        task.run();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ArrayDeque",
        "ArrayList",
        "EnumSet",
        "HashSet",
        "LinkedHashSet",
        "LinkedList",
        "PriorityQueue",
        "TreeSet"
      })
  void aSharedCollectionRaces(String collection) {
    for (String other : List.of("add", "size", "iterator")) {
      assertThat(racesOf(Shared.class, collection, other, "unguarded")).hasSize(1);
      long guarded = verified(Shared.class, collection, other, "guarded");
      assertThat(guarded).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "copy", "reference", "view"})
  void whatReadsACollectionForTheProgramRaces(String other) {
    assertThat(racesOf(Shared.class, "ArrayList", other, "unguarded"))
        .singleElement()
        .asString()
        .startsWith("data race on the ArrayList made at PlainCollectionsTest.java:");
    verified(Shared.class, "ArrayList", other, "guarded");
  }

  /** Two threads that use a map, with or without a lock. */
  public static final class SharedMap {
    public static void main(String[] args) throws InterruptedException {
      Map<TimeUnit, Integer> map = makeMap(args[0]);
      map.put(TimeUnit.DAYS, 1);
      Object lock = new Object();
      boolean isGuarded = args[2].equals("guarded");
      Tasks.Task other =
          () -> {
            switch (args[1]) {
              case "get" -> map.get(TimeUnit.DAYS);
              case "merge" -> map.merge(TimeUnit.DAYS, 1, Integer::sum);
              case "keys" -> {
                for (TimeUnit each : map.keySet()) {
                  each.name();
                }
              }
              case "values" -> map.values().iterator().hasNext();
              case "entries" -> map.entrySet().size();
              default -> throw new IllegalArgumentException(args[1]);
            }
          };
      Tasks.Task writer = () -> map.put(TimeUnit.SECONDS, 2);
      Tasks.join(Tasks.start(guarded(writer, isGuarded, lock), guarded(other, isGuarded, lock)));
      check(map.get(TimeUnit.SECONDS) == 2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EnumMap",
        "HashMap",
        "IdentityHashMap",
        "LinkedHashMap",
        "TreeMap",
        "WeakHashMap"
      })
  void aSharedMapRaces(String map) {
    for (String other : List.of("get", "merge", "keys", "values", "entries")) {
      assertThat(racesOf(SharedMap.class, map, other, "unguarded"))
          .singleElement()
          .asString()
          .startsWith("data race on the " + map + " made at PlainCollectionsTest.java:");
      verified(SharedMap.class, map, other, "guarded");
    }
  }

  /** Bits that two threads set. */
  public static final class Bits {
    public static void main(String[] args) throws InterruptedException {
      BitSet bits = new BitSet();
      boolean isGuarded = args.length > 0;
      Tasks.join(
          Tasks.start(
              guarded(() -> bits.set(1), isGuarded, bits),
              guarded(() -> bits.get(2), isGuarded, bits)));
      check(bits.cardinality() == 1);
    }
  }

  @Test
  void bitsRace() {
    assertThat(racesOf(Bits.class)).hasSize(1);
    verified(Bits.class, "guarded");
  }

  /** Only reads what was made before. */
  public static final class ReadOnly {
    private static final Map<String, Integer> numbers = new HashMap<>();

    static {
      numbers.put("a", 1);
    }

    public static void main(String[] args) throws InterruptedException {
      List<Integer> list = new ArrayList<>(List.of(1, 2));
      Map<String, Integer> byAccess = new LinkedHashMap<>(4, 1, args.length > 0);
      byAccess.put("a", 1);
      Tasks.Task reader =
          () -> {
            check(list.get(0) + numbers.get("a") == 2);
            for (int each : list) {
              check(each > 0);
            }
            byAccess.get("a");
          };
      Tasks.join(Tasks.start(reader, reader));
      list.add(3);
      byAccess.put("b", 2);
    }
  }

  @Test
  void readersDoNotRace() {
    assertThat(verified(ReadOnly.class)).isEqualTo(1);
  }

  @Test
  void readersOfAMapInTheOrderOfAccessDo() {
    assertThat(racesOf(ReadOnly.class, "access")).hasSize(1);
  }

  /** One thread sets an element, another one does something else. */
  public static final class Elements {
    public static void main(String[] args) throws InterruptedException {
      List<Integer> list = new ArrayList<>(List.of(1, 2));
      Tasks.Task other =
          () -> {
            switch (args[0]) {
              case "setOther" -> list.set(1, 4);
              case "setAndGetOther" -> {
                list.set(1, 4);
                check(list.get(1) == 4);
              }
              case "set" -> list.set(0, 4);
              case "setTwo" -> {
                list.set(1, 4);
                list.set(0, 4);
              }
              case "setAndGet" -> {
                list.set(1, 4);
                list.get(0);
              }
              case "get" -> list.get(0);
              case "setAndIterate" -> {
                list.set(1, 4);
                for (int each : list) {
                  check(each > 0);
                }
              }
              case "contains" -> list.contains(7);
              case "setAndAdd" -> {
                list.set(1, 4);
                list.add(5);
              }
              case "clear" -> list.clear();
              case "outOfBounds" -> {
                try {
                  list.set(1_000_000_000, 4);
                } catch (IndexOutOfBoundsException e) {
                  list.set(1, 4);
                }
              }
              default -> throw new IllegalArgumentException(args[0]);
            }
          };
      Tasks.join(Tasks.start(() -> list.set(0, 3), other));
      check(list.isEmpty() || list.get(0) >= 3);
      list.add(6);
      check(list.contains(6));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"setOther", "setAndGetOther", "outOfBounds"})
  void differentElementsAreSetWithoutALock(String other) {
    assertThat(verified(Elements.class, other)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set",
        "setTwo",
        "setAndGet",
        "get",
        "setAndIterate",
        "contains",
        "setAndAdd",
        "clear"
      })
  void anElementThatIsSetRacesWithWhatNeedsIt(String other) {
    assertThat(racesOf(Elements.class, other)).hasSize(1);
  }

  /** After a race the calls are interleaved as units. */
  public static final class Interleaved {
    public static void main(String[] args) throws InterruptedException {
      List<Integer> list = new ArrayList<>();
      Tasks.Task task =
          () -> {
            if (list.isEmpty()) {
              list.add(1);
            }
          };
      Tasks.join(Tasks.start(task, task));
      check(list.size() == 1);
    }
  }

  @Test
  void callsThatRaceAreInterleaved() {
    Outcome outcome = Harness.explore(Interleaved.class);
    assertThat(outcome.findings())
        .extracting(Finding::kind)
        .containsExactlyInAnyOrder(FindingKind.DATA_RACE, FindingKind.ASSERTION);
    // One after the other in two ways, or both look first and then add in two ways.
    assertThat(outcome.executions()).isEqualTo(4);
  }

  /** An iterator over what another thread changes. */
  public static final class Iterating {
    public static void main(String[] args) {
      List<Integer> list = new ArrayList<>(List.of(1, 2));
      Tasks.start(
          () -> list.add(3),
          () -> {
            for (Iterator<Integer> each = list.iterator(); each.hasNext(); ) {
              each.next();
            }
          });
    }
  }

  @Test
  void anIteratorFailsFast() {
    assertThat(Harness.explore(Iterating.class).findings())
        .anyMatch(each -> each.message().contains("ConcurrentModificationException"));
  }

  /** A list of the program. */
  public static final class Inherited {
    /** Safe by its own lock. */
    static final class Guarded extends ArrayList<Integer> {
      private static final long serialVersionUID = 1;

      @Override
      public boolean add(Integer element) {
        synchronized (this) {
          return super.add(element);
        }
      }

      @Override
      public int size() {
        synchronized (this) {
          return super.size();
        }
      }
    }

    public static void main(String[] args) {
      List<Integer> list = new Guarded();
      Tasks.start(
          () -> list.add(1),
          () -> list.add(2),
          () -> check(args.length > 0 ? list.size() < 3 : !list.contains(7)));
    }
  }

  @Test
  void aListOfTheProgramIsWatchedWhereItIsTheOneOfTheJdk() {
    assertThat(racesOf(Inherited.class)).hasSize(1);
    verified(Inherited.class, "guarded");
  }

  /** Goes around a synchronized wrapper. */
  public static final class AroundWrapper {
    public static void main(String[] args) {
      List<Integer> inside = new ArrayList<>();
      List<Integer> list = Collections.synchronizedList(inside);
      Tasks.start(
          () -> list.add(1),
          () -> {
            if (args.length > 0) {
              synchronized (list) {
                inside.size();
              }
            } else {
              inside.size();
            }
          });
    }
  }

  @Test
  void whoGoesAroundAWrapperRaces() {
    assertThat(racesOf(AroundWrapper.class)).hasSize(1);
    verified(AroundWrapper.class, "guarded");
  }

  private static List<String> racesOf(Class<?> program, String... arguments) {
    return Harness.explore(program, arguments).findings().stream()
        .filter(each -> each.kind() == FindingKind.DATA_RACE)
        .map(Finding::message)
        .toList();
  }
}
