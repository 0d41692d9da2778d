package dev.clew.jvm.agent;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets the JDK tell of the objects and arrays that it makes when it reads them from a stream: no
 * constructor of the program tells of these.
 */
final class AppearanceVisitor extends ClassVisitor {
  /** What makes objects without their constructors. */
  static final Set<String> READERS =
      Set.of("java/io/ObjectInputStream", "java/io/ObjectStreamClass");

  private static final String LIBRARY_HOOKS = "dev/clew/jvm/run/LibraryHooks";

  AppearanceVisitor(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** Does a call of this method make an object whose class may not notice? */
  static boolean isMaker(String owner, String name) {
    return switch (name) {
      case "newInstance" ->
          owner.equals("java/lang/reflect/Constructor")
              || owner.equals("java/lang/reflect/Array")
              || owner.equals("java/lang/Class");
      case "allocateInstance" -> owner.endsWith("/misc/Unsafe");
      default -> false;
    };
  }

  /** Stack: object. Tells of it. */
  static void tell(MethodVisitor to) {
    to.visitInsn(Opcodes.DUP);
    to.visitMethodInsn(
        Opcodes.INVOKESTATIC, LIBRARY_HOOKS, "appeared", "(Ljava/lang/Object;)V", false);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null
        ? null
        : new MethodVisitor(Opcodes.ASM9, next) {
          @Override
          public void visitMethodInsn(
              int opcode, String owner, String called, String arguments, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, called, arguments, isInterface);
            if (isMaker(owner, called)) {
              tell(mv);
            }
          }
        };
  }
}
