package dev.clew.jvm.program;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Shadowed;
import dev.clew.jvm.run.Sites;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields of the program that hold given objects of the JDK: a lock is known by the name
 * of its field.
 *
 * <p>Looks through static fields, then through what can be reached from the objects of the program
 * and from what its threads do, along fields of the program, arrays and collections.
 */
final class Holders {
  private static final int MOST_OBJECTS = 50_000;

  /** Collections that can be gone through without running any code of the program. */
  private static final Set<Class<?>> COLLECTIONS =
      Set.of(
          ArrayDeque.class,
          ArrayList.class,
          ConcurrentHashMap.class,
          ConcurrentLinkedDeque.class,
          ConcurrentLinkedQueue.class,
          ConcurrentSkipListMap.class,
          CopyOnWriteArrayList.class,
          HashMap.class,
          HashSet.class,
          LinkedHashMap.class,
          LinkedHashSet.class,
          LinkedList.class,
          PriorityQueue.class,
          TreeMap.class,
          TreeSet.class);

  /**
   * Where an object is held.
   *
   * @param owner the object whose field it is, null for a static field
   * @param path the name of the field, with an index if it is in an array there; for a static field
   *     after the name of its class
   */
  record Place(@Nullable Object owner, String path) {}

  private final ClassLoader loader;
  private final Set<Object> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Object, Place> places = new IdentityHashMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> waiting = new ArrayDeque<>();

  private Holders(ClassLoader loader, Collection<Object> wanted) {
    this.loader = loader;
    this.wanted.addAll(wanted);
  }

  /** The places of the wanted objects, as far as they can be found. */
  static Map<Object, Place> of(
      Collection<Object> wanted,
      Collection<Object> known,
      Execution execution,
      ClassLoader loader) {
    Holders holders = new Holders(loader, wanted);
    holders.lookIntoClasses();
    known.forEach(holders::lookAt);
    for (int t = 0; t < execution.threads.end(); t++) {
      ProgramThread thread = execution.threads.find(t);
      Thread identity = thread == null ? null : thread.identity;
      if (identity != null) {
        holders.lookAt(identity);
        holders.lookAt(codeOf(identity));
      }
    }
    holders.lookFurther();
    return holders.places;
  }

  private void lookIntoClasses() {
    Set<String> classes = new TreeSet<>();
    for (int site = 0; site < Sites.count(); site++) {
      classes.add(Sites.className(site).replace('/', '.'));
    }
    for (String name : classes) {
      Class<?> type = find(name);
      if (type != null) {
        lookInto(type, null, ObjectNames.simpleName(type) + ".");
      }
    }
  }

  private @Nullable Class<?> find(String name) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      return type.getClassLoader() == loader && !type.isInterface() ? type : null;
    } catch (ClassNotFoundException | LinkageError e) {
      return null; // a class of another program, or one that cannot be used: it holds nothing
    }
  }

  /** What a thread was given to run. */
  private static @Nullable Object codeOf(Thread thread) {
    Object inHolder = valueOf(Thread.class, "holder", thread);
    return inHolder == null
        ? valueOf(Thread.class, "target", thread)
        : valueOf(inHolder.getClass(), "task", inHolder);
  }

  private static @Nullable Object valueOf(Class<?> type, String field, Object owner) {
    try {
      return valueOf(type.getDeclaredField(field), owner);
    } catch (NoSuchFieldException e) {
      return null; // this version of the JDK has another one
    }
  }

  private void lookFurther() {
    while (!waiting.isEmpty() && places.size() < wanted.size()) {
      Object next = waiting.removeFirst();
      for (Class<?> type = next.getClass();
          type != null && type.getClassLoader() == loader;
          type = type.getSuperclass()) {
        lookInto(type, next, "");
      }
    }
  }

  /**
   * The fields of a class; none if one of them has a class that is not there: then none has a name.
   */
  private static Field[] fieldsOf(Class<?> type) {
    try {
      return type.getDeclaredFields();
    } catch (LinkageError e) {
      return new Field[0];
    }
  }

  private void lookInto(Class<?> type, @Nullable Object owner, String prefix) {
    for (Field field : fieldsOf(type)) {
      boolean isWanted = Modifier.isStatic(field.getModifiers()) == (owner == null);
      if (isWanted && !field.getType().isPrimitive()) {
        Object value = valueOf(field, owner);
        boolean isNamed = !field.isSynthetic() && !type.isHidden();
        meet(value, owner, isNamed ? prefix + field.getName() : "");
      }
    }
  }

  private void meet(@Nullable Object value, @Nullable Object owner, String path) {
    if (value == null) {
      return;
    }
    if (!path.isEmpty() && wanted.contains(value)) {
      places.putIfAbsent(value, new Place(owner, path));
    }
    lookAt(value);
    if (value instanceof Object[] elements) {
      for (int i = 0; i < elements.length && i < MOST_OBJECTS; i++) {
        meet(elements[i], owner, path.isEmpty() ? "" : path + "[" + i + "]");
      }
    }
    lookIntoCollection(value);
  }

  private void lookIntoCollection(Object value) {
    if (!COLLECTIONS.contains(value.getClass()) || !seen.add(value)) {
      return;
    }
    Collection<?> elements = value instanceof Map<?, ?> map ? map.values() : (Collection<?>) value;
    int left = MOST_OBJECTS;
    for (Object element : elements) {
      if (left-- == 0) {
        return; // threads that raced may have tied it into a ring
      }
      lookAt(element);
      if (element != null) {
        lookIntoCollection(element);
      }
    }
  }

  private void lookAt(@Nullable Object object) {
    boolean isOfProgram = object instanceof Shadowed || isLambda(object);
    if (object != null && isOfProgram && seen.size() < MOST_OBJECTS && seen.add(object)) {
      waiting.addLast(object);
    }
  }

  private boolean isLambda(@Nullable Object object) {
    return object != null
        && object.getClass().isHidden()
        && object.getClass().getClassLoader() == loader;
  }

  static @Nullable Object valueOf(Field field, @Nullable Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException | RuntimeException | LinkageError e) {
      return null; // it cannot be read: what it holds keeps the name of its class
    }
  }
}
