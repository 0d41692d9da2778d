package dev.clew.jvm.agent;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has the JDK leave out the frames of this tool when it makes a stack trace: whoever asks for it,
 * the program, its loggers or those of the JDK.
 */
final class StackTraceVisitor extends ClassVisitor {
  /** What makes the elements of stack traces. */
  static final String MAKER = "java/lang/StackTraceElement";

  private static final String ELEMENTS = "[L" + MAKER + ";";
  private static final String CUTTER = "dev/clew/jvm/run/StackTraces";
  private static final Set<String> LOOKS =
      Set.of("getStackTrace", "printStackTrace", "dumpStack", "getAllStackTraces");

  StackTraceVisitor(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Whether a class that names all this may show a stack trace to somebody. */
  static boolean mayLook(ConstantPool pool) {
    return pool.methods.stream()
            .anyMatch(each -> LOOKS.contains(each.substring(each.lastIndexOf('.') + 1)))
        || pool.classes.stream()
            .anyMatch(
                each ->
                    each.startsWith("java/util/logging/")
                        || each.equals("java/lang/System$Logger"));
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || !name.equals("of") || !descriptor.endsWith(")" + ELEMENTS)) {
      return next;
    }
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN) {
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, CUTTER, "ofProgram", "(" + ELEMENTS + ")" + ELEMENTS, false);
        }
        super.visitInsn(opcode);
      }
    };
  }
}
