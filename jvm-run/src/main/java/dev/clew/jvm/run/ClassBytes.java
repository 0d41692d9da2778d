package dev.clew.jvm.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The constant pool of a class file that is made byte by byte, because nothing on the boot class
 * path may need a library.
 */
final class ClassBytes {
  private static final int MAGIC = 0xCAFEBABE;

  /** Constant pool tags. */
  private static final int UTF8 = 1;

  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  private final ByteArrayOutputStream constants = new ByteArrayOutputStream();

  /** Texts as they are, other constants as numbers made of what they refer to. */
  private final List<Object> known = new ArrayList<>();

  /** Writes what comes before the access flags of the class. */
  void writeHead(DataOutputStream out, int version) throws IOException {
    out.writeInt(MAGIC);
    out.writeShort(0);
    out.writeShort(version);
    out.writeShort(known.size() + 1);
    constants.writeTo(out);
  }

  /** The index of a text. */
  int text(String text) throws IOException {
    int index = known.indexOf(text);
    if (index >= 0) {
      return index + 1;
    }
    DataOutputStream out = new DataOutputStream(constants);
    out.writeByte(UTF8);
    out.writeUTF(text);
    return added(text);
  }

  /** The index of a class. */
  int type(String internalName) throws IOException {
    return pair(CLASS, text(internalName), 0);
  }

  /** The index of a method of a class. */
  int method(String owner, String name, String descriptor) throws IOException {
    return member(METHOD, owner, name, descriptor);
  }

  /** The index of a field of a class. */
  int field(String owner, String name, String descriptor) throws IOException {
    return member(FIELD, owner, name, descriptor);
  }

  private int member(int tag, String owner, String name, String descriptor) throws IOException {
    int ownerClass = type(owner);
    int nameIndex = text(name);
    int nameAndType = pair(NAME_AND_TYPE, nameIndex, text(descriptor));
    return pair(tag, ownerClass, nameAndType);
  }

  /** A constant that refers to one or two others. */
  private int pair(int tag, int first, int second) throws IOException {
    Long key = ((long) tag << Integer.SIZE) | ((long) first << Short.SIZE) | second;
    int index = known.indexOf(key);
    if (index >= 0) {
      return index + 1;
    }
    DataOutputStream out = new DataOutputStream(constants);
    out.writeByte(tag);
    out.writeShort(first);
    if (tag != CLASS) {
      out.writeShort(second);
    }
    return added(key);
  }

  private int added(Object constant) {
    known.add(constant);
    return known.size();
  }
}
