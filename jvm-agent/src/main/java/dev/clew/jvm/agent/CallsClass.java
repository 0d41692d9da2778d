package dev.clew.jvm.agent;

import dev.clew.jvm.agent.CallSites.Replacement;
import dev.clew.jvm.run.Turns;
import dev.clew.jvm.run.calls.AfterConstructor;
import dev.clew.jvm.run.calls.BeforeJdk;
import dev.clew.jvm.run.calls.ConstructorArgument;
import dev.clew.jvm.run.calls.Replaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final String INIT = "<init>";
  private static final String SITE = "site";

  private final ClassFiles files;
  private final String name;
  private final Map<String, Replacement> replacements = new LinkedHashMap<>();
  private final List<ConstructorCall> constructorCalls = new ArrayList<>();
  private final List<String> unmatched = new ArrayList<>();
  private @Nullable Type original;

  private CallsClass(String name, ClassFiles files) {
    super(Opcodes.ASM9);
    this.name = name;
    this.files = files;
  }

  /** Of a class without the annotation nothing is read. */
  static CallsClass of(byte[] classFile, ClassFiles files) {
    ClassReader reader = new ClassReader(classFile);
    CallsClass calls = new CallsClass(reader.getClassName(), files);
    reader.accept(calls, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    return calls;
  }

  /** By name and descriptor of the original method. */
  Map<String, Replacement> replacements() {
    return replacements;
  }

  /** What to call at calls of constructors. */
  List<ConstructorCall> constructorCalls() {
    return constructorCalls;
  }

  /** The methods without an original in this JDK. */
  List<String> unmatched() {
    return unmatched;
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
          addConstructor(originalName, method, descriptor, isAfter);
        } else if (isNeeded) {
          add(originalName, method, descriptor, SITE.equals(lastParameter));
        }
      }
    };
  }

  private void add(String originalName, String method, String descriptor, boolean takesSite) {
    Type result = Type.getReturnType(descriptor);
    Type[] all = Type.getArgumentTypes(descriptor);
    Type[] parameters = takesSite ? Arrays.copyOf(all, all.length - 1) : all;
    MethodInfo replaced =
        find(originalName, method, Type.getMethodDescriptor(result, parameters), true);
    if (parameters.length > 0 && mayReceive(parameters[0], originalName)) {
      Type[] others = Arrays.copyOfRange(parameters, 1, parameters.length);
      MethodInfo ofInstance =
          find(originalName, method, Type.getMethodDescriptor(result, others), false);
      if (replaced != null && ofInstance != null) {
        throw new IllegalStateException(
            name + "." + method + descriptor + " may replace two methods of " + originalName);
      }
      replaced = ofInstance == null ? replaced : ofInstance;
    }
    if (replaced == null) {
      unmatched.add(name + "." + method + descriptor);
      return;
    }
    replacements.put(
        method + replaced.descriptor(),
        new Replacement(name, method, descriptor, originalName, replaced.access(), takesSite));
  }

  private void addConstructor(
      String originalName, String method, String descriptor, boolean isAfter) {
    Type[] parameters = Type.getArgumentTypes(descriptor);
    if (isAfter) {
      parameters = Arrays.copyOfRange(parameters, 1, parameters.length);
    }
    String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
    ConstructorCall call =
        new ConstructorCall(name, method, descriptor, originalName, constructor, isAfter);
    ClassInfo info = files.find(originalName);
    if (info == null
        || info.method(INIT, constructor) == null
        || info.method(INIT, call.called()) == null) {
      unmatched.add(name + "." + method + descriptor);
      return;
    }
    constructorCalls.add(call);
  }

  private boolean mayReceive(Type parameter, String originalName) {
    return parameter.getSort() == Type.OBJECT
        && files.isSubtype(originalName, parameter.getInternalName());
  }

  /** Such a method of the class, its own or inherited, null if there is none. */
  private @Nullable MethodInfo find(
      String type, String method, String descriptor, boolean isStatic) {
    ClassInfo info = files.find(type);
    if (info == null) {
      return null;
    }
    MethodInfo own = info.method(method, descriptor);
    if (own != null) {
      return own.isStatic() == isStatic ? own : null;
    }
    MethodInfo inherited =
        info.superName == null ? null : find(info.superName, method, descriptor, isStatic);
    for (String each : info.interfaces) {
      inherited = inherited == null ? find(each, method, descriptor, isStatic) : inherited;
    }
    return inherited;
  }
}
