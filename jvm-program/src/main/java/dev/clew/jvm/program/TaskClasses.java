package dev.clew.jvm.program;

import dev.clew.jvm.agent.SelfReferences;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Knows the classes of a program whose objects keep to themselves when a thread runs them. */
final class TaskClasses implements Predicate<Class<?>> {
  private final ClassLoader loader;
  private final Map<Class<?>, Boolean> known = new HashMap<>();

  TaskClasses(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public boolean test(Class<?> type) {
    return known.computeIfAbsent(type, this::keepsToItself);
  }

  private boolean keepsToItself(Class<?> type) {
    if (Cloneable.class.isAssignableFrom(type) || Serializable.class.isAssignableFrom(type)) {
      return false; // what reads a copy does not touch the object
    }
    List<byte[]> files = new ArrayList<>();
    for (Class<?> each = type;
        each != null && each != Object.class && each != Thread.class;
        each = each.getSuperclass()) {
      byte[] file = each.getClassLoader() == loader ? fileOf(each) : null;
      if (file == null) {
        return false;
      }
      files.add(file);
    }
    return SelfReferences.areNone(files);
  }

  private byte @Nullable [] fileOf(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = loader.getResourceAsStream(name)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + type.getName(), e);
    }
  }
}
