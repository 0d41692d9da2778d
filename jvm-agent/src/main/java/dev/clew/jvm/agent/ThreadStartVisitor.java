package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets a class of threads tell when one is started, and leaves the start to whoever wants to do it.
 * Calls of {@code start} in the program are replaced, so what gets here comes from the JDK.
 *
 * <pre>
 *   start() {
 *     if (ForeignThreads.start(this, container)) {
 *       return;
 *     }
 *     ...
 *   }
 * </pre>
 *
 * <p>Frames must be visited expanded.
 */
final class ThreadStartVisitor extends ClassVisitor {
  private static final String FOREIGN_THREADS = "dev/clew/jvm/run/ForeignThreads";
  private static final int NOT_MEANT =
      Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

  private final String owner;

  ThreadStartVisitor(ClassVisitor next, String owner) {
    super(Opcodes.ASM9, next);
    this.owner = owner;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null
        || !name.equals("start")
        || !descriptor.endsWith(")V")
        || (access & NOT_MEANT) != 0) {
      return next;
    }
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        mv.visitCode();
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        if (descriptor.equals("()V")) {
          mv.visitInsn(Opcodes.ACONST_NULL);
        } else {
          mv.visitVarInsn(Opcodes.ALOAD, 1);
        }
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            FOREIGN_THREADS,
            "start",
            "(Ljava/lang/Thread;Ljava/lang/Object;)Z",
            false);
        Label isForeign = new Label();
        mv.visitJumpInsn(Opcodes.IFEQ, isForeign);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(isForeign);
        MethodEntry.visitFrame(mv, owner, false, descriptor);
      }
    };
  }
}
