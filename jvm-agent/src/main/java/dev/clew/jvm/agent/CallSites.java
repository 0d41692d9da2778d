package dev.clew.jvm.agent;

import dev.clew.jvm.run.calls.Replaces;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

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

  /** By name and descriptor of the original method, then by its class. */
  private final Map<String, Map<String, Replacement>> replacements = new HashMap<>();

  /** By class and descriptor of the constructor. */
  private final Map<String, ConstructorCall> constructorCalls = new HashMap<>();

  private final List<String> unmatched = new ArrayList<>();

  private CallSites() {}

  /** The table of these class files. */
  static CallSites of(Collection<byte[]> classFiles, ClassFiles files) {
    CallSites sites = new CallSites();
    for (byte[] each : classFiles) {
      CallsClass calls = CallsClass.of(each, files);
      for (Map.Entry<String, Replacement> entry : calls.replacements().entrySet()) {
        Replacement replacement = entry.getValue();
        Replacement other =
            sites
                .replacements
                .computeIfAbsent(entry.getKey(), key -> new HashMap<>())
                .put(replacement.original(), replacement);
        if (other != null) {
          throw new IllegalStateException(replacement + " and " + other + " replace the same");
        }
      }
      for (ConstructorCall call : calls.constructorCalls()) {
        ConstructorCall other =
            sites.constructorCalls.put(call.original() + call.constructor(), call);
        if (other != null) {
          throw new IllegalStateException(call + " and " + other + " are for the same");
        }
      }
      sites.unmatched.addAll(calls.unmatched());
    }
    return sites;
  }

  /** The table of all classes in the package of {@link Replaces}. */
  static CallSites standard(ClassFiles files) {
    return of(PackageFiles.beside(Replaces.class), files);
  }

  /** The replacing methods without an original in this JDK. */
  List<String> unmatched() {
    return List.copyOf(unmatched);
  }

  /** How many methods and constructors are replaced. */
  int size() {
    return constructorCalls.size() + replacements.values().stream().mapToInt(Map::size).sum();
  }

  /** What to call at a call of a constructor, null to leave it as it is. */
  @Nullable ConstructorCall constructor(String owner, String descriptor) {
    return constructorCalls.get(owner + descriptor);
  }

  /** What to call instead of a method, null to leave the call as it is. */
  @Nullable Replacement find(
      int opcode, String owner, String name, String descriptor, ClassFiles files) {
    Map<String, Replacement> candidates = replacements.get(name + descriptor);
    if (candidates == null) {
      return null;
    }
    Replacement found = find(candidates, owner, name, descriptor, false, files);
    return found != null && found.isStatic() == (opcode == Opcodes.INVOKESTATIC) ? found : null;
  }

  /** The methods of a class of the program that override replaced ones: names and descriptors. */
  List<String> overriddenBy(ClassInfo info, ClassFiles files) {
    List<String> overridden = new ArrayList<>();
    for (MethodInfo method : info.methods) {
      if (replacements.containsKey(method.name() + method.descriptor())
          && (method.access() & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0
          && isReplacedAbove(info, method, files)) {
        overridden.add(method.name() + method.descriptor());
      }
    }
    return overridden;
  }

  private boolean isReplacedAbove(ClassInfo info, MethodInfo method, ClassFiles files) {
    List<String> above = new ArrayList<>(info.interfaces);
    above.add(info.superName == null ? OBJECT : info.superName);
    for (String each : above) {
      ClassInfo parent = files.find(each);
      if (parent == null) {
        continue;
      }
      if (parent.isProgram
          ? isReplacedAbove(parent, method, files)
          : find(Opcodes.INVOKEVIRTUAL, each, method.name(), method.descriptor(), files) != null) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Replacement find(
      Map<String, Replacement> candidates,
      String type,
      String name,
      String descriptor,
      boolean isOverridden,
      ClassFiles files) {
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
      Replacement inherited = find(candidates, info.superName, name, descriptor, overridden, files);
      if (inherited != null) {
        return inherited;
      }
    }
    for (String each : info.interfaces) {
      Replacement inherited = find(candidates, each, name, descriptor, overridden, files);
      if (inherited != null) {
        return inherited;
      }
    }
    return null;
  }
}
