package dev.clew.jvm.agent;

/**
 * A class that gets hooks, and what the visitors that put them in must know.
 *
 * @param self the class as it was
 * @param facts about its code
 * @param files the classes it may name
 * @param callSites the calls to replace
 * @param hooks the internal name of the class that has the hooks
 * @param keepsFrames the frames of the original stay as they are: what is added must not jump
 * @param isLibrary it is a class of the JDK: what it does happens where the program called it
 */
record HookedClass(
    ClassInfo self,
    ClassFacts facts,
    ClassFiles files,
    CallSites callSites,
    String hooks,
    boolean keepsFrames,
    boolean isLibrary) {

  /** The name of the class, as a stack trace has it. */
  String sourceName() {
    return self.name.replace('/', '.');
  }

  /** Is it a class of the program whose superclass is none? */
  boolean isRoot() {
    return !self.isInterface() && (self.superName == null || !files.isProgram(self.superName));
  }

  /**
   * Is a method, named by a call, declared by a class of the program? Else the JDK runs it, or
   * nobody knows.
   */
  boolean isOfProgram(String owner, String name, String descriptor) {
    ClassInfo info = files.find(owner);
    if (info == null || !info.isProgram) {
      return false;
    }
    if (info.method(name, descriptor) != null) {
      return true;
    }
    if (info.superName != null && isOfProgram(info.superName, name, descriptor)) {
      return true;
    }
    for (String each : info.interfaces) {
      if (isOfProgram(each, name, descriptor)) {
        return true;
      }
    }
    return false;
  }

  /** Is it a call that may give the program an array that it did not make itself? */
  boolean mayGiveArray(String owner, String name, String descriptor) {
    if (owner.startsWith("[")) {
      return name.equals("clone");
    }
    return descriptor.contains(")[") && !isOfProgram(owner, name, descriptor);
  }

  /** Is it a call that may give the program an object that the JDK made? */
  boolean mayGiveObject(String owner, String name, String descriptor) {
    return !isLibrary && descriptor.contains(")L") && !isOfProgram(owner, name, descriptor);
  }

  /** Does the tool keep track of the objects that the program makes of this class? */
  boolean isTracked(String type) {
    if (isLibrary) {
      return type.equals("java/lang/Object"); // others tell when they are made
    }
    return switch (type) {
      case "java/lang/String",
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double" ->
          false;
      default -> !SharedMethods.isThrowable(type) && isOfJdk(type);
    };
  }

  /** Is it a class that is not the program's? */
  boolean isOfJdk(String type) {
    return !isLibrary && !files.isProgram(type);
  }
}
