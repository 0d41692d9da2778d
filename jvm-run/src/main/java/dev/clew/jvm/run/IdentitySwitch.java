package dev.clew.jvm.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Runs a continuation with another current thread, by a class defined into {@code java.lang}.
 *
 * <p>{@code Thread.setCurrentThread} may be called from a method annotated
 * {@code @ChangesCurrentThread} only: called from ordinary code it makes the compiler refuse the
 * caller, or lets it believe that the current thread never changes. Such a method must belong to
 * {@code java.base}, so it is made here, byte by byte because nothing on the boot class path may
 * need a library:
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
  private static final int JAVA_6 = 50;
  private static final int PUBLIC_FINAL_SUPER = 0x31;
  private static final int PUBLIC_STATIC = 0x9;

  private final ClassBytes constants = new ClassBytes();

  private IdentitySwitch() {}

  /** Defines the class and returns its method {@code (Thread, Thread, Continuation) -> void}. */
  static MethodHandle define(Class<?> continuation) throws ReflectiveOperationException {
    MethodHandles.Lookup inJavaLang =
        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
    String name = continuation.getName().replace('.', '/');
    Class<?> defined;
    try {
      defined = inJavaLang.defineClass(new IdentitySwitch().bytes(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return inJavaLang.findStatic(
        defined,
        "runAs",
        MethodType.methodType(void.class, Thread.class, Thread.class, continuation));
  }

  private byte[] bytes(String continuation) throws IOException {
    int thisClass = constants.type(NAME);
    int superClass = constants.type("java/lang/Object");
    int methodName = constants.text("runAs");
    int methodType =
        constants.text("(Ljava/lang/Thread;Ljava/lang/Thread;L" + continuation + ";)V");
    int codeName = constants.text("Code");
    int annotationsName = constants.text("RuntimeVisibleAnnotations");
    int annotation = constants.text("Ljdk/internal/vm/annotation/ChangesCurrentThread;");
    byte[] code = code(continuation);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    constants.writeHead(out, JAVA_6);
    out.writeShort(PUBLIC_FINAL_SUPER);
    out.writeShort(thisClass);
    out.writeShort(superClass);
    out.writeShort(0); // interfaces
    out.writeShort(0); // fields
    out.writeShort(1); // methods
    out.writeShort(PUBLIC_STATIC);
    out.writeShort(methodName);
    out.writeShort(methodType);
    out.writeShort(2); // attributes of the method
    out.writeShort(codeName);
    out.writeInt(code.length);
    out.write(code);
    out.writeShort(annotationsName);
    out.writeInt(6);
    out.writeShort(1); // annotations
    out.writeShort(annotation);
    out.writeShort(0); // elements of the annotation
    out.writeShort(0); // attributes of the class
    return bytes.toByteArray();
  }

  /** The content of the attribute Code. */
  private byte[] code(String continuation) throws IOException {
    int set = constants.method("java/lang/Thread", "setCurrentThread", "(Ljava/lang/Thread;)V");
    int run = constants.method(continuation, "run", "()V");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(2); // stack
    out.writeShort(4); // locals
    out.writeInt(24); // length of the code
    setCurrentThread(out, 0x2B, set); // 0: aload_1
    out.writeByte(0x2C); // 5: aload_2
    call(out, run); // 6
    setCurrentThread(out, 0x2A, set); // 9: aload_0
    out.writeByte(0xB1); // 14: return
    out.writeByte(0x4E); // 15: astore_3, the handler
    setCurrentThread(out, 0x2A, set); // 16
    out.writeByte(0x2D); // 21: aload_3
    out.writeByte(0xBF); // 22: athrow
    out.writeByte(0x00); // 23: nop, never reached
    out.writeShort(1); // handlers: from 5 to 9, at 15, any exception
    out.writeShort(5);
    out.writeShort(9);
    out.writeShort(15);
    out.writeShort(0);
    out.writeShort(0); // attributes of the code
    return bytes.toByteArray();
  }

  /** {@code carrier.setCurrentThread(local)}: five bytes. */
  private static void setCurrentThread(DataOutputStream out, int load, int set) throws IOException {
    out.writeByte(0x2A); // aload_0
    out.writeByte(load);
    call(out, set);
  }

  private static void call(DataOutputStream out, int method) throws IOException {
    out.writeByte(0xB6); // invokevirtual
    out.writeShort(method);
  }
}
