package dev.clew.jvm.agent;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets methods of a JDK class take the thread of the program for the current one, where it is run
 * by a pooled thread.
 */
final class CurrentThreadVisitor extends ClassVisitor {
  /** The first JDK on which the threads of a program are the current ones. */
  static final int NOT_NEEDED_SINCE = 21;

  /** What belongs to a thread: what a new one inherits, and its local variables. */
  static final Map<String, Set<String>> WANTED =
      Map.of(
          "java/lang/Thread",
          Set.of("<init>"),
          "java/lang/ThreadLocal",
          Set.of("get", "isPresent", "remove", "set", "setInitialValue"));

  private final Set<String> methods;

  /** The methods with these names. */
  CurrentThreadVisitor(ClassVisitor next, Set<String> methods) {
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
    if (next == null || !methods.contains(name)) {
      return next;
    }
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String called, String type, boolean isInterface) {
        boolean isAsked = owner.equals("java/lang/Thread") && called.equals("currentThread");
        String asked = isAsked ? "dev/clew/jvm/run/Control" : owner;
        super.visitMethodInsn(opcode, asked, called, type, isInterface);
      }
    };
  }
}
