package dev.clew.jvm.agent;

import dev.clew.jvm.run.AtomicCollections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of the concurrent collections of the JDK are one operation each, and how they
 * access the collection.
 *
 * <p>Only those that do something themselves: a method that calls others of these leaves it to
 * them. Methods that take a function are modelled, see {@code dev.clew.jvm.run.collections}.
 */
final class LibraryCalls {
  /** What a call does. */
  enum Access {
    /** Looks at all of the collection. */
    READ(AtomicCollections.READ),
    /** Changes it. */
    WRITE(AtomicCollections.WRITE),
    /** Looks at what there is for its first argument. */
    READ_KEY(AtomicCollections.READ_KEY),
    /** Changes what there is for its first argument. */
    WRITE_KEY(AtomicCollections.WRITE_KEY),
    /** Looks at all, and goes on under control with what it found. */
    LOOK(AtomicCollections.READ);

    /** As {@link AtomicCollections} has it. */
    final int code;

    Access(int code) {
      this.code = code;
    }

    boolean hasKey() {
      return this == READ_KEY || this == WRITE_KEY;
    }
  }

  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String HASH_MAP = CONCURRENT + "ConcurrentHashMap";
  private static final String SKIP_LIST_MAP = CONCURRENT + "ConcurrentSkipListMap";
  private static final String SKIP_LIST_SET = CONCURRENT + "ConcurrentSkipListSet";
  private static final String QUEUE = CONCURRENT + "ConcurrentLinkedQueue";
  private static final String DEQUE = CONCURRENT + "ConcurrentLinkedDeque";
  private static final String LIST = CONCURRENT + "CopyOnWriteArrayList";
  private static final String LIST_SET = CONCURRENT + "CopyOnWriteArraySet";

  private static final String PROPERTIES = "java/util/Properties";

  private static final String LOOKUPS = "get containsKey getOrDefault";
  private static final String CHANGES = "put putIfAbsent remove replace";
  private static final String NAVIGATION =
      "firstKey lastKey firstEntry lastEntry lowerKey lowerEntry floorKey floorEntry ceilingKey"
          + " ceilingEntry higherKey higherEntry";
  private static final String LOOKS_AT_LIST =
      "size isEmpty contains containsAll indexOf lastIndexOf clone toArray get getFirst getLast"
          + " equals hashCode toString iterator listIterator spliterator subList";
  private static final String CHANGES_OF_LIST =
      "set add addAll addAllAbsent addIfAbsent addFirst addLast remove removeFirst removeLast"
          + " removeAll retainAll clear sort";

  /** Classes of which threads are ordered by what they do to a collection. */
  private static final Map<String, String> USERS =
      Map.of(
          CONCURRENT + "Executors", HASH_MAP,
          CONCURRENT + "StructuredTaskScope", HASH_MAP);

  /** By class, then by method. */
  private final Map<String, Map<String, Access>> accesses = new TreeMap<>();

  /** The field with what a collection uses for all it does. */
  private final Map<String, String> inner =
      Map.of(SKIP_LIST_SET, "m", LIST_SET, "al", PROPERTIES, "map");

  /** What a program may need that names one of these classes. */
  private final Map<String, List<String>> groups = new HashMap<>();

  LibraryCalls() {
    hashMap();
    skipListMap();
    queues();
    lists();
    groups.put(HASH_MAP, startingWith(HASH_MAP));
    groups.put(HASH_MAP + "$KeySetView", startingWith(HASH_MAP));
    groups.put(SKIP_LIST_MAP, startingWith(SKIP_LIST_MAP));
    List<String> ofSet = startingWith(SKIP_LIST_MAP);
    ofSet.add(SKIP_LIST_SET);
    groups.put(SKIP_LIST_SET, ofSet);
    groups.put(QUEUE, startingWith(QUEUE));
    groups.put(DEQUE, startingWith(DEQUE));
    groups.put(LIST, startingWith(LIST));
    List<String> ofListSet = startingWith(LIST);
    ofListSet.add(LIST_SET);
    groups.put(LIST_SET, ofListSet);
    List<String> ofProperties = startingWith(HASH_MAP);
    ofProperties.add(PROPERTIES);
    groups.put(PROPERTIES, ofProperties);
  }

  private void hashMap() {
    add(HASH_MAP, Access.READ_KEY, LOOKUPS);
    add(HASH_MAP, Access.WRITE_KEY, CHANGES);
    add(HASH_MAP, Access.WRITE, "clear");
    add(
        HASH_MAP,
        Access.READ,
        "size isEmpty mappingCount containsValue contains toString hashCode equals elements keys");
    add(HASH_MAP + "$KeySetView", Access.READ, "iterator");
    add(HASH_MAP + "$KeySetView", Access.WRITE_KEY, "add");
    add(HASH_MAP + "$ValuesView", Access.READ, "iterator");
    add(HASH_MAP + "$EntrySetView", Access.READ, "iterator hashCode");
    add(HASH_MAP + "$EntrySetView", Access.WRITE, "add");
    for (String each : List.of("Key", "Value", "Entry")) {
      add(HASH_MAP + "$" + each + "Iterator", Access.READ, "next");
    }
    add(HASH_MAP + "$BaseIterator", Access.WRITE, "remove");
  }

  private void skipListMap() {
    for (String each : List.of(SKIP_LIST_MAP, SKIP_LIST_MAP + "$SubMap")) {
      add(each, Access.READ_KEY, LOOKUPS);
      add(each, Access.WRITE_KEY, CHANGES);
      add(each, Access.WRITE, "clear pollFirstEntry pollLastEntry");
      add(each, Access.READ, "size isEmpty containsValue " + NAVIGATION);
    }
    add(SKIP_LIST_MAP, Access.READ, "equals clone");
    for (String each : List.of("Key", "Value", "Entry")) {
      add(SKIP_LIST_MAP + "$" + each + "Iterator", Access.READ, "next");
      add(SKIP_LIST_MAP + "$SubMap$SubMap" + each + "Iterator", Access.READ, "next");
    }
    for (String each : List.of("KeySet", "Values", "EntrySet")) {
      add(SKIP_LIST_MAP + "$" + each, Access.READ, "iterator");
    }
  }

  private void queues() {
    String looks = "isEmpty size contains toArray toString iterator";
    String changes = "addAll clear removeAll retainAll";
    add(QUEUE, Access.READ, looks + " peek");
    add(QUEUE, Access.WRITE, changes + " offer poll remove");
    add(QUEUE + "$Itr", Access.READ, "next");
    add(QUEUE + "$Itr", Access.WRITE, "remove");
    add(DEQUE, Access.READ, looks + " peekFirst peekLast descendingIterator");
    add(
        DEQUE,
        Access.WRITE,
        changes
            + " addFirst addLast offerFirst offerLast pollFirst pollLast removeFirstOccurrence"
            + " removeLastOccurrence");
    add(DEQUE + "$AbstractItr", Access.READ, "next");
    add(DEQUE + "$AbstractItr", Access.WRITE, "remove");
  }

  private void lists() {
    for (String each : List.of(LIST, LIST + "$COWSubList", LIST + "$Reversed")) {
      add(each, Access.READ, LOOKS_AT_LIST);
      add(each, Access.WRITE, CHANGES_OF_LIST);
      add(each, Access.LOOK, "forEach");
    }
    add(LIST_SET, Access.READ, "equals containsAll spliterator");
  }

  private void add(String className, Access access, String names) {
    Map<String, Access> methods = accesses.computeIfAbsent(className, missing -> new HashMap<>());
    for (String each : names.split(" ")) {
      methods.put(each, access);
    }
  }

  private List<String> startingWith(String className) {
    List<String> found = new ArrayList<>();
    for (String each : accesses.keySet()) {
      if (each.equals(className) || each.startsWith(className + "$")) {
        found.add(each);
      }
    }
    return found;
  }

  /** The classes to change for a program that uses this one. */
  List<String> neededFor(String className) {
    String used = USERS.getOrDefault(className, className);
    return isExplored(used) ? groups.getOrDefault(used, List.of()) : List.of();
  }

  /** Whether calls of its methods are operations; not if its code is explored instead. */
  boolean isExplored(String className) {
    return groups.containsKey(className) && !Library.isOpenCollection(className);
  }

  /** All classes of which methods are operations. */
  Set<String> classes() {
    return accesses.keySet();
  }

  /** The methods of a class that are operations, by name. */
  Map<String, Access> of(String className) {
    return accesses.getOrDefault(className, Map.of());
  }

  /** The field of a class with the collection that does its work, null if it does so itself. */
  @Nullable String innerOf(String className) {
    return inner.get(className);
  }
}
