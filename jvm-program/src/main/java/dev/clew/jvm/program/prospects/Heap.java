package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.ProgramCode.NamedField;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What objects have in fields that do not change any more, and what was read of it. */
final class Heap {
  /**
   * What was found in a final field.
   *
   * @param owner the object, -1 for a static field
   * @param field null for the length of an array
   */
  record Read(int owner, @Nullable Field field, int found) {}

  private final Things things;
  private final ClassLoader loader;
  private final Map<String, Optional<Field>> fields = new HashMap<>();
  private List<Read> reads = new ArrayList<>();

  Heap(Things things, ClassLoader loader) {
    this.things = things;
    this.loader = loader;
  }

  /** Begins to note what is read. */
  List<Read> begin() {
    reads = new ArrayList<>();
    return reads;
  }

  /** Whether what was read then is there now. */
  boolean confirms(List<Read> earlier) {
    for (Read each : earlier) {
      if (read(each.owner, each.field) != each.found) {
        return false;
      }
    }
    return true;
  }

  /** What a final field of a reference has: an object, if it is set and known. */
  Value get(int owner, NamedField named) {
    Field field = find(named);
    if (field == null) {
      return Value.ANY;
    }
    int found = read(owner, field);
    reads.add(new Read(owner, field, found));
    return found < 0 ? Value.ANY : new Value.Known(found);
  }

  /** The length of an array. */
  Value length(int array) {
    int found = read(array, null);
    reads.add(new Read(array, null, found));
    return new Value.Int(found);
  }

  private int read(int owner, @Nullable Field field) {
    if (field == null) {
      return Array.getLength(things.object(owner));
    }
    try {
      return things.of(field.get(owner < 0 ? null : things.object(owner)));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field was accessible", e);
    }
  }

  private @Nullable Field find(NamedField named) {
    return fields
        .computeIfAbsent(
            named.declaringClass() + "." + named.name(), any -> Optional.ofNullable(load(named)))
        .orElse(null);
  }

  private @Nullable Field load(NamedField named) {
    try {
      Class<?> type = Class.forName(named.declaringClass().replace('/', '.'), false, loader);
      Field field = type.getDeclaredField(named.name());
      boolean canBeRead = !field.getType().isPrimitive() && field.trySetAccessible();
      return canBeRead ? field : null;
    } catch (ClassNotFoundException | NoSuchFieldException e) {
      return null; // an interface: its fields are elsewhere
    }
  }

  /** The class object of a loaded class. */
  Value classObject(String internalName) {
    try {
      Class<?> type = Class.forName(internalName.replace('/', '.'), false, loader);
      return new Value.Known(things.of(type));
    } catch (ClassNotFoundException e) {
      return Value.ANY;
    }
  }
}
