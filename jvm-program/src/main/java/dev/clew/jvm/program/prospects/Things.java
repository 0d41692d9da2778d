package dev.clew.jvm.program.prospects;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.Shadow;
import dev.clew.jvm.run.Standpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the objects of the program that are known to be the same in several executions, and
 * for their mutexes.
 */
final class Things {
  /**
   * The identity of an object; what a thread makes as its n-th may be of another class next time.
   */
  private record Identity(int maker, int ordinal, String type) {}

  /** A mutex: the monitor of an object, or what an object is. */
  private record Mutex(int maker, int ordinal, int part) {}

  private final Execution execution;
  private final Standpoint standpoint;
  private final Map<Identity, Integer> numbers = new HashMap<>();
  private final List<Identity> identities = new ArrayList<>();

  /** The object that each is in this execution. */
  private final List<Object> objects = new ArrayList<>();

  private final Map<Mutex, Integer> mutexes = new HashMap<>();

  Things(Execution execution, Standpoint standpoint) {
    this.execution = execution;
    this.standpoint = standpoint;
  }

  /** The number of an object, -1 if it is not known to be the same in other executions. */
  int of(@Nullable Object object) {
    if (object == null) {
      return -1;
    }
    Identity identity;
    if (object instanceof Class<?> type) {
      int ordinal = execution.objects.ordinalOfClass(type.getName());
      identity = new Identity(Objects.NAMED, ordinal, "java.lang.Class");
    } else {
      Shadow shadow = standpoint.identity(object);
      if (shadow == null) {
        return -1;
      }
      identity = new Identity(shadow.maker, shadow.ordinal, object.getClass().getName());
    }
    Integer known = numbers.get(identity);
    if (known == null) {
      known = identities.size();
      numbers.put(identity, known);
      identities.add(identity);
      objects.add(object);
    }
    objects.set(known, object);
    return known;
  }

  /** The object that it is in this execution. */
  Object object(int thing) {
    return objects.get(thing);
  }

  int maker(int thing) {
    return identities.get(thing).maker;
  }

  int ordinal(int thing) {
    return identities.get(thing).ordinal;
  }

  /** The number of a mutex. */
  int mutex(int maker, int ordinal, int part) {
    return mutexes.computeIfAbsent(new Mutex(maker, ordinal, part), any -> mutexes.size());
  }

  /** The number of the mutex that the engine knows by another number, -1 if it is none here. */
  int mutexOf(int object) {
    if (object < 0) {
      return -1;
    }
    int maker = execution.objects.makerOf(object);
    int part = execution.objects.partOf(object);
    boolean isMutex = part == Objects.MONITOR || part == Objects.STATE;
    return maker == Integer.MIN_VALUE || !isMutex
        ? -1
        : mutex(maker, execution.objects.ordinalOf(object), part);
  }
}
