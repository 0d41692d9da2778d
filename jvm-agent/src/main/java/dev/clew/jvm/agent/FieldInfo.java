package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** A declared field, as its class file says. */
record FieldInfo(String name, String descriptor, int access, @Nullable Object constantValue) {

  boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  boolean isVolatile() {
    return (access & Opcodes.ACC_VOLATILE) != 0;
  }

  /** Has its value from the class file and can have no other. */
  boolean isConstant() {
    return isStatic() && isFinal() && constantValue != null;
  }
}
