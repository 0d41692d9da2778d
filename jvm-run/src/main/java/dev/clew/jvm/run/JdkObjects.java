package dev.clew.jvm.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the JDK that are seen in full: all that matters to what their methods do later. Others
 * make a state an unknown one, and so do subclasses of these.
 */
final class JdkObjects {
  /** Lists, queues and heaps that are no more than the order of their elements. */
  private static final Set<Class<?>> SEQUENCES =
      Set.of(ArrayList.class, ArrayDeque.class, LinkedList.class, PriorityQueue.class);

  private JdkObjects() {}

  /** Whether the JDK may make such an object itself, so that the program never named it. */
  static boolean isSeenUnnamed(Object object) {
    Class<?> type = object.getClass();
    return type.isArray() || isCollection(type) || ListIterators.isOne(type);
  }

  private static boolean isCollection(Class<?> type) {
    return SEQUENCES.contains(type) || type == TreeMap.class;
  }

  /**
   * Adds what an object holds.
   *
   * @param shadow null if the program never named it
   */
  static void addTo(StateLook look, Object object, @Nullable Shadow shadow) {
    Class<?> type = object.getClass();
    if (type == Object.class) {
      return;
    }
    if (isCollection(type)) {
      addCollection(look, object);
      if (shadow != null && PlainLists.areElementsApart(object)) {
        look.add(RaceDetector.locations(shadow)); // which of its elements are watched
      }
    } else if (ListIterators.isOne(type)) {
      ListIterators.addTo(look, object);
    } else if (shadow == null || !addAtomic(look, object) && !addModel(look, object, shadow)) {
      look.miss();
    }
  }

  // --- variables

  private static boolean addAtomic(StateLook look, Object object) {
    Class<?> type = object.getClass();
    if (type == AtomicInteger.class) {
      look.add(((AtomicInteger) object).get());
    } else if (type == AtomicLong.class) {
      look.add(((AtomicLong) object).get());
    } else if (type == AtomicBoolean.class) {
      look.add(((AtomicBoolean) object).get() ? 1 : 0);
    } else if (type == AtomicReference.class) {
      look.add(((AtomicReference<?>) object).get());
    } else if (type == AtomicIntegerArray.class) {
      AtomicIntegerArray array = (AtomicIntegerArray) object;
      look.add(array.length());
      for (int i = 0; i < array.length(); i++) {
        look.add(array.get(i));
      }
    } else if (type == AtomicLongArray.class) {
      AtomicLongArray array = (AtomicLongArray) object;
      look.add(array.length());
      for (int i = 0; i < array.length(); i++) {
        look.add(array.get(i));
      }
    } else if (type == AtomicReferenceArray.class) {
      AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) object;
      look.add(array.length());
      for (int i = 0; i < array.length(); i++) {
        look.add(array.get(i));
      }
    } else {
      return false;
    }
    return true;
  }

  // --- what threads wait for

  private static boolean addModel(StateLook look, Object object, Shadow shadow) {
    Class<?> type = object.getClass();
    if (object instanceof Condition && object instanceof StateModel condition) {
      condition.addTo(look);
      return true;
    }
    addFairness(look, object);
    boolean isKnown =
        type == ReentrantLock.class || type == Semaphore.class || type == CountDownLatch.class;
    if (isKnown && shadow.model instanceof StateModel model) {
      model.addTo(look);
      return true;
    }
    if (type == ReentrantLock.class && shadow.model == null) {
      look.add((Monitor) null); // like one that was given back
      return true;
    }
    boolean isHalf =
        type == ReentrantReadWriteLock.ReadLock.class
            || type == ReentrantReadWriteLock.WriteLock.class;
    return (isHalf || type == ReentrantReadWriteLock.class) && addReadWrite(look, shadow, isHalf);
  }

  /** Only who asks for it notices. */
  private static void addFairness(StateLook look, Object object) {
    boolean isFair =
        object instanceof ReentrantLock lock && lock.isFair()
            || object instanceof Semaphore semaphore && semaphore.isFair()
            || object instanceof ReentrantReadWriteLock both && both.isFair();
    look.add(isFair ? 1 : 0);
  }

  /** Adds a read-write lock, also where one of its halves is met. */
  private static boolean addReadWrite(StateLook look, Shadow shadow, boolean isHalf) {
    Shadow owner = shadow;
    if (isHalf && shadow.model instanceof ReentrantReadWriteLock whole) {
      owner = look.shadowOf(whole);
    }
    if (owner == null || isHalf && owner == shadow && shadow.model == null) {
      return false;
    }
    if (owner.model instanceof StateModel model) {
      model.addTo(look);
      return true;
    }
    look.add(owner); // like one that was given back
    look.add((ProgramThread) null);
    look.add(0);
    look.add(-1);
    return true;
  }

  // --- collections

  private static void addCollection(StateLook look, Object object) {
    if (object instanceof TreeMap<?, ?> map) {
      look.add(map.comparator());
      look.add(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        look.add(entry.getKey());
        look.add(entry.getValue());
      }
    } else {
      if (object instanceof PriorityQueue<?> queue) {
        look.add(queue.comparator());
      }
      Object[] elements = ((Collection<?>) object).toArray();
      look.add(elements.length);
      for (Object element : elements) {
        look.add(element);
      }
    }
  }
}
