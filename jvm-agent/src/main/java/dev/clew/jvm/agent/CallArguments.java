package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The arguments of a call that is about to be made: put aside into local variables of their own, so
 * that hooks can get those they need before the call gets all of them.
 */
final class CallArguments {
  private final MethodVisitor code;
  private final Type[] types;
  private final int[] locals;

  private CallArguments(MethodVisitor code, Type[] types, int[] locals) {
    this.code = code;
    this.types = types;
    this.locals = locals;
  }

  /**
   * Takes the arguments from the stack.
   *
   * @param descriptor of the method that is called
   * @param local the first local variable that is free
   */
  static CallArguments putAside(MethodVisitor code, String descriptor, int local) {
    Type[] types = Type.getArgumentTypes(descriptor);
    int[] locals = new int[types.length];
    for (int i = 0, next = local; i < types.length; i++) {
      locals[i] = next;
      next += types[i].getSize();
    }
    for (int i = types.length - 1; i >= 0; i--) {
      code.visitVarInsn(types[i].getOpcode(Opcodes.ISTORE), locals[i]);
    }
    return new CallArguments(code, types, locals);
  }

  int count() {
    return types.length;
  }

  Type type(int argument) {
    return types[argument];
  }

  /** Whether there is such an argument, and it is an int or something that becomes one. */
  boolean isInt(int argument) {
    if (argument >= types.length) {
      return false;
    }
    return switch (types[argument].getSort()) {
      case Type.INT, Type.SHORT, Type.BYTE, Type.CHAR -> true;
      default -> false;
    };
  }

  void load(int argument) {
    code.visitVarInsn(types[argument].getOpcode(Opcodes.ILOAD), locals[argument]);
  }

  void loadAll() {
    for (int i = 0; i < types.length; i++) {
      load(i);
    }
  }

  /** Loads an argument if there is such a one and it is a reference, else null. */
  void loadObject(int argument) {
    boolean isReference = argument >= 0 && argument < types.length && box(types[argument]) == null;
    if (isReference) {
      load(argument);
    } else {
      code.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  void loadBoxed(int argument) {
    load(argument);
    String box = box(types[argument]);
    if (box != null) {
      String descriptor = "(" + types[argument].getDescriptor() + ")L" + box + ";";
      code.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", descriptor, false);
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
