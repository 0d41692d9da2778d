package dev.clew.jvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds class files and answers questions about the hierarchy they form, without loading a class.
 *
 * <p>A class is looked for in the JDK first and then in the program, as its class loader does.
 */
public final class ClassFiles {

  private static final String OBJECT = "java/lang/Object";

  /**
   * The packages of modules, such as the compiler, that the platform class loader finds but has no
   * resources of.
   */
  private static final Set<String> OF_TOOLS =
      ModuleLayer.boot().modules().stream()
          .filter(module -> module.getClassLoader() == ClassLoader.getSystemClassLoader())
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toUnmodifiableSet());

  private final Function<String, byte @Nullable []> programClassFile;
  private final Map<String, Optional<ClassInfo>> found = new HashMap<>();
  private final Map<String, Boolean> needsGuard = new HashMap<>();

  /**
   * Class files of the JDK and of a program.
   *
   * @param programClassFile the class file for an internal name, null if the program has none
   */
  public ClassFiles(Function<String, byte @Nullable []> programClassFile) {
    this.programClassFile = programClassFile;
  }

  /** The class of this internal name, null if there is none. */
  synchronized @Nullable ClassInfo find(String internalName) {
    Optional<ClassInfo> known = found.get(internalName);
    if (known == null) {
      known = Optional.ofNullable(read(internalName));
      found.put(internalName, known);
    }
    return known.orElse(null);
  }

  private @Nullable ClassInfo read(String internalName) {
    byte[] ofPlatform = platformClassFile(internalName);
    if (ofPlatform != null) {
      return ClassInfo.of(ofPlatform, false);
    }
    byte[] ofProgram = programClassFile.apply(internalName);
    try {
      return ofProgram == null ? null : ClassInfo.of(ofProgram, true);
    } catch (RuntimeException e) {
      throw new UnreadableClassFile(internalName, e);
    }
  }

  /** The class file of a class of the JDK, null if there is none. */
  static byte @Nullable [] platformClassFile(String internalName) {
    if (internalName.startsWith("[")) {
      return null;
    }
    String packageName =
        internalName.substring(0, Math.max(0, internalName.lastIndexOf('/'))).replace('/', '.');
    ClassLoader loader =
        OF_TOOLS.contains(packageName)
            ? ClassLoader.getSystemClassLoader()
            : ClassLoader.getPlatformClassLoader();
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + internalName, e);
    }
  }

  /** The field that an instruction names (JVMS 5.4.3.2), null if there is none. */
  @Nullable ResolvedField resolveField(String owner, String name, String descriptor) {
    ClassInfo info = find(owner);
    if (info == null) {
      return null;
    }
    FieldInfo field = info.field(name, descriptor);
    if (field != null) {
      return new ResolvedField(info, field);
    }
    for (String each : info.interfaces) {
      ResolvedField inherited = resolveField(each, name, descriptor);
      if (inherited != null) {
        return inherited;
      }
    }
    return info.superName == null ? null : resolveField(info.superName, name, descriptor);
  }

  /** Is one the other or a subtype of it? Not if the way between them leads through the unknown. */
  boolean isSubtype(String sub, String superName) {
    if (sub.equals(superName)) {
      return true;
    }
    ClassInfo info = find(sub);
    if (info == null) {
      return false;
    }
    if (info.superName != null && isSubtype(info.superName, superName)) {
      return true;
    }
    for (String each : info.interfaces) {
      if (isSubtype(each, superName)) {
        return true;
      }
    }
    return false;
  }

  /** Is it a class of the program under test? */
  boolean isProgram(String internalName) {
    ClassInfo info = find(internalName);
    return info != null && info.isProgram;
  }

  /** Must code see to it that the type is initialised before its static members are used? */
  synchronized boolean needsGuard(String internalName) {
    Boolean known = needsGuard.get(internalName);
    if (known == null) {
      ClassInfo info = find(internalName);
      known =
          info != null
              && info.isProgram
              && (info.hasStaticState() || !initialisedBefore(info).isEmpty());
      needsGuard.put(internalName, known);
    }
    return known;
  }

  /** The guarded types that are initialised before a type, in this order (JVMS 5.5, step 7). */
  List<ClassInfo> initialisedBefore(ClassInfo info) {
    List<ClassInfo> before = new ArrayList<>();
    if (!info.isInterface()) {
      if (info.superName != null && needsGuard(info.superName)) {
        before.add(Objects.requireNonNull(find(info.superName)));
      }
      addInitialisedInterfaces(info, before);
    }
    return before;
  }

  private void addInitialisedInterfaces(ClassInfo info, List<ClassInfo> before) {
    for (String name : info.interfaces) {
      ClassInfo each = find(name);
      if (each != null && each.isProgram && !before.contains(each)) {
        addInitialisedInterfaces(each, before);
        if (each.hasDefaultMethods() && each.hasStaticState()) {
          before.add(each);
        }
      }
    }
  }

  /**
   * The index of a field among the non-final instance fields from the root class down; those of
   * classes of the JDK without hooks do not count.
   */
  int slot(ClassInfo declaring, FieldInfo field) {
    int slot = slotsAbove(declaring);
    for (FieldInfo each : declaring.fields) {
      if (each.equals(field)) {
        return slot;
      }
      slot += hasSlot(each) ? 1 : 0;
    }
    throw new IllegalArgumentException(declaring + " does not declare " + field);
  }

  private int slotsAbove(ClassInfo info) {
    ClassInfo parent = info.superName == null ? null : find(info.superName);
    if (parent == null) {
      return 0;
    }
    boolean hasHooks = parent.isProgram || Library.contains(parent.name);
    long own = hasHooks ? parent.fields.stream().filter(ClassFiles::hasSlot).count() : 0;
    return slotsAbove(parent) + (int) own;
  }

  private static boolean hasSlot(FieldInfo field) {
    return !field.isStatic() && !field.isFinal();
  }

  /**
   * A type that both are assignable to, the closest one if both are classes.
   *
   * @return null if nobody knows because a class above them is missing
   */
  @Nullable String commonSuperClass(String a, String b) {
    if (isInterface(a) || isInterface(b)) {
      return OBJECT; // The verifier takes any object for an interface.
    }
    Set<String> above = new HashSet<>();
    for (String each = a; each != null; each = superName(each)) {
      above.add(each);
    }
    for (String each = b; each != null; each = superName(each)) {
      if (above.contains(each)) {
        return each;
      }
    }
    return null;
  }

  private boolean isInterface(String internalName) {
    ClassInfo info = find(internalName);
    return info != null && info.isInterface();
  }

  private @Nullable String superName(String internalName) {
    ClassInfo info = find(internalName);
    return info == null ? null : info.superName;
  }
}
