package dev.clew.jvm.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Access to the memory of the JVM, by address, and to fields of objects by their offset, also to
 * private and final ones.
 *
 * <p>The JDK has it in a package of its own, which must be exported to this module. No compiler
 * lets us name that class, and method handles would take long to start, so a subclass is made here
 * whose methods call those of the same name and type there.
 */
abstract class Memory {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String GET_UNSAFE = "()L" + UNSAFE + ";";
  private static final String SUPER = "dev/clew/jvm/run/Memory";
  private static final String MADE = "dev/clew/jvm/run/MemoryOfJdk";
  private static final int JAVA_17 = 61;
  private static final int FINAL_SUPER = 0x30;
  private static final int PUBLIC = 0x1;
  private static final int STATIC = 0x8;

  /** What is passed on: names and descriptors. */
  private static final String[][] METHODS = {
    {"getInt", "(J)I"},
    {"getLong", "(J)J"},
    {"putLong", "(JJ)V"},
    {"getBoolean", "(Ljava/lang/Object;J)Z"},
    {"putBoolean", "(Ljava/lang/Object;JZ)V"},
    {"getInt", "(Ljava/lang/Object;J)I"},
    {"putInt", "(Ljava/lang/Object;JI)V"},
    {"getLong", "(Ljava/lang/Object;J)J"},
    {"putLong", "(Ljava/lang/Object;JJ)V"},
    {"getReference", "(Ljava/lang/Object;J)Ljava/lang/Object;"},
    {"putReference", "(Ljava/lang/Object;JLjava/lang/Object;)V"},
    {"objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J"},
    {"staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;"},
    {"staticFieldOffset", "(Ljava/lang/reflect/Field;)J"},
  };

  /** Set by the static initialiser of the class made here. */
  static @Nullable Memory made;

  /** For the class made here. */
  Memory() {}

  /**
   * Makes one.
   *
   * @throws ReflectiveOperationException if this JDK does not let us
   */
  static Memory open() throws ReflectiveOperationException {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      lookup.ensureInitialized(lookup.defineClass(bytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Memory memory = made;
    if (memory == null) {
      throw new IllegalStateException("the class was not initialised");
    }
    memory.objectFieldOffset(Memory.Probe.class, "field");
    return memory;
  }

  /** To try it out. */
  private static final class Probe {
    @SuppressWarnings("UnusedVariable")
    private int field;
  }

  abstract int getInt(long address);

  abstract long getLong(long address);

  abstract void putLong(long address, long value);

  abstract boolean getBoolean(@Nullable Object owner, long offset);

  abstract void putBoolean(@Nullable Object owner, long offset, boolean value);

  abstract int getInt(@Nullable Object owner, long offset);

  abstract void putInt(@Nullable Object owner, long offset, int value);

  abstract long getLong(@Nullable Object owner, long offset);

  abstract void putLong(@Nullable Object owner, long offset, long value);

  abstract @Nullable Object getReference(@Nullable Object owner, long offset);

  abstract void putReference(@Nullable Object owner, long offset, @Nullable Object value);

  abstract long objectFieldOffset(Class<?> type, String name);

  abstract Object staticFieldBase(Field field);

  abstract long staticFieldOffset(Field field);

  // --- making the class

  private static byte[] bytes() throws IOException {
    ClassBytes constants = new ClassBytes();
    int thisClass = constants.type(MADE);
    int superClass = constants.type(SUPER);
    ByteArrayOutputStream methods = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(methods);
    writeMethod(out, constants, PUBLIC, "<init>", "()V", constructor(constants), 1);
    writeMethod(out, constants, STATIC, "<clinit>", "()V", initialiser(constants), 1);
    for (String[] each : METHODS) {
      byte[] code = passOn(constants, each[0], each[1]);
      writeMethod(out, constants, PUBLIC, each[0], each[1], code, 1 + slots(each[1]));
    }

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream all = new DataOutputStream(bytes);
    constants.writeHead(all, JAVA_17);
    all.writeShort(FINAL_SUPER);
    all.writeShort(thisClass);
    all.writeShort(superClass);
    all.writeShort(0); // interfaces
    all.writeShort(0); // fields
    all.writeShort(METHODS.length + 2);
    methods.writeTo(all);
    all.writeShort(0); // attributes
    return bytes.toByteArray();
  }

  private static void writeMethod(
      DataOutputStream out,
      ClassBytes constants,
      int access,
      String name,
      String descriptor,
      byte[] code,
      int locals)
      throws IOException {
    out.writeShort(access);
    out.writeShort(constants.text(name));
    out.writeShort(constants.text(descriptor));
    out.writeShort(1); // attributes of the method
    out.writeShort(constants.text("Code"));
    out.writeInt(12 + code.length);
    out.writeShort(locals + 2); // stack
    out.writeShort(locals);
    out.writeInt(code.length);
    out.write(code);
    out.writeShort(0); // handlers
    out.writeShort(0); // attributes of the code
  }

  private static byte[] constructor(ClassBytes constants) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0x2A); // aload_0
    out.writeByte(0xB7); // invokespecial
    out.writeShort(constants.method(SUPER, "<init>", "()V"));
    out.writeByte(0xB1); // return
    return bytes.toByteArray();
  }

  private static byte[] initialiser(ClassBytes constants) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0xBB); // new
    out.writeShort(constants.type(MADE));
    out.writeByte(0x59); // dup
    out.writeByte(0xB7); // invokespecial
    out.writeShort(constants.method(MADE, "<init>", "()V"));
    out.writeByte(0xB3); // putstatic
    out.writeShort(constants.field(SUPER, "made", "L" + SUPER + ";"));
    out.writeByte(0xB1); // return
    return bytes.toByteArray();
  }

  private static byte[] passOn(ClassBytes constants, String name, String descriptor)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0xB8); // invokestatic
    out.writeShort(constants.method(UNSAFE, "getUnsafe", GET_UNSAFE));
    int slot = 1;
    for (char kind : kinds(descriptor).toCharArray()) {
      out.writeByte(kind == 'J' ? 0x16 : kind == 'L' ? 0x19 : 0x15); // lload, aload, iload
      out.writeByte(slot);
      slot += kind == 'J' ? 2 : 1;
    }
    out.writeByte(0xB6); // invokevirtual
    out.writeShort(constants.method(UNSAFE, name, descriptor));
    char result = descriptor.charAt(descriptor.indexOf(')') + 1);
    out.writeByte(
        switch (result) {
          case 'V' -> 0xB1;
          case 'J' -> 0xAD;
          case 'L' -> 0xB0;
          default -> 0xAC;
        });
    return bytes.toByteArray();
  }

  /** The first letters of the types of the parameters. */
  private static String kinds(String descriptor) {
    StringBuilder kinds = new StringBuilder();
    for (int i = 1; descriptor.charAt(i) != ')'; i++) {
      char kind = descriptor.charAt(i);
      kinds.append(kind);
      i = kind == 'L' ? descriptor.indexOf(';', i) : i;
    }
    return kinds.toString();
  }

  private static int slots(String descriptor) {
    int slots = 0;
    for (char kind : kinds(descriptor).toCharArray()) {
      slots += kind == 'J' ? 2 : 1;
    }
    return slots;
  }
}
