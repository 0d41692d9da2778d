package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets a class of threads tell when one is started. Calls of {@code start} in the program are
 * replaced, so what gets here comes from the JDK.
 */
final class ThreadStartVisitor extends ClassVisitor {
  private static final String FOREIGN_THREADS = "dev/clew/jvm/run/ForeignThreads";
  private static final int NOT_MEANT =
      Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

  ThreadStartVisitor(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || !name.equals("start") || (access & NOT_MEANT) != 0) {
      return next;
    }
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        mv.visitCode();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC, FOREIGN_THREADS, "start", "(Ljava/lang/Thread;)V", false);
      }
    };
  }
}
