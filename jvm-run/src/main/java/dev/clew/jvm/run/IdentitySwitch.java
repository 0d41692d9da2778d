package dev.clew.jvm.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

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

  /** Constant pool tags. */
  private static final int UTF8 = 1;

  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private final ByteArrayOutputStream constants = new ByteArrayOutputStream();
  private final List<String> known = new ArrayList<>();

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
    int thisClass = type(NAME);
    int superClass = type("java/lang/Object");
    int methodName = text("runAs");
    int methodType = text("(Ljava/lang/Thread;Ljava/lang/Thread;L" + continuation + ";)V");
    int codeName = text("Code");
    int annotationsName = text("RuntimeVisibleAnnotations");
    int annotation = text("Ljdk/internal/vm/annotation/ChangesCurrentThread;");
    byte[] code = code(continuation);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xCAFEBABE);
    out.writeShort(0);
    out.writeShort(JAVA_6);
    out.writeShort(known.size() + 1);
    constants.writeTo(out);
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
    int set = method("java/lang/Thread", "setCurrentThread", "(Ljava/lang/Thread;)V");
    int run = method(continuation, "run", "()V");
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

  // --- the constant pool

  private int text(String text) throws IOException {
    int index = known.indexOf(text);
    if (index >= 0) {
      return index + 1;
    }
    DataOutputStream out = new DataOutputStream(constants);
    out.writeByte(UTF8);
    out.writeUTF(text);
    return added(text);
  }

  private int type(String name) throws IOException {
    int text = text(name);
    return pair(CLASS, text, 0);
  }

  private int method(String owner, String name, String type) throws IOException {
    int ownerClass = type(owner);
    int nameIndex = text(name);
    int nameAndType = pair(NAME_AND_TYPE, nameIndex, text(type));
    return pair(METHOD, ownerClass, nameAndType);
  }

  /** A constant that refers to one or two others. */
  private int pair(int tag, int first, int second) throws IOException {
    DataOutputStream out = new DataOutputStream(constants);
    out.writeByte(tag);
    out.writeShort(first);
    if (tag != CLASS) {
      out.writeShort(second);
    }
    return added(tag + " " + first + " " + second);
  }

  private int added(String constant) {
    known.add(constant);
    return known.size();
  }
}
