package dev.clew.jvm.agent;

import dev.clew.jvm.run.calls.Replaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which calls of the program are replaced by which: a table made from the classes annotated with
 * {@link Replaces}, which are read and not loaded.
 *
 * <p>A call is replaced if the class it names is the one with the original method or a subtype of
 * it, unless a class of the program between them declares the method itself. What {@code
 * java.lang.Object} declares is replaced only where no class at all overrides it.
 */
final class CallSites {
  private static final String OBJECT = "java/lang/Object";
  private static final String INIT = "<init>";

  /**
   * What to call instead.
   *
   * @param original the internal name of the class that declares the replaced method
   * @param access the access flags of the replaced method
   * @param takesSite the last parameter is the number of the calling position
   */
  record Replacement(
      String owner,
      String name,
      String descriptor,
      String original,
      int access,
      boolean takesSite) {

    /** Does the replaced method have no receiver? */
    boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }

    /** Can nobody else than those who inherit it call the replaced method? */
    boolean isProtected() {
      return (access & Opcodes.ACC_PROTECTED) != 0;
    }
  }

  private final ClassFiles files;

  /** What nobody has asked for yet, by name: its originals are looked up when somebody does. */
  private final Map<String, List<CallsClass.Method>> unresolved = new HashMap<>();

  /** By name and descriptor of the original method, then by its class. */
  private final Map<String, Map<String, Replacement>> replacements = new HashMap<>();

  /** By class and descriptor of the constructor. */
  private final Map<String, ConstructorCall> constructorCalls = new HashMap<>();

  private final List<String> unmatched = new ArrayList<>();

  private CallSites(ClassFiles files) {
    this.files = files;
  }

  /** The table of these class files. */
  static CallSites of(Collection<byte[]> classFiles, ClassFiles files) {
    CallSites sites = new CallSites(files);
    for (byte[] each : classFiles) {
      CallsClass calls = CallsClass.of(each);
      for (CallsClass.Method method : calls.methods()) {
        sites.unresolved.computeIfAbsent(method.name(), key -> new ArrayList<>()).add(method);
      }
      for (ConstructorCall call : calls.constructorCalls()) {
        ConstructorCall other =
            sites.constructorCalls.put(call.original() + call.constructor(), call);
        if (other != null) {
          throw new IllegalStateException(call + " and " + other + " are for the same");
        }
      }
    }
    return sites;
  }

  /** The table of all classes in the package of {@link Replaces}. */
  static CallSites standard(ClassFiles files) {
    return of(PackageFiles.beside(Replaces.class), files);
  }

  /** The replacing methods without an original in this JDK. */
  List<String> unmatched() {
    resolveAll();
    List<String> all = new ArrayList<>(unmatched);
    for (ConstructorCall call : constructorCalls.values()) {
      if (!isKnown(call)) {
        all.add(call.owner() + "." + call.name() + call.descriptor());
      }
    }
    return all;
  }

  /** How many methods and constructors are replaced. */
  int size() {
    resolveAll();
    return constructorCalls.size() + replacements.values().stream().mapToInt(Map::size).sum();
  }

  /** What to call at a call of a constructor, null to leave it as it is. */
  @Nullable ConstructorCall constructor(String owner, String descriptor) {
    ConstructorCall call = constructorCalls.get(owner + descriptor);
    return call != null && isKnown(call) ? call : null;
  }

  private boolean isKnown(ConstructorCall call) {
    ClassInfo info = files.find(call.original());
    return info != null
        && info.method(INIT, call.constructor()) != null
        && info.method(INIT, call.called()) != null;
  }

  // --- looking up originals

  private void resolveAll() {
    for (String name : List.copyOf(unresolved.keySet())) {
      resolve(name);
    }
  }

  /** Looks up what methods of this name replace. */
  private void resolve(String name) {
    List<CallsClass.Method> methods = unresolved.remove(name);
    for (CallsClass.Method method : methods == null ? List.<CallsClass.Method>of() : methods) {
      MethodInfo replaced = replacedBy(method);
      if (replaced == null) {
        unmatched.add(method.owner() + "." + name + method.descriptor());
      } else {
        add(method, replaced);
      }
    }
  }

  private void add(CallsClass.Method method, MethodInfo replaced) {
    Replacement replacement =
        new Replacement(
            method.owner(),
            method.name(),
            method.descriptor(),
            method.original(),
            replaced.access(),
            method.takesSite());
    Replacement other =
        replacements
            .computeIfAbsent(method.name() + replaced.descriptor(), key -> new HashMap<>())
            .put(method.original(), replacement);
    if (other != null) {
      throw new IllegalStateException(replacement + " and " + other + " replace the same");
    }
  }

  /** The original of a method, null if this JDK has none. */
  private @Nullable MethodInfo replacedBy(CallsClass.Method method) {
    String original = method.original();
    Type result = Type.getReturnType(method.descriptor());
    Type[] all = Type.getArgumentTypes(method.descriptor());
    Type[] parameters = method.takesSite() ? Arrays.copyOf(all, all.length - 1) : all;
    MethodInfo replaced =
        declared(original, method.name(), Type.getMethodDescriptor(result, parameters), true);
    if (parameters.length > 0 && mayReceive(parameters[0], original)) {
      Type[] others = Arrays.copyOfRange(parameters, 1, parameters.length);
      MethodInfo ofInstance =
          declared(original, method.name(), Type.getMethodDescriptor(result, others), false);
      if (replaced != null && ofInstance != null) {
        throw new IllegalStateException(method + " may replace two methods of " + original);
      }
      replaced = ofInstance == null ? replaced : ofInstance;
    }
    return replaced;
  }

  private boolean mayReceive(Type parameter, String original) {
    return parameter.getSort() == Type.OBJECT
        && files.isSubtype(original, parameter.getInternalName());
  }

  /** Such a method of the class, its own or inherited, null if there is none. */
  private @Nullable MethodInfo declared(
      String type, String method, String descriptor, boolean isStatic) {
    ClassInfo info = files.find(type);
    if (info == null) {
      return null;
    }
    MethodInfo own = info.method(method, descriptor);
    if (own != null) {
      return own.isStatic() == isStatic ? own : null;
    }
    MethodInfo inherited =
        info.superName == null ? null : declared(info.superName, method, descriptor, isStatic);
    for (String each : info.interfaces) {
      inherited = inherited == null ? declared(each, method, descriptor, isStatic) : inherited;
    }
    return inherited;
  }

  // --- call sites

  /** What to call instead of a method, null to leave the call as it is. */
  @Nullable Replacement find(int opcode, String owner, String name, String descriptor) {
    resolve(name);
    Map<String, Replacement> candidates = replacements.get(name + descriptor);
    if (candidates == null) {
      return null;
    }
    Replacement found = find(candidates, owner, name, descriptor, false);
    return found != null && found.isStatic() == (opcode == Opcodes.INVOKESTATIC) ? found : null;
  }

  /** The methods of a class of the program that override replaced ones: names and descriptors. */
  List<String> overriddenBy(ClassInfo info) {
    List<String> overridden = new ArrayList<>();
    for (MethodInfo method : info.methods) {
      resolve(method.name());
      if (replacements.containsKey(method.name() + method.descriptor())
          && (method.access() & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0
          && isReplacedAbove(info, method)) {
        overridden.add(method.name() + method.descriptor());
      }
    }
    return overridden;
  }

  private boolean isReplacedAbove(ClassInfo info, MethodInfo method) {
    List<String> above = new ArrayList<>(info.interfaces);
    above.add(info.superName == null ? OBJECT : info.superName);
    for (String each : above) {
      ClassInfo parent = files.find(each);
      if (parent == null) {
        continue;
      }
      if (parent.isProgram
          ? isReplacedAbove(parent, method)
          : find(Opcodes.INVOKEVIRTUAL, each, method.name(), method.descriptor()) != null) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Replacement find(
      Map<String, Replacement> candidates,
      String type,
      String name,
      String descriptor,
      boolean isOverridden) {
    Replacement own = candidates.get(type);
    if (own != null && !(isOverridden && type.equals(OBJECT))) {
      return own;
    }
    ClassInfo info = files.find(type);
    if (info == null) {
      return isOverridden ? null : candidates.get(OBJECT);
    }
    boolean declares = info.method(name, descriptor) != null;
    if (declares && info.isProgram) {
      return null;
    }
    boolean overridden = isOverridden || declares;
    if (info.superName != null) {
      Replacement inherited = find(candidates, info.superName, name, descriptor, overridden);
      if (inherited != null) {
        return inherited;
      }
    }
    for (String each : info.interfaces) {
      Replacement inherited = find(candidates, each, name, descriptor, overridden);
      if (inherited != null) {
        return inherited;
      }
    }
    return null;
  }
}
