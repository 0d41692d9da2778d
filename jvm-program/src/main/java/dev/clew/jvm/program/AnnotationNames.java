package dev.clew.jvm.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The names of annotations, read from class files: to have the annotations themselves would run
 * code of the program, the initialisers of the enums they mention, outside of any execution.
 */
final class AnnotationNames {
  private final ClassLoader loader;

  /** For each class the names of the annotations of each of its parts; those of itself at "". */
  private final Map<String, Map<String, Set<String>>> ofClasses = new HashMap<>();

  AnnotationNames(ClassLoader loader) {
    this.loader = loader;
  }

  boolean has(Class<?> type, String annotation) {
    return has(type, "", annotation);
  }

  boolean has(Method method, String annotation) {
    String key = method.getName() + Type.getMethodDescriptor(method);
    return has(method.getDeclaringClass(), key, annotation);
  }

  boolean has(Field field, String annotation) {
    return has(field.getDeclaringClass(), field.getName(), annotation);
  }

  private boolean has(Class<?> type, String part, String annotation) {
    return has(type.getName(), part, annotation, new HashSet<>());
  }

  /** Also by an annotation of an annotation, as JUnit has it. */
  private boolean has(String type, String part, String annotation, Set<String> seen) {
    Map<String, Set<String>> parts = ofClasses.get(type);
    if (parts == null) {
      parts = read(type);
      ofClasses.put(type, parts);
    }
    for (String each : parts.getOrDefault(part, Set.of())) {
      boolean isNew = !each.startsWith("java.") && seen.add(each);
      if (each.equals(annotation) || isNew && has(each, "", annotation, seen)) {
        return true;
      }
    }
    return false;
  }

  private Map<String, Set<String>> read(String type) {
    Parts parts = new Parts();
    try (InputStream in = loader.getResourceAsStream(type.replace('.', '/') + ".class")) {
      if (in != null) {
        new ClassReader(in)
            .accept(
                parts, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + type, e);
    }
    return parts.found;
  }

  /** Collects the annotations of a class and its members. */
  private static final class Parts extends ClassVisitor {
    private final Map<String, Set<String>> found = new HashMap<>();

    Parts() {
      super(Opcodes.ASM9);
    }

    private @Nullable AnnotationVisitor add(String part, String descriptor) {
      String name = Type.getType(descriptor).getClassName();
      found.computeIfAbsent(part, key -> new HashSet<>()).add(name);
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
      return add("", descriptor);
    }

    @Override
    public FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      return new FieldVisitor(Opcodes.ASM9) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
          return add(name, annotation);
        }
      };
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
          return add(name + descriptor, annotation);
        }
      };
    }
  }
}
