package dev.clew.jvm.agent;

import dev.clew.jvm.run.IdentityHashes;
import java.lang.instrument.Instrumentation;
import java.util.List;

/**
 * Gives what the JDK has once in a JVM, and programs keep in hash tables, identity hash codes that
 * are the same in every JVM: classes, with their class loaders and modules, and constants of enums.
 *
 * <p>Otherwise they would depend on who asked first, which may be the JVM at its start, this tool,
 * or a thread of any execution; and so would the order in which a program goes through a table.
 */
final class LastingHashCodes {
  private static final List<Class<?>> PRIMITIVES =
      List.of(
          boolean.class,
          byte.class,
          char.class,
          double.class,
          float.class,
          int.class,
          long.class,
          short.class,
          void.class);

  private final Instrumentation instrumentation;

  LastingHashCodes(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Gives all that is there hash codes; what has one keeps it. */
  void give() {
    for (Class<?> each : PRIMITIVES) {
      IdentityHashes.give(each, each.getName());
    }
    give(ClassLoader.getPlatformClassLoader());
    give(ClassLoader.getSystemClassLoader());
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      if (!each.isHidden() && JdkClassTransformer.isOfJdk(each.getClassLoader())) {
        give(each);
      }
    }
  }

  private static void give(Class<?> type) {
    IdentityHashes.give(type, type.getName());
    Module module = type.getModule();
    if (module.isNamed()) {
      IdentityHashes.give(module, module.getName());
    }
    if (type.isEnum()) {
      IdentityHashes.giveToConstants(type);
    }
  }

  private static void give(ClassLoader loader) {
    IdentityHashes.give(loader, String.valueOf(loader.getName()));
    IdentityHashes.give(loader.getUnnamedModule(), loader.getName() + " module");
  }
}
