package dev.clew.jvm.agent;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets methods of a JDK class, with all that they call, run outside control: they are the business
 * of the JVM and not of the program.
 *
 * <pre>
 *   method(args) {
 *     Uncontrolled.begin();
 *     try {
 *       ...
 *     } finally {
 *       Uncontrolled.end();
 *     }
 *   }
 * </pre>
 *
 * <p>Frames must be visited expanded.
 */
final class UncontrolledVisitor extends ClassVisitor {
  private static final String UNCONTROLLED = "dev/clew/jvm/run/Uncontrolled";
  private static final int WITHOUT_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

  private final Set<String> methods;

  /** The methods with these names, or with these names and descriptors. */
  UncontrolledVisitor(ClassVisitor next, Set<String> methods) {
    super(Opcodes.ASM9, next);
    this.methods = methods;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    boolean isMeant = methods.contains(name) || methods.contains(name + descriptor);
    return next == null || !isMeant || (access & WITHOUT_CODE) != 0 ? next : new Wrapped(next);
  }

  /** One such method. */
  private static final class Wrapped extends MethodVisitor {
    private final Label start = new Label();

    private Wrapped(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void call(String name) {
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, UNCONTROLLED, name, "()V", false);
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      call("begin");
      mv.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        call("end");
      }
      mv.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      Label end = new Label();
      mv.visitLabel(end);
      // Last in the table: the handlers of the method itself come first.
      mv.visitTryCatchBlock(start, end, end, null);
      Object[] thrown = {"java/lang/Throwable"};
      mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, thrown);
      call("end");
      mv.visitInsn(Opcodes.ATHROW);
      mv.visitMaxs(maxStack, maxLocals);
    }
  }
}
