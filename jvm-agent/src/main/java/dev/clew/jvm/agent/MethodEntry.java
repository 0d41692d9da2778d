package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the frame for a jump to the begin of a method. */
final class MethodEntry {
  private MethodEntry() {}

  /** The frame, and an instruction that does nothing. */
  static void visitFrame(MethodVisitor code, String owner, boolean isStatic, String descriptor) {
    List<Object> locals = new ArrayList<>();
    if (!isStatic) {
      locals.add(owner);
    }
    for (Type each : Type.getArgumentTypes(descriptor)) {
      locals.add(
          switch (each.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.ARRAY, Type.OBJECT -> each.getInternalName();
            default -> Opcodes.INTEGER;
          });
    }
    code.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), 0, new Object[0]);
    // The method itself may begin with a frame, and there is one frame per instruction.
    code.visitInsn(Opcodes.NOP);
  }
}
