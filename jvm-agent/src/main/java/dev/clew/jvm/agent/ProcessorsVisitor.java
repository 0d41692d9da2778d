package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Lets a class of the JDK find the same number of processors on every machine. */
final class ProcessorsVisitor extends ClassVisitor {
  private static final String RUNTIME = "java/lang/Runtime";
  private static final String METHOD = "availableProcessors";

  ProcessorsVisitor(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Does a class that has a model ask for processors in its own code? */
  static boolean isMeant(String internalName) {
    return internalName.equals("java/util/concurrent/ForkJoinPool");
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null ? null : new Calls(next);
  }

  private static final class Calls extends MethodVisitor {
    private Calls(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals(RUNTIME) && name.equals(METHOD)) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            "dev/clew/jvm/run/calls/RuntimeCalls",
            METHOD,
            "(Ljava/lang/Runtime;)I",
            false);
      } else {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }
}
