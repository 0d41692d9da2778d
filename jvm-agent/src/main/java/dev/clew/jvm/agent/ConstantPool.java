package dev.clew.jvm.agent;

import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** What a class file names in its constant pool. */
final class ConstantPool {
  private static final int CLASS = 7;
  private static final int NAME_AND_TYPE = 12;

  /** The internal names of the classes it uses, of arrays those of the elements. */
  final Set<String> classes = new LinkedHashSet<>();

  /** The names of the members it uses. */
  final Set<String> members = new LinkedHashSet<>();

  private ConstantPool() {}

  static ConstantPool of(byte[] classFile) {
    ConstantPool pool = new ConstantPool();
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      int tag = item == 0 ? 0 : reader.readByte(item - 1);
      if (tag == CLASS) {
        pool.addClass(reader.readUTF8(item, buffer));
      } else if (tag == NAME_AND_TYPE) {
        pool.members.add(reader.readUTF8(item, buffer));
      }
    }
    return pool;
  }

  private void addClass(String name) {
    if (!name.startsWith("[")) {
      classes.add(name);
      return;
    }
    Type element = Type.getType(name).getElementType();
    if (element.getSort() == Type.OBJECT) {
      classes.add(element.getInternalName());
    }
  }
}
