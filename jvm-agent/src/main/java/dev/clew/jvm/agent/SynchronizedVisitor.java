package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a synchronized block of the body of each synchronized method, for a visitor after it that
 * knows what to do with blocks. Frames must be visited expanded.
 */
final class SynchronizedVisitor extends ClassVisitor {
  private final String className;

  SynchronizedVisitor(ClassVisitor next, String className) {
    super(Opcodes.ASM9, next);
    this.className = className;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    boolean isMeant =
        (access & Opcodes.ACC_SYNCHRONIZED) != 0
            && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE)) == 0;
    int without = isMeant ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
    MethodVisitor next = super.visitMethod(without, name, descriptor, signature, exceptions);
    return next == null || !isMeant ? next : new Block(next);
  }

  /** The body of a method. */
  private final class Block extends MethodVisitor {
    private final Label start = new Label();

    private Block(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      monitor(Opcodes.MONITORENTER);
      mv.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        monitor(Opcodes.MONITOREXIT);
      }
      mv.visitInsn(opcode);
    }

    private void monitor(int opcode) {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      Label handler = new Label();
      mv.visitLabel(handler);
      // Last in the table: the handlers of the method itself come first.
      mv.visitTryCatchBlock(start, handler, handler, null);
      mv.visitFrame(
          Opcodes.F_NEW, 1, new Object[] {className}, 1, new Object[] {"java/lang/Throwable"});
      monitor(Opcodes.MONITOREXIT);
      mv.visitInsn(Opcodes.ATHROW);
      mv.visitMaxs(maxStack + 1, maxLocals);
    }
  }
}
