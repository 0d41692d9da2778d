package dev.clew.jvm.agent;

import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Which calls are on collections that may not be made for several threads, and which of them change
 * the collection: all whose names are known to, the others look at it.
 */
final class CollectionMethods {
  private static final Set<String> TYPES =
      Set.of(
          "java/lang/Iterable",
          "java/lang/StringBuffer",
          "java/util/AbstractCollection",
          "java/util/AbstractList",
          "java/util/AbstractMap",
          "java/util/AbstractQueue",
          "java/util/AbstractSequentialList",
          "java/util/AbstractSet",
          "java/util/ArrayDeque",
          "java/util/ArrayList",
          "java/util/BitSet",
          "java/util/Collection",
          "java/util/Deque",
          "java/util/Dictionary",
          "java/util/EnumMap",
          "java/util/EnumSet",
          "java/util/Enumeration",
          "java/util/HashMap",
          "java/util/HashSet",
          "java/util/Hashtable",
          "java/util/IdentityHashMap",
          "java/util/Iterator",
          "java/util/LinkedHashMap",
          "java/util/LinkedHashSet",
          "java/util/LinkedList",
          "java/util/List",
          "java/util/ListIterator",
          "java/util/Map",
          "java/util/NavigableMap",
          "java/util/NavigableSet",
          "java/util/PrimitiveIterator$OfInt",
          "java/util/PriorityQueue",
          "java/util/Properties",
          "java/util/Queue",
          "java/util/SequencedCollection",
          "java/util/SequencedMap",
          "java/util/SequencedSet",
          "java/util/Set",
          "java/util/SortedMap",
          "java/util/SortedSet",
          "java/util/Stack",
          "java/util/TreeMap",
          "java/util/TreeSet",
          "java/util/Vector",
          "java/util/WeakHashMap");

  private static final Set<String> WRITES =
      Set.of(
          "add",
          "addAll",
          "addElement",
          "addFirst",
          "addLast",
          "and",
          "andNot",
          "append",
          "appendCodePoint",
          "clear",
          "compute",
          "computeIfAbsent",
          "computeIfPresent",
          "delete",
          "deleteCharAt",
          "ensureCapacity",
          "flip",
          "insert",
          "insertElementAt",
          "load",
          "merge",
          "offer",
          "offerFirst",
          "offerLast",
          "or",
          "poll",
          "pollFirst",
          "pollFirstEntry",
          "pollLast",
          "pollLastEntry",
          "pop",
          "push",
          "put",
          "putAll",
          "putFirst",
          "putIfAbsent",
          "putLast",
          "remove",
          "removeAll",
          "removeAllElements",
          "removeElement",
          "removeElementAt",
          "removeFirst",
          "removeFirstOccurrence",
          "removeIf",
          "removeLast",
          "removeLastOccurrence",
          "removeRange",
          "replace",
          "replaceAll",
          "retainAll",
          "reverse",
          "set",
          "setCharAt",
          "setElementAt",
          "setLength",
          "setProperty",
          "setSize",
          "sort",
          "trimToSize",
          "xor");

  private static final Set<String> OF_ALL = Set.of("equals", "hashCode", "toString");

  /** Methods of {@code Collections} that change their first argument. */
  private static final Set<String> WRITES_FIRST =
      Set.of(
          "addAll", "copy", "fill", "replaceAll", "reverse", "rotate", "shuffle", "sort", "swap");

  private CollectionMethods() {}

  /** May an object of this type be a collection, or an iterator of one? */
  static boolean isCollection(String type) {
    return TYPES.contains(type);
  }

  /** Is it a method that all objects have, and that looks at a collection? */
  static boolean isOfAll(String owner, String name) {
    return owner.equals("java/lang/Object") && OF_ALL.contains(name);
  }

  /** Does a method of this name change its collection? */
  static boolean isWrite(String name) {
    return WRITES.contains(name);
  }

  /** Is it {@code get} or {@code set} of a list, for one element? */
  static boolean isOfElement(String name, String descriptor) {
    return name.equals("get") && descriptor.equals("(I)Ljava/lang/Object;")
        || name.equals("set") && descriptor.equals("(ILjava/lang/Object;)Ljava/lang/Object;");
  }

  /** Does a call look at collections that it gets as arguments? Wrappers only keep them. */
  static boolean readsArguments(String owner, String name) {
    if (!owner.startsWith("java/")) {
      return false;
    }
    return !owner.equals("java/util/Collections")
        || !(name.startsWith("synchronized")
            || name.startsWith("unmodifiable")
            || name.startsWith("checked")
            || name.startsWith("new")
            || name.startsWith("as"));
  }

  /** Does a static method change its first argument? */
  static boolean isWriteOfFirst(String owner, String name) {
    return owner.equals("java/util/Collections") && WRITES_FIRST.contains(name);
  }

  /** Is an argument of this type a collection? */
  static boolean isCollection(Type type) {
    return type.getSort() == Type.OBJECT && isCollection(type.getInternalName());
  }

  /** Does a call of the JDK look at an argument of this type, or change it? */
  static boolean isUsed(String owner, String name, Type argument) {
    return isCollection(argument) || SharedMethods.isUsed(owner, name, argument);
  }

  /** Does it get one that it looks at, or changes? */
  static boolean takes(String owner, String name, String descriptor) {
    for (Type each : Type.getArgumentTypes(descriptor)) {
      if (isUsed(owner, name, each)) {
        return true;
      }
    }
    return false;
  }
}
