package dev.clew.jvm.agent;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the class that has the static fields of an interface: those of the interface itself can be
 * written once only.
 */
final class StaticsHolder {

  private StaticsHolder() {}

  static void make(ClassVisitor out, ClassInfo info, ClassFiles files) {
    out.visit(
        Opcodes.V1_8,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        Guards.holder(info),
        null,
        "java/lang/Object",
        null);
    for (FieldInfo field : info.fields) {
      if (!field.isConstant()) {
        out.visitField(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                field.name(),
                field.descriptor(),
                null,
                null)
            .visitEnd();
      }
    }
    new Guards(files, false).addMembers(out, info);
    out.visitEnd();
  }
}
