package dev.clew.jvm.agent;

import dev.clew.jvm.run.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** The code of all classes of a program that were loaded, if somebody wants to read it. */
public final class ProgramCode {
  /** A field of the program, as an instruction names it. */
  public record NamedField(
      int number, String declaringClass, String name, boolean isFinal, boolean isVolatile) {}

  private final ClassFiles files;
  private final Map<String, MethodCode> methods = new HashMap<>();
  private final Map<Integer, CodePlace> places = new HashMap<>();
  private final Set<String> loaded = new HashSet<>();
  private final Set<String> functionTypes = new HashSet<>();

  ProgramCode(ClassFiles files) {
    this.files = files;
  }

  // --- collecting

  synchronized void addClass(String internalName) {
    loaded.add(internalName);
  }

  synchronized MethodCode add(MethodCode method) {
    methods.put(method.toString(), method);
    for (int i = 0; i < method.size(); i++) {
      AbstractInsnNode each = method.instruction(i);
      if (each instanceof InvokeDynamicInsnNode call) {
        functionTypes.add(Type.getReturnType(call.desc).getInternalName());
      }
    }
    return method;
  }

  synchronized void addPlace(int point, CodePlace place) {
    places.put(point, place);
  }

  // --- for who reads it

  /** The place of a point, null if it is none of this program. */
  public synchronized @Nullable CodePlace place(int point) {
    return places.get(point);
  }

  /** How many classes were loaded. */
  public synchronized int classes() {
    return loaded.size();
  }

  public synchronized boolean isLoaded(String internalName) {
    return loaded.contains(internalName);
  }

  public boolean isOfProgram(String internalName) {
    return files.isProgram(internalName);
  }

  /** Whether objects of a class have its initialiser run, or that of another class of it. */
  public boolean needsInitialisation(String internalName) {
    return files.needsGuard(internalName);
  }

  public boolean isSubtype(String sub, String superName) {
    return files.isSubtype(sub, superName);
  }

  /** Whether some loaded class of the program is below a class. */
  public synchronized boolean isExtended(String internalName) {
    return loaded.stream()
        .anyMatch(each -> !each.equals(internalName) && files.isSubtype(each, internalName));
  }

  /** The field of the program that an instruction names, null if it is none of the program. */
  public @Nullable NamedField field(String owner, String name, String descriptor) {
    ResolvedField resolved = files.resolveField(owner, name, descriptor);
    if (resolved == null || !resolved.declaring().isProgram) {
      return null;
    }
    FieldInfo field = resolved.field();
    String declaring = resolved.declaring().name;
    boolean isFinal = field.isFinal();
    int number =
        isFinal
            ? -1
            : Fields.add(declaring, name, descriptor, field.isStatic(), field.isVolatile());
    return new NamedField(number, declaring, name, isFinal, field.isVolatile());
  }

  /**
   * The method that is called on an object of exactly this class, or statically; null if its code
   * is not known.
   */
  public synchronized @Nullable MethodCode method(String type, String name, String descriptor) {
    for (ClassInfo info = files.find(type);
        info != null && info.isProgram;
        info = info.superName == null ? null : files.find(info.superName)) {
      MethodInfo declared = info.method(name, descriptor);
      if (declared != null) {
        return methods.get(info.name + "." + name + descriptor);
      }
    }
    return null;
  }

  /** Whether a class of the program, or one above it that is, declares a method with a body. */
  public boolean declares(String type, String name, String descriptor) {
    for (ClassInfo info = files.find(type);
        info != null && info.isProgram;
        info = info.superName == null ? null : files.find(info.superName)) {
      MethodInfo declared = info.method(name, descriptor);
      if (declared != null && !declared.isAbstract()) {
        return true;
      }
      for (String each : info.interfaces) {
        if (declares(each, name, descriptor)) {
          return true; // perhaps a default method; its code is not looked for
        }
      }
    }
    return false;
  }

  /** Whether a call is bound to the method that it names, whatever the class of the object. */
  public boolean isPrivate(String owner, String name, String descriptor) {
    return (accessOf(owner, name, descriptor) & Opcodes.ACC_PRIVATE) != 0;
  }

  /**
   * Whether a method can be overridden in its package only, and a loaded class of another package
   * is below its class.
   */
  public synchronized boolean isHiddenElsewhere(String owner, String name, String descriptor) {
    int access = accessOf(owner, name, descriptor);
    int wider = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;
    return (access & wider) == 0
        && loaded.stream()
            .anyMatch(each -> !isInPackageOf(each, owner) && files.isSubtype(each, owner));
  }

  private static boolean isInPackageOf(String type, String other) {
    return type.substring(0, type.lastIndexOf('/') + 1)
        .equals(other.substring(0, other.lastIndexOf('/') + 1));
  }

  /** The flags of the method that a call names; public if it is none of the program. */
  private int accessOf(String owner, String name, String descriptor) {
    for (ClassInfo info = files.find(owner);
        info != null && info.isProgram;
        info = info.superName == null ? null : files.find(info.superName)) {
      MethodInfo declared = info.method(name, descriptor);
      if (declared != null) {
        return declared.access();
      }
    }
    return Opcodes.ACC_PUBLIC;
  }

  /** The first class above one of the program that is none of the program. */
  public String firstOfJdk(String type) {
    String found = type;
    for (ClassInfo info = files.find(type);
        info != null && info.isProgram;
        info = info.superName == null ? null : files.find(info.superName)) {
      found = info.superName == null ? "java/lang/Object" : info.superName;
    }
    return found;
  }

  /**
   * The methods that may be called on an object of which only a type is known; null if not all are
   * known.
   */
  public synchronized @Nullable List<MethodCode> methods(
      String type, String name, String descriptor) {
    if (!files.isProgram(type) || isFunctionType(type)) {
      return null;
    }
    List<MethodCode> found = new ArrayList<>();
    for (String each : loaded) {
      ClassInfo info = files.find(each);
      boolean canBeMade =
          info != null && (info.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0;
      if (canBeMade && files.isSubtype(each, type)) {
        MethodCode method = method(each, name, descriptor);
        if (method == null) {
          return null;
        }
        if (!found.contains(method)) {
          found.add(method);
        }
      }
    }
    return found;
  }

  private boolean isFunctionType(String type) {
    return functionTypes.stream().anyMatch(each -> files.isSubtype(each, type));
  }
}
