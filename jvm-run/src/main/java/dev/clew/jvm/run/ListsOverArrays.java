package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lists of {@code Arrays.asList}, their parts and iterators: what is done to them is done to the
 * elements of the array, which threads may have without the list.
 */
final class ListsOverArrays {
  private static final Class<?> LIST = Arrays.asList().getClass();
  private static final Class<?> ITERATOR = Arrays.asList().iterator().getClass();

  /** A part of a list that is not one over an array itself. */
  private static final String PART = "java.util.AbstractList$SubList";

  private ListsOverArrays() {}

  /** Are objects of this class lists over arrays, their iterators or parts of lists? */
  static boolean mayBe(Class<?> library) {
    return library == LIST || library == ITERATOR || CollectionViews.isView(library);
  }

  /** A thread gets or sets an element; false if the list is none of this kind. */
  static boolean element(Object list, int index, boolean isWrite, int site) {
    if (list.getClass() != LIST) {
      return false;
    }
    Object array = Fields.MEMORY.getReference(list, Fields.ARRAY);
    if (array != null) {
      access(array, index, index + 1, isWrite, site);
    }
    return true;
  }

  /** A call on a list, a view of it or an iterator; false if it is none of this kind. */
  static boolean access(Object view, String method, boolean isWrite, int site) {
    if (view.getClass() == ITERATOR) {
      Object array = Fields.MEMORY.getReference(view, Fields.ARRAY_OF_ITERATOR);
      int cursor = Fields.MEMORY.getInt(view, Fields.CURSOR);
      if (array != null && method.equals("next")) {
        access(array, cursor, cursor + 1, false, site);
      } else if (array != null && method.equals("forEachRemaining")) {
        access(array, cursor, Integer.MAX_VALUE, false, site);
      }
      return true;
    }
    return switch (method) {
      case "hasNext", "hasPrevious", "isEmpty", "iterator", "listIterator", "size", "subList" ->
          arrayOf(view) != null;
      default -> whole(view, isWrite, site);
    };
  }

  /** All elements that an object leads to are read or written; false if it leads to no array. */
  static boolean whole(Object view, boolean isWrite, int site) {
    Object array = arrayOf(view);
    if (array == null) {
      return false;
    }
    Object part = partOf(view);
    if (part == null) {
      access(array, 0, Integer.MAX_VALUE, isWrite, site);
    } else {
      int from = Fields.MEMORY.getInt(part, Fields.OFFSET);
      access(array, from, from + Fields.MEMORY.getInt(part, Fields.SIZE), isWrite, site);
    }
    return true;
  }

  private static void access(Object array, int from, int to, boolean isWrite, int site) {
    if (isWrite) {
      LibraryAccesses.write(array, from, to, site);
    } else {
      LibraryAccesses.read(array, from, to, site);
    }
  }

  private static @Nullable Object arrayOf(Object view) {
    Object list = CollectionViews.collectionOf(view);
    return list.getClass() == LIST ? Fields.MEMORY.getReference(list, Fields.ARRAY) : null;
  }

  /** The part of a list that is used, null if it is not a part only. */
  private static @Nullable Object partOf(Object view) {
    Object found = view;
    Object owner = CollectionViews.ownerOf(found);
    while (owner != found) {
      if (Fields.PART_TYPE.isInstance(found)) {
        return found;
      }
      found = owner;
      owner = CollectionViews.ownerOf(found);
    }
    return null;
  }

  /** Where the JDK keeps what is asked for here. */
  private static final class Fields {
    private static final Memory MEMORY;
    private static final Class<?> PART_TYPE;
    private static final long ARRAY;
    private static final long ARRAY_OF_ITERATOR;
    private static final long CURSOR;
    private static final long OFFSET;
    private static final long SIZE;

    static {
      try {
        MEMORY = Internals.memory();
        PART_TYPE = Class.forName(PART, false, null);
        ARRAY = MEMORY.objectFieldOffset(LIST, "a");
        ARRAY_OF_ITERATOR = MEMORY.objectFieldOffset(ITERATOR, "a");
        CURSOR = MEMORY.objectFieldOffset(ITERATOR, "cursor");
        OFFSET = MEMORY.objectFieldOffset(PART_TYPE, "offset");
        SIZE = MEMORY.objectFieldOffset(PART_TYPE, "size");
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}
