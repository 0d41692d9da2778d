package dev.clew.jvm.agent;

import org.objectweb.asm.Opcodes;

/** A declared method, as its class file says. */
record MethodInfo(String name, String descriptor, int access) {

  boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }
}
