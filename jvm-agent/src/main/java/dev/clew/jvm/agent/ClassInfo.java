package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the transformers know of a class from its class file, without loading it. */
final class ClassInfo {

  final String name;
  final @Nullable String superName;
  final List<String> interfaces;
  final int access;

  /** Found through the class path of the program under test. */
  final boolean isProgram;

  final List<FieldInfo> fields;
  final List<MethodInfo> methods;

  /** Has a static initialiser. */
  final boolean hasInitialiser;

  private ClassInfo(ClassReader reader, boolean isProgram) {
    Members members = new Members();
    reader.accept(
        members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    this.name = reader.getClassName();
    this.superName = reader.getSuperName();
    this.interfaces = List.of(reader.getInterfaces());
    this.access = reader.getAccess();
    this.isProgram = isProgram;
    this.fields = List.copyOf(members.fields);
    this.methods = List.copyOf(members.methods);
    this.hasInitialiser = method("<clinit>", "()V") != null;
  }

  static ClassInfo of(byte[] classFile, boolean isProgram) {
    return new ClassInfo(new ClassReader(classFile), isProgram);
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  boolean isEnum() {
    return (access & Opcodes.ACC_ENUM) != 0;
  }

  /** The field declared here, null if there is none. */
  @Nullable FieldInfo field(String fieldName, String descriptor) {
    for (FieldInfo field : fields) {
      if (field.name().equals(fieldName) && field.descriptor().equals(descriptor)) {
        return field;
      }
    }
    return null;
  }

  /** The method declared here, null if there is none. */
  @Nullable MethodInfo method(String methodName, String descriptor) {
    for (MethodInfo method : methods) {
      if (method.name().equals(methodName) && method.descriptor().equals(descriptor)) {
        return method;
      }
    }
    return null;
  }

  /** Has a method with a body that instances inherit. */
  boolean hasDefaultMethods() {
    int excluded = Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC;
    return isInterface() && methods.stream().anyMatch(m -> (m.access() & excluded) == 0);
  }

  /** Initialising it does more than set constants. */
  boolean hasStaticState() {
    return hasInitialiser || fields.stream().anyMatch(f -> f.isStatic() && !f.isConstant());
  }

  /** Is this field written again in every execution, and so not final as the JVM sees it? */
  boolean isRewritten(FieldInfo field) {
    return field.isStatic() && !field.isConstant() && !isInterface();
  }

  @Override
  public String toString() {
    return name;
  }

  /** Collects the declared members. */
  private static final class Members extends ClassVisitor {
    private final List<FieldInfo> fields = new ArrayList<>();
    private final List<MethodInfo> methods = new ArrayList<>();

    private Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      fields.add(new FieldInfo(name, descriptor, access, value));
      return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      methods.add(new MethodInfo(name, descriptor, access));
      return null;
    }
  }
}
