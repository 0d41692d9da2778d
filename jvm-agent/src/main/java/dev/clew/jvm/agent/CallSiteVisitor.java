package dev.clew.jvm.agent;

import dev.clew.jvm.agent.CallSites.Replacement;
import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.jvm.run.Overrides;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls what {@link CallSites} says instead of the original.
 *
 * <p>Static methods and {@code super.x()} are replaced directly. A call on an object goes through a
 * method that is added to the class, because the object may have a method of the program:
 *
 * <pre>
 *   private static int $clew$replaced$0(Thread receiver, int argument, int site) {
 *     return Overrides.isOverridden(receiver, "x(I)I")
 *         ? receiver.x(argument)
 *         : ThreadCalls.x(receiver, argument, site);
 *   }
 * </pre>
 */
final class CallSiteVisitor extends ClassVisitor {
  private static final String PREFIX = "$clew$replaced$";

  private final HookedClass hooked;
  private final Map<Call, Dispatcher> dispatchers = new LinkedHashMap<>();

  /** A call on an object, as the code has it. */
  private record Call(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {}

  /** A method to add, for all such calls. */
  private record Dispatcher(String name, String descriptor, Replacement replacement) {}

  CallSiteVisitor(ClassVisitor next, HookedClass hooked) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null ? null : new Calls(next, hooked, hooked.facts().method(name, descriptor));
  }

  @Override
  public void visitEnd() {
    for (String method : hooked.callSites().overriddenBy(hooked.self())) {
      Overrides.add(hooked.sourceName(), method);
    }
    dispatchers.forEach(this::add);
    super.visitEnd();
  }

  private Dispatcher dispatcher(Call call, Replacement replacement) {
    return dispatchers.computeIfAbsent(
        call,
        key -> {
          List<Type> parameters = new ArrayList<>();
          parameters.add(Type.getObjectType(call.owner));
          parameters.addAll(Arrays.asList(Type.getArgumentTypes(call.descriptor)));
          if (replacement.takesSite()) {
            parameters.add(Type.INT_TYPE);
          }
          String descriptor =
              Type.getMethodDescriptor(
                  Type.getReturnType(call.descriptor), parameters.toArray(Type[]::new));
          return new Dispatcher(PREFIX + dispatchers.size(), descriptor, replacement);
        });
  }

  private void add(Call call, Dispatcher dispatcher) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code =
        super.visitMethod(access, dispatcher.name, dispatcher.descriptor, null, null);
    if (code == null) {
      return;
    }
    int result = Type.getReturnType(call.descriptor).getOpcode(Opcodes.IRETURN);
    Type[] parameters = Type.getArgumentTypes(dispatcher.descriptor);
    int parametersOfCall = Type.getArgumentTypes(call.descriptor).length + 1;
    Label replaced = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitLdcInsn(call.name + call.descriptor);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(Overrides.class),
        "isOverridden",
        "(Ljava/lang/Object;Ljava/lang/String;)Z",
        false);
    code.visitJumpInsn(Opcodes.IFEQ, replaced);
    load(code, parameters, parametersOfCall);
    code.visitMethodInsn(call.opcode, call.owner, call.name, call.descriptor, call.isInterface);
    code.visitInsn(result);
    code.visitLabel(replaced);
    Object[] locals = Stream.of(parameters).map(CallSiteVisitor::frameType).toArray();
    code.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
    load(code, parameters, parameters.length);
    invoke(code, dispatcher.replacement);
    code.visitInsn(result);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static Object frameType(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      default -> type.getInternalName();
    };
  }

  private static void load(MethodVisitor code, Type[] parameters, int count) {
    int variable = 0;
    for (int i = 0; i < count; i++) {
      code.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), variable);
      variable += parameters[i].getSize();
    }
  }

  private static void invoke(MethodVisitor code, Replacement replacement) {
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        replacement.owner(),
        replacement.name(),
        replacement.descriptor(),
        false);
  }

  /** Replaces the calls of a method. */
  private final class Calls extends HookInserter {
    private Calls(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      Replacement found = hooked.callSites().find(opcode, owner, name, descriptor);
      if (found == null) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      if (found.takesSite()) {
        push(site());
      }
      if (found.isStatic() || found.isProtected() || opcode == Opcodes.INVOKESPECIAL) {
        invoke(mv, found);
        return;
      }
      Call call = new Call(opcode, owner, name, descriptor, isInterface);
      Dispatcher dispatcher = dispatcher(call, found);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          hooked.self().name,
          dispatcher.name,
          dispatcher.descriptor,
          hooked.self().isInterface());
    }
  }
}
