package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Announces every access to an element of an array: {@code readElement} and {@code writeElement},
 * before the access.
 *
 * <p>The elements of an array initialiser get no hook where they are constants or variables: nobody
 * else can know the array yet, and tables of constants would outgrow the limit on the size of a
 * method.
 */
final class ArrayAccessVisitor extends HookInserter {
  private static final String HOOK = "(Ljava/lang/Object;II)V";

  /** How much of the store of an element into a new array the last instructions are. */
  private enum Seen {
    NOTHING,
    NEW_ARRAY,
    COPY_OF_ARRAY,
    INDEX,
    VALUE
  }

  private Seen seen = Seen.NOTHING;

  ArrayAccessVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  void beforeInstruction() {
    seen = Seen.NOTHING;
  }

  @Override
  public void visitInsn(int opcode) {
    Seen before = seen;
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      mv.visitInsn(Opcodes.DUP2);
      hookAtSite("readElement", HOOK);
    } else if (isStore(opcode) && before != Seen.VALUE) {
      beforeStore(opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE);
    }
    super.visitInsn(opcode);
    if (isStore(opcode)) {
      seen = before == Seen.VALUE ? Seen.NEW_ARRAY : Seen.NOTHING;
    } else if (opcode == Opcodes.DUP) {
      seen = before == Seen.NEW_ARRAY ? Seen.COPY_OF_ARRAY : Seen.NOTHING;
    } else if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1) {
      seen = afterOperand(before);
    }
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Stack: array, index, value. */
  private void beforeStore(boolean wide) {
    if (wide) {
      mv.visitInsn(Opcodes.DUP2_X2);
      mv.visitInsn(Opcodes.POP2);
      mv.visitInsn(Opcodes.DUP2_X2);
    } else {
      mv.visitInsn(Opcodes.DUP_X2);
      mv.visitInsn(Opcodes.POP);
      mv.visitInsn(Opcodes.DUP2_X1);
    }
    hookAtSite("writeElement", HOOK);
  }

  private static Seen afterOperand(Seen before) {
    return switch (before) {
      case COPY_OF_ARRAY -> Seen.INDEX;
      case INDEX -> Seen.VALUE;
      case NOTHING, NEW_ARRAY, VALUE -> Seen.NOTHING;
    };
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    Seen before = seen;
    super.visitIntInsn(opcode, operand);
    seen = opcode == Opcodes.NEWARRAY ? Seen.NEW_ARRAY : afterOperand(before);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    seen = opcode == Opcodes.ANEWARRAY ? Seen.NEW_ARRAY : Seen.NOTHING;
  }

  @Override
  public void visitLdcInsn(Object value) {
    Seen before = seen;
    super.visitLdcInsn(value);
    seen = afterOperand(before);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    Seen before = seen;
    super.visitVarInsn(opcode, variable);
    seen = opcode <= Opcodes.ALOAD ? afterOperand(before) : Seen.NOTHING;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    Seen before = seen;
    super.visitFieldInsn(opcode, owner, name, descriptor);
    seen = opcode == Opcodes.GETSTATIC ? afterOperand(before) : Seen.NOTHING;
  }
}
