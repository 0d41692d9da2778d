package dev.clew.jvm.agent;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** What a class file names in its constant pool. */
public final class ConstantPool {
  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;

  /** The internal names of the classes it uses, of arrays those of the elements. */
  final Set<String> classes = new LinkedHashSet<>();

  /** The names of the members it uses. */
  final Set<String> members = new LinkedHashSet<>();

  /** The methods it calls: internal name of the class that the call names, dot, name. */
  final Set<String> methods = new LinkedHashSet<>();

  /** The internal name of its superclass, empty if it has none. */
  private String superclass = "";

  private ConstantPool() {}

  /** The constant pool of a class file. */
  public static ConstantPool of(byte[] classFile) {
    ConstantPool pool = new ConstantPool();
    ClassReader reader = new ClassReader(classFile);
    pool.superclass = reader.getSuperName() == null ? "" : reader.getSuperName();
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      int tag = item == 0 ? 0 : reader.readByte(item - 1);
      if (tag == CLASS) {
        pool.addClass(reader.readUTF8(item, buffer));
      } else if (tag == NAME_AND_TYPE) {
        pool.members.add(reader.readUTF8(item, buffer));
      } else if (tag == METHOD || tag == INTERFACE_METHOD) {
        int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
        pool.methods.add(
            reader.readClass(item, buffer) + '.' + reader.readUTF8(nameAndType, buffer));
      }
    }
    return pool;
  }

  /** The internal names of the classes it uses, of arrays those of the elements. */
  public Set<String> classes() {
    return Collections.unmodifiableSet(classes);
  }

  /** The methods it calls: internal name of the class that the call names, dot, name. */
  public Set<String> methods() {
    return Collections.unmodifiableSet(methods);
  }

  /** The internal name of its superclass, empty if it has none. */
  public String superclass() {
    return superclass;
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
