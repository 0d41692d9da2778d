package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.jvm.run.MemoryOrder;
import dev.clew.trace.OpKind;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Announces accesses to variables by something that stands for them: a {@code VarHandle}, or an
 * offset given to {@code Unsafe}; and the fences that these two have.
 *
 * <p>The arguments of the call are put aside, the hook gets those it needs, and the call is made as
 * it was, except that a weak compare-and-set becomes a strong one, which never fails for no reason.
 */
final class IndirectAccessVisitor extends HookInserter {
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String VAR_HANDLE_HOOKS = "dev/clew/jvm/run/VarHandles";
  private static final String UNSAFE_HOOKS = "dev/clew/jvm/run/UnsafeMemory";
  private static final String FENCE_HOOKS = "dev/clew/jvm/run/Fences";
  private static final String VAR_HANDLE = "Ljava/lang/invoke/VarHandle;";

  IndirectAccessVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    MemoryOrder fence = AccessMethod.fence(owner, name);
    if (fence != null) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      push(fence.ordinal());
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, FENCE_HOOKS, "fence", "(I)V", false);
      return;
    }
    AccessMethod method =
        opcode == Opcodes.INVOKEVIRTUAL ? AccessMethod.of(owner, name, descriptor) : null;
    if (method == null) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      return;
    }
    CallArguments arguments = CallArguments.putAside(mv, descriptor, facts.maxLocals() + 1);
    mv.visitInsn(Opcodes.DUP);
    if (method.isUnsafe()) {
      arguments.loadObject(0);
      arguments.load(1);
      push(typeOf(method, arguments, descriptor));
      hook(method, arguments, UNSAFE_HOOKS, "(" + OBJECT + OBJECT + "JI");
    } else {
      int coordinates = arguments.count() - method.values();
      arguments.loadObject(coordinates > 0 ? 0 : -1);
      if (coordinates == 2 && arguments.isInt(1)) {
        arguments.load(1);
      } else {
        push(-1);
      }
      hook(method, arguments, VAR_HANDLE_HOOKS, "(" + VAR_HANDLE + OBJECT + "I");
    }
    arguments.loadAll();
    super.visitMethodInsn(opcode, owner, method.strongName(), descriptor, isInterface);
  }

  /** Adds the expected value or the kind, and the rest of the call of the hook. */
  private void hook(AccessMethod method, CallArguments arguments, String hooks, String first) {
    boolean compares = method.kind() == OpKind.COMPARE_AND_SET;
    if (compares) {
      arguments.loadBoxed(arguments.count() - method.values());
    } else {
      push(method.kind().code());
    }
    push(method.order().ordinal());
    push(siteOfOperation());
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        hooks,
        compares ? "compare" : "access",
        first + (compares ? OBJECT : "I") + "II)V",
        false);
  }

  /** The type of the variable, as the first letter of its descriptor. */
  private static int typeOf(AccessMethod method, CallArguments arguments, String descriptor) {
    Type type =
        method.values() > 0
            ? arguments.type(arguments.count() - 1)
            : Type.getReturnType(descriptor);
    return type.getDescriptor().charAt(0);
  }
}
