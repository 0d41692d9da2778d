package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.trace.OpKind;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Announces accesses to variables by something that stands for them: a {@code VarHandle}, or an
 * offset given to {@code sun.misc.Unsafe}.
 *
 * <p>The arguments of the call are put aside, the hook gets those it needs, and the call is made as
 * it was, except that a weak compare-and-set becomes a strong one, which never fails for no reason.
 */
final class IndirectAccessVisitor extends HookInserter {
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String VAR_HANDLE_HOOKS = "dev/clew/jvm/run/VarHandles";
  private static final String UNSAFE_HOOKS = "dev/clew/jvm/run/UnsafeMemory";
  private static final String VAR_HANDLE = "Ljava/lang/invoke/VarHandle;";

  /** The local variables that the arguments are put into. */
  private int[] locals = new int[0];

  private Type[] arguments = new Type[0];

  IndirectAccessVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    AccessMethod method =
        opcode == Opcodes.INVOKEVIRTUAL ? AccessMethod.of(owner, name, descriptor) : null;
    if (method == null) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      return;
    }
    putAside(Type.getArgumentTypes(descriptor));
    mv.visitInsn(Opcodes.DUP);
    if (method.isUnsafe()) {
      loadObject(0);
      load(1);
      push(typeOf(method, descriptor));
      hook(method, UNSAFE_HOOKS, "(" + OBJECT + OBJECT + "JI");
    } else {
      int coordinates = arguments.length - method.values();
      loadObject(coordinates > 0 ? 0 : -1);
      if (coordinates == 2 && isIndex(arguments[1])) {
        load(1);
      } else {
        push(-1);
      }
      hook(method, VAR_HANDLE_HOOKS, "(" + VAR_HANDLE + OBJECT + "I");
    }
    for (int i = 0; i < arguments.length; i++) {
      load(i);
    }
    super.visitMethodInsn(opcode, owner, method.strongName(), descriptor, isInterface);
  }

  /** Adds the expected value or the kind, and the rest of the call of the hook. */
  private void hook(AccessMethod method, String hooks, String first) {
    boolean compares = method.kind() == OpKind.COMPARE_AND_SET;
    if (compares) {
      loadBoxed(arguments.length - method.values());
    } else {
      push(method.kind().code());
    }
    push(method.order().ordinal());
    push(site());
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        hooks,
        compares ? "compare" : "access",
        first + (compares ? OBJECT : "I") + "II)V",
        false);
  }

  /** The type of the variable, as the first letter of its descriptor. */
  private int typeOf(AccessMethod method, String descriptor) {
    Type type =
        method.values() > 0 ? arguments[arguments.length - 1] : Type.getReturnType(descriptor);
    return type.getDescriptor().charAt(0);
  }

  private static boolean isIndex(Type type) {
    return switch (type.getSort()) {
      case Type.INT, Type.SHORT, Type.BYTE, Type.CHAR -> true;
      default -> false;
    };
  }

  // --- arguments

  /** Stack: the arguments, which it takes away. */
  private void putAside(Type[] types) {
    arguments = types;
    locals = new int[types.length];
    int local = facts.maxLocals() + 1;
    for (int i = 0; i < types.length; i++) {
      locals[i] = local;
      local += types[i].getSize();
    }
    for (int i = types.length - 1; i >= 0; i--) {
      mv.visitVarInsn(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
    }
  }

  private void load(int argument) {
    mv.visitVarInsn(arguments[argument].getOpcode(Opcodes.ILOAD), locals[argument]);
  }

  /** Loads an argument if it is a reference, else null. */
  private void loadObject(int argument) {
    boolean isReference = argument >= 0 && box(arguments[argument]) == null;
    if (isReference) {
      load(argument);
    } else {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  private void loadBoxed(int argument) {
    load(argument);
    Type type = arguments[argument];
    String box = box(type);
    if (box != null) {
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          box,
          "valueOf",
          "(" + type.getDescriptor() + ")L" + box + ";",
          false);
    }
  }

  private static @Nullable String box(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> "java/lang/Boolean";
      case Type.BYTE -> "java/lang/Byte";
      case Type.CHAR -> "java/lang/Character";
      case Type.SHORT -> "java/lang/Short";
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> null;
    };
  }
}
