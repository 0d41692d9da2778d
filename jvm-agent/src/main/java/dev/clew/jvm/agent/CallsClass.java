package dev.clew.jvm.agent;

import dev.clew.jvm.run.Turns;
import dev.clew.jvm.run.calls.AfterConstructor;
import dev.clew.jvm.run.calls.BeforeJdk;
import dev.clew.jvm.run.calls.ConstructorArgument;
import dev.clew.jvm.run.calls.Replaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reads one class annotated with {@link Replaces}: what each of its methods replaces. */
final class CallsClass extends ClassVisitor {
  private static final String REPLACES = Type.getDescriptor(Replaces.class);
  private static final String BEFORE_JDK = Type.getDescriptor(BeforeJdk.class);
  private static final String ARGUMENT = Type.getDescriptor(ConstructorArgument.class);
  private static final String AFTER = Type.getDescriptor(AfterConstructor.class);
  private static final String SITE = "site";

  /**
   * A method that replaces another one, or is called at a constructor.
   *
   * @param owner the class of the method
   * @param original the class of what it replaces
   * @param takesSite the last parameter is the number of the calling position
   */
  record Method(String owner, String name, String descriptor, String original, boolean takesSite) {}

  private final String name;
  private final List<Method> methods = new ArrayList<>();
  private final List<ConstructorCall> constructorCalls = new ArrayList<>();
  private @Nullable Type original;

  private CallsClass(String name) {
    super(Opcodes.ASM9);
    this.name = name;
  }

  /** Of a class without the annotation nothing is read. */
  static CallsClass of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    CallsClass calls = new CallsClass(reader.getClassName());
    reader.accept(calls, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    return calls;
  }

  /** The methods that replace others. */
  List<Method> methods() {
    return methods;
  }

  /** What to call at calls of constructors. */
  List<ConstructorCall> constructorCalls() {
    return constructorCalls;
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    if (!descriptor.equals(REPLACES)) {
      return null;
    }
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(String element, Object value) {
        original = (Type) value;
      }
    };
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    int wanted = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    if (original == null || (access & wanted) != wanted || (access & Opcodes.ACC_SYNTHETIC) != 0) {
      return null;
    }
    String originalName = original.getInternalName();
    return new MethodVisitor(Opcodes.ASM9) {
      private @Nullable String lastParameter;
      private boolean isNeeded = true;
      private boolean isForConstructor;
      private boolean isAfter;

      @Override
      public void visitParameter(@Nullable String parameter, int parameterAccess) {
        lastParameter = parameter;
      }

      @Override
      public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        isAfter |= annotation.equals(AFTER);
        isForConstructor |= isAfter || annotation.equals(ARGUMENT);
        if (!annotation.equals(BEFORE_JDK)) {
          return null;
        }
        return new AnnotationVisitor(Opcodes.ASM9) {
          @Override
          public void visit(String element, Object value) {
            isNeeded =
                Runtime.version().feature() < (Integer) value
                    || Boolean.getBoolean(Turns.PLATFORM_THREADS);
          }
        };
      }

      @Override
      public void visitEnd() {
        if (isNeeded && isForConstructor) {
          constructorCalls.add(constructorCall(originalName, method, descriptor, isAfter));
        } else if (isNeeded) {
          boolean takesSite = SITE.equals(lastParameter);
          methods.add(new Method(name, method, descriptor, originalName, takesSite));
        }
      }
    };
  }

  private ConstructorCall constructorCall(
      String originalName, String method, String descriptor, boolean isAfter) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    if (isAfter) {
      parameters = Arrays.copyOfRange(parameters, 1, parameters.length);
    }
    String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
    return new ConstructorCall(name, method, descriptor, originalName, constructor, isAfter);
  }
}
