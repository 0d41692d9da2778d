package dev.clew.jvm.run;

import java.lang.reflect.Method;
import java.util.AbstractMap.SimpleEntry;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** What the tool does with calls on objects of one class. */
final class CollectionKind {
  /** What there is to do. */
  enum Sort {
    /** Nothing. */
    OTHER,
    /** The collection is watched like a plain variable. */
    PLAIN,
    /** Its synchronized methods take its monitor, and it is watched. */
    SYNCHRONIZED,
    /** Its code takes a monitor under control. */
    WRAPPER,
    /** It protects itself: the order of calls matters once threads are not ordered otherwise. */
    GUARDED
  }

  private static final String PACKAGE = "java.util.";
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private static final Set<String> PLAIN =
      Set.of(
          PACKAGE + "ArrayDeque",
          PACKAGE + "ArrayList",
          PACKAGE + "BitSet",
          PACKAGE + "EnumMap",
          PACKAGE + "HashMap",
          PACKAGE + "IdentityHashMap",
          PACKAGE + "JumboEnumSet",
          PACKAGE + "LinkedHashMap",
          PACKAGE + "LinkedList",
          PACKAGE + "PriorityQueue",
          PACKAGE + "RegularEnumSet",
          PACKAGE + "TreeMap",
          PACKAGE + "WeakHashMap");

  /** Sets that use a map, and are plain if it is. */
  private static final Set<String> OVER_MAPS =
      Set.of(PACKAGE + "HashSet", PACKAGE + "LinkedHashSet", PACKAGE + "TreeSet");

  private static final Set<String> SYNCHRONIZED =
      Set.of(
          "java.lang.StringBuffer",
          PACKAGE + "Hashtable",
          PACKAGE + "Properties",
          PACKAGE + "Stack",
          PACKAGE + "Vector");

  /** What iterators and enumerations of vectors do while they hold its monitor. */
  private static final Set<String> BY_ITERATORS =
      Set.of("add", "forEachRemaining", "next", "nextElement", "previous", "remove", "set");

  /** What only makes views, whose own methods take the monitor. */
  private static final Set<String> UNSYNCHRONIZED =
      Set.of(
          "chars",
          "codePoints",
          "entrySet",
          "keySet",
          "parallelStream",
          "spliterator",
          "stream",
          "values");

  /** What looks at the concurrent map that properties are in. */
  private static final Set<String> OF_PROPERTIES =
      Set.of(
          "contains",
          "containsKey",
          "containsValue",
          "elements",
          "entrySet",
          "get",
          "getOrDefault",
          "getProperty",
          "isEmpty",
          "keySet",
          "keys",
          "propertyNames",
          "size",
          "stringPropertyNames",
          "toString",
          "values");

  private static final ClassValue<CollectionKind> KINDS =
      new ClassValue<>() {
        @Override
        protected CollectionKind computeValue(Class<?> type) {
          return new CollectionKind(type);
        }
      };

  final Sort sort;

  /** Is it an iterator or a view of a collection, which decides what there is to do? */
  final boolean isView;

  /** May it be a list over an array, or a view or an iterator of one? */
  final boolean mayBeOverArray;

  /** Is it a set that uses a map for all it does? */
  final boolean isOverMap;

  /** Is it an entry that a map changes itself, which nobody sees? Who looks at it is not told. */
  final boolean isEntryOfMap;

  /** Is it guarded by its own monitor? */
  final boolean isLocked;

  /** Does it write to, or read from, another object that it was made for? */
  final boolean isWrapping;

  /** The methods that classes of the program declare in the place of those of the JDK. */
  private final Set<String> overridden = new HashSet<>();

  private final boolean hasOverridden;

  private final Set<String> unsynchronized;

  private CollectionKind(Class<?> type) {
    Class<?> library = type;
    while (!isLibrary(library)) {
      for (Method each : library.getDeclaredMethods()) {
        overridden.add(each.getName());
      }
      Class<?> above = library.getSuperclass();
      library = above == null ? Object.class : above;
    }
    String name = library.getName();
    isOverMap = OVER_MAPS.contains(name);
    boolean isWrapper = name.startsWith("java.util.Collections$Synchronized");
    isView = !isOverMap && !isWrapper && CollectionViews.isView(library);
    mayBeOverArray = ListsOverArrays.mayBe(library);
    Mutability mutability = Mutability.of(library, library != type);
    if (isWrapper) {
      sort = Sort.WRAPPER;
    } else if (SYNCHRONIZED.contains(name)) {
      sort = Sort.SYNCHRONIZED;
    } else if (isView || isOverMap || PLAIN.contains(name)) {
      sort = Sort.PLAIN;
    } else {
      sort =
          switch (mutability) {
            case NONE -> Sort.OTHER;
            case UNGUARDED -> Sort.PLAIN;
            case GUARDED, LOCKED -> Sort.GUARDED;
          };
    }
    isLocked = sort == Sort.GUARDED && mutability == Mutability.LOCKED;
    isWrapping = Wrapped.isWrapping(library);
    isEntryOfMap = Map.Entry.class.isAssignableFrom(library) && library != SimpleEntry.class;
    hasOverridden = !overridden.isEmpty();
    unsynchronized = library == Properties.class ? OF_PROPERTIES : UNSYNCHRONIZED;
  }

  /** Is it a class of the JDK? */
  private static boolean isLibrary(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM;
  }

  /** The collection that an object of this kind is or belongs to, as far as one step tells. */
  Object ownerOf(Object object) {
    return isView || isOverMap ? CollectionViews.ownerOf(object) : object;
  }

  static CollectionKind of(Object object) {
    return KINDS.get(object.getClass());
  }

  /** Does an object go through what others hold, of which it remembers where it stands? */
  static boolean isIterator(Object object) {
    return object instanceof Iterator || object instanceof Enumeration;
  }

  /** Is a method of this name one of the program? */
  boolean isOverridden(String method) {
    return hasOverridden && overridden.contains(method);
  }

  /** Does a method of this name hold the monitor of the collection while it runs? */
  boolean isSynchronized(String method) {
    return sort == Sort.SYNCHRONIZED && !unsynchronized.contains(method);
  }

  /** The same for an iterator or an enumeration of a vector. */
  static boolean isSynchronizedByIterators(String method) {
    return BY_ITERATORS.contains(method);
  }
}
