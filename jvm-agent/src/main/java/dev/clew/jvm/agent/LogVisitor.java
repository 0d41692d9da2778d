package dev.clew.jvm.agent;

import dev.clew.jvm.run.LogCalls;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Lets a logger call handlers and filters of the program under control: its own code, which is not,
 * holds no lock there. Handlers of the JDK may, so what they call of the program is only noted.
 */
final class LogVisitor extends ClassVisitor {
  private static final String PACKAGE = "java/util/logging/";
  private static final String CALLS = Type.getInternalName(LogCalls.class);

  private final boolean isLogger;

  LogVisitor(ClassVisitor next, String className) {
    super(Opcodes.ASM9, next);
    this.isLogger = className.equals(PACKAGE + "Logger");
  }

  /** Is it a class that calls what a program may have given to it? */
  static boolean isMeant(String className) {
    return className.startsWith(PACKAGE);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null) {
      return null;
    }
    return new Calls(next, isLogger && name.equals("addHandler"));
  }

  private final class Calls extends MethodVisitor {
    private final boolean addsHandler;

    private Calls(MethodVisitor next, boolean addsHandler) {
      super(Opcodes.ASM9, next);
      this.addsHandler = addsHandler;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (addsHandler) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, CALLS, "add", "(Ljava/util/logging/Logger;)V", false);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isOfProgram =
          switch (owner) {
            case PACKAGE + "Filter" -> name.equals("isLoggable");
            case PACKAGE + "Formatter" -> name.equals("format");
            case PACKAGE + "Handler" -> name.equals("publish");
            default -> false;
          };
      if (!isOfProgram || opcode == Opcodes.INVOKESPECIAL) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      } else if (isLogger) {
        String withReceiver = "(L" + owner + ";" + descriptor.substring(1);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, name, withReceiver, false);
      } else { // receiver, record
        super.visitInsn(Opcodes.SWAP);
        super.visitInsn(Opcodes.DUP);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "note", "(Ljava/lang/Object;)V", false);
        super.visitInsn(Opcodes.SWAP);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }
    }
  }
}
