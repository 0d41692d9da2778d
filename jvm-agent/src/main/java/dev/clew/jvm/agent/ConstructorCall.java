package dev.clew.jvm.agent;

import org.objectweb.asm.Type;

/**
 * What to call at a call of a constructor.
 *
 * @param owner the internal name of the class with the method to call
 * @param original the internal name of the class that is constructed
 * @param constructor the descriptor of the constructor
 * @param isAfter the method is called after the constructor, with the object and the arguments;
 *     else it takes the arguments, and its result goes to the constructor with that parameter
 */
record ConstructorCall(
    String owner,
    String name,
    String descriptor,
    String original,
    String constructor,
    boolean isAfter) {

  /** The descriptor of the constructor to call in the end. */
  String called() {
    return isAfter
        ? constructor
        : Type.getMethodDescriptor(Type.VOID_TYPE, Type.getReturnType(descriptor));
  }
}
