package dev.clew.jvm.agent;

import dev.clew.jvm.run.ClassInitialisation;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Guards classes that are reached by reflection: by {@code Class.forName} and through {@code
 * Field}. Static methods and constructors have a guard of their own.
 *
 * <p>The calls themselves stay where they are, because what they may do depends on the caller.
 */
final class ReflectionVisitor extends ClassVisitor {
  private static final String INITIALISATION = Type.getInternalName(ClassInitialisation.class);
  private static final String FOR_NAME_OR_NOT =
      "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";

  ReflectionVisitor(ClassVisitor next) {
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
    return next == null ? null : new Calls(next);
  }

  private static final class Calls extends MethodVisitor {

    private Calls(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals("java/lang/reflect/Field") && isAccess(name)) {
        guardField(Type.getArgumentTypes(descriptor));
      }
      if (owner.equals("java/lang/Class")
          && name.equals("forName")
          && descriptor.equals(FOR_NAME_OR_NOT)) {
        super.visitMethodInsn(opcode, INITIALISATION, name, descriptor, false);
        return;
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if ((owner.equals("java/lang/Class") && name.equals("forName") && hasOneParameter(descriptor))
          || (owner.equals("java/lang/invoke/MethodHandles$Lookup")
              && name.equals("ensureInitialized"))) {
        super.visitInsn(Opcodes.DUP);
        call("ensure", "(Ljava/lang/Class;)V");
      }
    }

    private static boolean isAccess(String name) {
      return switch (name) {
        case "get", "getBoolean", "getByte", "getChar", "getShort" -> true;
        case "getInt", "getLong", "getFloat", "getDouble" -> true;
        case "set", "setBoolean", "setByte", "setChar", "setShort" -> true;
        case "setInt", "setLong", "setFloat", "setDouble" -> true;
        default -> false;
      };
    }

    private static boolean hasOneParameter(String descriptor) {
      return Type.getArgumentTypes(descriptor).length == 1;
    }

    /** Replaces the field below the object and, if one is written, the value. */
    private void guardField(Type[] parameters) {
      int valueSize = parameters.length == 2 ? parameters[1].getSize() : 0;
      if (valueSize == 1) { // field, object, value -> value, field, object
        super.visitInsn(Opcodes.DUP_X2);
        super.visitInsn(Opcodes.POP);
      } else if (valueSize == 2) {
        super.visitInsn(Opcodes.DUP2_X2);
        super.visitInsn(Opcodes.POP2);
      }
      super.visitInsn(Opcodes.SWAP);
      call("field", "(Ljava/lang/reflect/Field;)Ljava/lang/reflect/Field;");
      super.visitInsn(Opcodes.SWAP);
      if (valueSize > 0) { // value, field, object -> field, object, value
        super.visitInsn(valueSize == 1 ? Opcodes.DUP2_X1 : Opcodes.DUP2_X2);
        super.visitInsn(Opcodes.POP2);
      }
    }

    private void call(String name, String descriptor) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, INITIALISATION, name, descriptor, false);
    }
  }
}
