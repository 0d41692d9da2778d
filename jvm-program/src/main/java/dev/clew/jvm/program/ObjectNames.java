package dev.clew.jvm.program;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Objects;
import dev.clew.jvm.run.PublicTypes;
import dev.clew.jvm.run.Shadowed;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Race;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names for the objects of one execution that was done for a report: the class, with a number where
 * the report speaks of several, or for what the JDK provides (a lock, an array) the field that
 * holds it.
 *
 * <p>The names depend on this execution only, not on what was executed before, so that they are the
 * same whenever it is done again.
 */
final class ObjectNames {
  private final Objects objects;
  private final Map<Integer, Object> owners;
  private final List<Race> races;

  /** The objects that events speak of. */
  private final Set<Integer> told = new LinkedHashSet<>();

  /** The objects of the program that stand for what events speak of, by the latter. */
  private Map<Object, Object> wholes = Map.of();

  /** The pools of queues. */
  private final Map<Object, Object> queues = new IdentityHashMap<>();

  /** The same objects, and what they belong to. */
  private final Set<Object> counted = identitySet();

  private final Map<Object, String> names = new IdentityHashMap<>();

  /** Those of the names that are names of fields. */
  private final Set<String> held = new HashSet<>();

  /** What fields and variables of the program hold. */
  private final Set<Object> placed = identitySet();

  /** The names of the fields and elements that events speak of, and of atomic variables. */
  private final Set<String> variables = new HashSet<>();

  private final Map<Integer, String> namesOfMade = new HashMap<>();

  /** The places of races that are known by where they were made. */
  private final Set<Integer> madeSomewhere = new HashSet<>();

  /** The names after the execution that was done last. */
  ObjectNames(Execution execution, ClassLoader loader) {
    this.objects = execution.objects;
    this.owners = new LinkedHashMap<>(objects.owners());
    this.races = execution.trace().races();
    if (!owners.isEmpty() || objects.made().count() > 0) {
      addTold(execution.trace());
      name(execution, loader);
    }
    addVariables(execution.trace());
  }

  /** The name of an object by its identity. */
  String of(int identity) {
    Object owner = owners.get(identity);
    String name = owner == null ? null : names.get(owner);
    return name == null ? objects.nameOfIdentity(identity) : name;
  }

  /** Whether an object that events speak of belongs to an instance of a class. */
  boolean isOf(int object, Class<?> type) {
    int identity = object < 0 ? -1 : objects.identityOf(object);
    return identity >= 0 && type.isInstance(owners.get(identity));
  }

  /** Whether the program holds what an operation is on in a field or a variable of its own. */
  boolean isOfProgram(int object) {
    Object owner = ownerOf(object);
    return owner instanceof Shadowed || owner != null && placed.contains(owner);
  }

  /**
   * The object of the program that stands for what events speak of: what that belongs to; null if
   * it belongs to nothing else.
   */
  @Nullable Object wholeOf(int object) {
    Object owner = ownerOf(object);
    return owner == null ? null : wholes.get(owner);
  }

  /** Whether an object is one of the JDK that is not made to be locked. */
  boolean isLockedByMethods(int object) {
    Object owner = ownerOf(object);
    return owner != null
        && !(owner instanceof Shadowed)
        && owner.getClass().getClassLoader() == null
        && !(owner instanceof Lock
            || owner instanceof ReadWriteLock
            || owner instanceof StampedLock);
  }

  /** The object that something is a part of, null if that is not known. */
  @Nullable Object ownerOf(int object) {
    return object < 0 ? null : owners.get(objects.identityOf(object));
  }

  /** The name of an object, empty if it has none. */
  String nameOf(Object object) {
    return names.getOrDefault(object, "");
  }

  /** The objects of the program that events speak of, or that stand for these. */
  Stream<Object> told() {
    return counted.stream().filter(each -> !wholes.containsKey(each));
  }

  /** Whether a name is that of a variable, and of the only one that ends so. */
  boolean isOnlyVariable(String full, String brief) {
    return variables.contains(full)
        && variables.stream().noneMatch(each -> each.endsWith("." + brief) && !each.equals(full));
  }

  /** Whether of all that are known by where they were made only this one is of a kind. */
  boolean isOnlyOfKind(int object, String kind) {
    return madeSomewhere.stream()
        .noneMatch(each -> each != object && objects.kindOf(each).equals(kind));
  }

  private void addTold(Trace trace) {
    for (int i = 0; i < trace.size(); i++) {
      tell(trace.object(i));
      tell(trace.other(i));
    }
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      tell(pending.object(p));
    }
  }

  private void tell(int object) {
    int identity = object < 0 ? -1 : objects.identityOf(object);
    if (identity >= 0) {
      told.add(identity);
    }
  }

  private void addVariables(Trace trace) {
    for (int i = 0; i < trace.size(); i++) {
      int object = trace.object(i);
      boolean isAtomic = isAccess(OpKind.of(trace.kind(i)));
      if (object >= 0 && (objects.fieldOf(object) >= 0 || isAtomic && isHeld(object))) {
        variables.add(objects.name(object, this::of));
      }
    }
    for (Race race : races) {
      nameByMaker(race.location());
      if (objects.kindOf(race.location()).isEmpty()) {
        variables.add(objects.name(race.location(), this::of));
      } else {
        madeSomewhere.add(race.location());
      }
    }
  }

  /** What is known by where it was made has a better name if only one was made there. */
  private void nameByMaker(int location) {
    List<Object> made = MadeAt.of(objects, location);
    String name = made.size() == 1 ? names.getOrDefault(made.get(0), "") : "";
    if (!name.isEmpty() && placed.contains(made.get(0))) {
      namesOfMade.put(location, name);
    }
  }

  /** The name of what is known by where it was made, empty if it has none. */
  String ofMade(int location) {
    return namesOfMade.getOrDefault(location, "");
  }

  private static boolean isAccess(OpKind kind) {
    return kind == OpKind.READ
        || kind == OpKind.WRITE
        || kind == OpKind.READ_MODIFY_WRITE
        || kind == OpKind.COMPARE_AND_SET;
  }

  /** Whether an object is known by the name of the field that holds it. */
  private boolean isHeld(int object) {
    int identity = objects.identityOf(object);
    return identity >= 0 && held.contains(of(identity));
  }

  // --- naming

  private void name(Execution execution, ClassLoader loader) {
    List<Object> ofProgram = new ArrayList<>();
    List<Object> others = new ArrayList<>();
    for (Object owner : inOrder()) {
      if (owner instanceof Class<?> type) {
        names.put(owner, simpleName(type) + ".class");
      } else if (owner instanceof Thread thread && !(owner instanceof Shadowed)) {
        names.put(owner, "thread " + thread.getName());
      } else if (owner instanceof Enum<?> constant) {
        names.put(owner, simpleName(constant.getDeclaringClass()) + "." + constant.name());
      } else if (owner instanceof Shadowed) {
        ofProgram.add(owner);
      } else if (!(owner instanceof String)) {
        others.add(owner);
      }
    }
    Map<Object, Holders.Place> places =
        others.isEmpty()
            ? new IdentityHashMap<>()
            : Holders.of(others, ofProgram, execution, loader);
    // What no field holds may be held by a local variable of whoever made it.
    MadeAt.addVariables(places, counted, objects.made(), loader);
    nameByClass(ofProgram, others, places);
    nameByHolder(others, places);
    wholes.forEach((part, whole) -> names.put(part, names.getOrDefault(whole, "")));
    queues.forEach(
        (queue, pool) -> {
          if (!places.containsKey(queue)) {
            names.put(queue, "the queue of " + names.getOrDefault(pool, ""));
          }
        });
  }

  /** All objects to be named: first those that events speak of, or what these belong to. */
  private List<Object> inOrder() {
    Set<Object> toldOwners = identitySet();
    for (int identity : told) {
      Object owner = owners.get(identity);
      if (owner != null) {
        toldOwners.add(owner);
      }
    }
    wholes = Wholes.of(toldOwners, objects.made());
    wholes.forEach(this::addQueue);
    wholes.keySet().removeAll(queues.keySet());
    counted.addAll(wholes.values());
    counted.addAll(queues.values());
    counted.addAll(toldOwners);
    List<Object> order = new ArrayList<>();
    Set<Object> seen = identitySet();
    List<Integer> identities = new ArrayList<>(told);
    identities.addAll(owners.keySet());
    for (int identity : identities) {
      Object owner = owners.get(identity);
      Object named = owner == null ? null : wholes.getOrDefault(owner, owner);
      if (named != null && seen.add(named)) {
        order.add(named);
      }
    }
    queues.values().stream().filter(seen::add).forEach(order::add);
    for (Race race : races) {
      for (Object made : MadeAt.of(objects, race.location())) {
        counted.add(made);
        if (seen.add(made)) {
          order.add(made);
        }
      }
    }
    return order;
  }

  /** The queue of a pool is something that the program may know. */
  private void addQueue(Object part, Object whole) {
    if (part instanceof Collection) {
      queues.put(part, whole);
    }
  }

  private static Set<Object> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** Names the objects of the program, and those that hold something that is named after it. */
  private void nameByClass(
      List<Object> ofProgram, List<Object> others, Map<Object, Holders.Place> places) {
    Set<Object> count = identitySet();
    Map<Object, String> bases = new IdentityHashMap<>();
    List<Object> order = new ArrayList<>();
    for (Object each : ofProgram) {
      order.add(each);
      bases.put(each, simpleName(each.getClass()));
    }
    for (Object other : others) {
      Holders.Place place = places.get(other);
      Object owner = place == null ? null : place.owner();
      if (owner != null && bases.putIfAbsent(owner, simpleName(owner.getClass())) == null) {
        order.add(owner);
      }
      if (owner != null && isTold(other)) {
        count.add(owner);
      }
    }
    ofProgram.stream().filter(this::isTold).forEach(count::add);
    number(order, bases, count);
  }

  private void nameByHolder(List<Object> others, Map<Object, Holders.Place> places) {
    Map<Object, String> bases = new IdentityHashMap<>();
    Set<Object> count = identitySet();
    for (Object other : others) {
      Holders.Place place = places.get(other);
      Object owner = place == null ? null : place.owner();
      String prefix = owner == null ? "" : names.getOrDefault(owner, "") + ".";
      bases.put(other, place == null ? plainName(other) : prefix + place.path());
      if (isTold(other)) {
        count.add(other);
      }
    }
    number(others, bases, count);
    places.keySet().forEach(other -> held.add(names.getOrDefault(other, "")));
    placed.addAll(places.keySet());
  }

  private boolean isTold(Object owner) {
    return counted.contains(owner);
  }

  /** Gives names; where several that count would have the same, with a number. */
  private void number(List<Object> order, Map<Object, String> bases, Set<Object> count) {
    Map<String, Integer> counted = new HashMap<>();
    for (Object each : order) {
      if (count.contains(each)) {
        counted.merge(bases.getOrDefault(each, ""), 1, Integer::sum);
      }
    }
    Map<String, Integer> next = new HashMap<>();
    for (Object each : order) {
      String base = bases.getOrDefault(each, "");
      int number = next.merge(base, 1, Integer::sum);
      boolean isOnly = number == 1 && counted.getOrDefault(base, 0) <= 1;
      names.put(each, isOnly ? base : base + "#" + number);
    }
  }

  /** What an object of the JDK is called of which nothing but its class is known. */
  private static String plainName(Object object) {
    if (object.getClass().isArray()) {
      return "array";
    }
    return object instanceof Condition
        ? "Condition"
        : simpleName(PublicTypes.of(object.getClass()));
  }

  /** The name of a class without its package and without the class around it. */
  static String simpleName(Class<?> type) {
    if (type.isArray()) {
      return simpleName(type.getComponentType()) + "[]";
    }
    String name = type.getSimpleName();
    if (!name.isEmpty() && !type.isHidden()) {
      return name;
    }
    String binary = type.getName();
    return binary.substring(binary.lastIndexOf('.') + 1);
  }
}
