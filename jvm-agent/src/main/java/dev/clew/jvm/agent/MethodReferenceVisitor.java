package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns references to methods whose calls get hooks, such as {@code System::nanoTime} and {@code
 * Object::new}, into references to methods of this class that contain the call. The visitors that
 * follow then find a call like any other.
 */
final class MethodReferenceVisitor extends ClassVisitor {
  private static final String PREFIX = "$clew$call$";

  private final HookedClass hooked;
  private final List<Bridge> bridges = new ArrayList<>();

  /** A method to add: it makes the call that a reference stood for. */
  private record Bridge(String name, String descriptor, Handle called, int line) {}

  MethodReferenceVisitor(ClassVisitor next, HookedClass hooked) {
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
    return next == null
        ? null
        : new References(next, hooked, hooked.facts().method(name, descriptor));
  }

  @Override
  public void visitEnd() {
    for (Bridge bridge : bridges) {
      add(bridge);
    }
    super.visitEnd();
  }

  private boolean getsHooks(Handle handle) {
    String owner = handle.getOwner();
    String name = handle.getName();
    String descriptor = handle.getDesc();
    return switch (handle.getTag()) {
      case Opcodes.H_NEWINVOKESPECIAL -> hooked.isTracked(owner);
      case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKEINTERFACE, Opcodes.H_INVOKESTATIC ->
          hooked.mayGiveArray(owner, name, descriptor)
              || CollectionCallVisitor.isMeant(hooked, owner, name, descriptor)
              || hooked.callSites().find(opcode(handle), owner, name, descriptor) != null;
      default -> false;
    };
  }

  private static int opcode(Handle handle) {
    return switch (handle.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
      case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      default -> Opcodes.INVOKEVIRTUAL;
    };
  }

  /**
   * The reference to use instead.
   *
   * @param bound the type of the object to whose method the reference is bound, null if it is not:
   *     a lambda factory wants exactly this type
   */
  private Handle bridged(Handle handle, @Nullable Type bound, MethodFacts facts, int line) {
    List<Type> parameters = new ArrayList<>();
    Type result = Type.getReturnType(handle.getDesc());
    Type owner = Type.getObjectType(handle.getOwner());
    if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      result = owner;
    } else if (handle.getTag() != Opcodes.H_INVOKESTATIC) {
      parameters.add(bound == null ? owner : bound);
    }
    parameters.addAll(Arrays.asList(Type.getArgumentTypes(handle.getDesc())));
    String descriptor = Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
    String name = PREFIX + bridges.size();
    bridges.add(new Bridge(name, descriptor, handle, line));
    int locals = parameters.stream().mapToInt(Type::getSize).sum();
    hooked
        .facts()
        .add(
            name,
            descriptor,
            new MethodFacts(
                facts.sourceName(),
                locals,
                line,
                line,
                false,
                0,
                false,
                Set.of(),
                LocalObjects.NONE));
    return new Handle(
        Opcodes.H_INVOKESTATIC, hooked.self().name, name, descriptor, hooked.self().isInterface());
  }

  private void add(Bridge bridge) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code = super.visitMethod(access, bridge.name, bridge.descriptor, null, null);
    if (code == null) {
      return;
    }
    code.visitCode();
    Label start = new Label();
    code.visitLabel(start);
    if (bridge.line > 0) {
      code.visitLineNumber(bridge.line, start);
    }
    Handle called = bridge.called;
    if (called.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      code.visitTypeInsn(Opcodes.NEW, called.getOwner());
      code.visitInsn(Opcodes.DUP);
    }
    int variable = 0;
    for (Type parameter : Type.getArgumentTypes(bridge.descriptor)) {
      code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), variable);
      variable += parameter.getSize();
    }
    code.visitMethodInsn(
        opcode(called),
        called.getOwner(),
        called.getName(),
        called.getDesc(),
        called.isInterface());
    code.visitInsn(Type.getReturnType(bridge.descriptor).getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  /** Finds the references of a method. */
  private final class References extends HookInserter {
    private References(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      Type[] captured = Type.getArgumentTypes(descriptor);
      boolean isLambda = bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory");
      Type bound = isLambda && captured.length > 0 ? captured[0] : null;
      Object[] replaced = arguments.clone();
      for (int i = 0; i < replaced.length; i++) {
        if (replaced[i] instanceof Handle handle && getsHooks(handle)) {
          replaced[i] = bridged(handle, bound, facts, line());
        }
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
    }

    @Override
    public void visitLdcInsn(Object value) {
      boolean replaced = value instanceof Handle handle && getsHooks(handle);
      super.visitLdcInsn(replaced ? bridged((Handle) value, null, facts, line()) : value);
    }
  }
}
