package dev.clew.jvm.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Runs a continuation with another current thread, by a class defined into {@code java.lang}.
 *
 * <p>{@code Thread.setCurrentThread} may be called from a method annotated
 * {@code @ChangesCurrentThread} only: called from ordinary code it makes the compiler refuse the
 * caller, or lets it believe that the current thread never changes. Such a method must belong to
 * {@code java.base}, so it is made here:
 *
 * <pre>
 *   static void runAs(Thread carrier, Thread identity, Continuation continuation) {
 *     carrier.setCurrentThread(identity);
 *     try {
 *       continuation.run();
 *     } finally {
 *       carrier.setCurrentThread(carrier);
 *     }
 *   }
 * </pre>
 */
final class IdentitySwitch {
  private static final String NAME = "java/lang/ClewIdentitySwitch";
  private static final String SET = "setCurrentThread";
  private static final String SET_TYPE = "(Ljava/lang/Thread;)V";

  private IdentitySwitch() {}

  /** Defines the class and returns its method {@code (Thread, Thread, Continuation) -> void}. */
  static MethodHandle define(Class<?> continuation) throws ReflectiveOperationException {
    MethodHandles.Lookup inJavaLang =
        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
    Class<?> defined = inJavaLang.defineClass(bytes(continuation.getName().replace('.', '/')));
    return inJavaLang.findStatic(
        defined,
        "runAs",
        MethodType.methodType(void.class, Thread.class, Thread.class, continuation));
  }

  private static byte[] bytes(String continuation) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V1_6,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        NAME,
        null,
        "java/lang/Object",
        null);
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            "runAs",
            "(Ljava/lang/Thread;Ljava/lang/Thread;L" + continuation + ";)V",
            null,
            null);
    code.visitAnnotation("Ljdk/internal/vm/annotation/ChangesCurrentThread;", true).visitEnd();
    code.visitCode();
    Label begin = new Label();
    Label end = new Label();
    Label handler = new Label();
    code.visitTryCatchBlock(begin, end, handler, null);
    setCurrentThread(code, 1);
    code.visitLabel(begin);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, continuation, "run", "()V", false);
    code.visitLabel(end);
    setCurrentThread(code, 0);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    setCurrentThread(code, 0);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** {@code carrier.setCurrentThread(local)}. */
  private static void setCurrentThread(MethodVisitor code, int local) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Thread", SET, SET_TYPE, false);
  }
}
