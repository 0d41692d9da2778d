package dev.clew.jvm.run;

import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which collection an iterator or a view of the JDK belongs to.
 *
 * <p>They have it in a field: inner classes in that for the outer object, others as a table says.
 * Sets that a map does all the work for are taken as views of it.
 */
final class CollectionViews {
  private static final String PACKAGE = "java.util.";
  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String OUTER = "this$0";

  /** The field by the name of the class that declares it. */
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry(CONCURRENT + "ConcurrentHashMap$CollectionView", "map"),
          Map.entry(CONCURRENT + "ConcurrentHashMap$BaseIterator", "map"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$EntrySet", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$KeySet", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$SubMap", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListMap$Values", "m"),
          Map.entry(CONCURRENT + "ConcurrentSkipListSet", "m"),
          Map.entry(CONCURRENT + "CopyOnWriteArrayList$Reversed", "base"),
          Map.entry(CONCURRENT + "CopyOnWriteArraySet", "al"),
          Map.entry(PACKAGE + "AbstractList$SubList", "root"),
          Map.entry(PACKAGE + "ArrayList$SubList", "root"),
          Map.entry(PACKAGE + "Collections$AsLIFOQueue", "q"),
          Map.entry(PACKAGE + "Collections$CheckedCollection", "c"),
          Map.entry(PACKAGE + "Collections$CheckedMap", "m"),
          Map.entry(PACKAGE + "Collections$SetFromMap", "m"),
          Map.entry(PACKAGE + "Collections$SynchronizedCollection", "mutex"),
          Map.entry(PACKAGE + "Collections$SynchronizedMap", "mutex"),
          Map.entry(PACKAGE + "Collections$UnmodifiableCollection", "c"),
          Map.entry(PACKAGE + "Collections$UnmodifiableMap", "m"),
          Map.entry(PACKAGE + "HashSet", "map"),
          Map.entry(PACKAGE + "LinkedHashMap$ReversedLinkedHashMapView", "base"),
          Map.entry(PACKAGE + "ReverseOrderDequeView", "base"),
          Map.entry(PACKAGE + "ReverseOrderListView", "base"),
          Map.entry(PACKAGE + "ReverseOrderSortedMapView", "base"),
          Map.entry(PACKAGE + "ReverseOrderSortedSetView", "base"),
          Map.entry(PACKAGE + "TreeMap$KeySet", "m"),
          Map.entry(PACKAGE + "TreeMap$NavigableSubMap", "m"),
          Map.entry(PACKAGE + "TreeSet", "m"));

  private static final long NO_FIELD = -1;

  /** Where objects of a class have their collection, {@link #NO_FIELD} if they are one. */
  private static final ClassValue<Long> OFFSETS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return offset(type);
        }
      };

  private CollectionViews() {}

  /** The collection that an object is a view of; the object itself if it is no view. */
  static Object collectionOf(Object object) {
    Object found = object;
    Object owner = ownerOf(found);
    while (owner != found) {
      found = owner;
      owner = ownerOf(found);
    }
    return found;
  }

  /** What an object is a view of, which may be one itself; the object if it is no view. */
  static Object ownerOf(Object object) {
    long offset = OFFSETS.get(object.getClass());
    Object owner = offset == NO_FIELD ? null : memory().getReference(object, offset);
    return owner == null ? object : owner;
  }

  /** Whether objects of this class have a collection that they belong to. */
  static boolean isView(Class<?> type) {
    return OFFSETS.get(type) != NO_FIELD;
  }

  private static long offset(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      String field = each.getClassLoader() == null ? fieldOf(each) : null;
      if (field != null) {
        return memory().objectFieldOffset(each, field);
      }
    }
    return NO_FIELD;
  }

  private static @Nullable String fieldOf(Class<?> type) {
    String name = type.getName();
    String field = FIELDS.get(name);
    if (field != null || !name.startsWith(PACKAGE)) {
      return field;
    }
    boolean isInner = type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers());
    return isInner && hasOuter(type) ? OUTER : null;
  }

  private static boolean hasOuter(Class<?> type) {
    for (var each : type.getDeclaredFields()) {
      if (each.getName().equals(OUTER)) {
        return true;
      }
    }
    return false;
  }

  private static Memory memory() {
    try {
      return Internals.memory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The classes of the table, each with its field. */
  static Map<String, String> fields() {
    return FIELDS;
  }
}
