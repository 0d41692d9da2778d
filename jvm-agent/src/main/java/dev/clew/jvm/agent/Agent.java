package dev.clew.jvm.agent;

import dev.clew.jvm.run.Hooks;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM calls before anything else: gets the right to change classes of the JDK, and opens
 * to this tool what it needs of the JDK's internals.
 *
 * <p>The JVM is started with {@code -javaagent:clew-jvm-agent.jar}, and with {@code
 * -Xbootclasspath/a:} the class path of the module that runs programs, so that classes of the JDK
 * can call it. Nothing has to be opened or exported on the command line.
 */
public final class Agent {
  /** Packages of java.base of which the tool uses members that are not public. */
  private static final Set<String> OPENED =
      Set.of(
          "java.lang",
          "java.lang.invoke",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "jdk.internal.misc",
          "jdk.internal.vm");

  private static @Nullable JdkClasses jdkClasses;

  private Agent() {}

  /** Called by the JVM before the main class is loaded. */
  public static void premain(@Nullable String arguments, Instrumentation given) {
    if (Hooks.class.getClassLoader() != null) {
      throw new IllegalStateException(
          "the module that runs programs is not on the boot class path: start the JVM with"
              + " -Xbootclasspath/a:");
    }
    open(given, Set.of(Hooks.class.getModule(), Agent.class.getModule()));
    new LastingHashCodes(given).give();
    jdkClasses = new JdkClasses(given);
  }

  /** Called by the JVM for the agent of a jar that is started by {@code java -jar}. */
  public static void agentmain(@Nullable String arguments, Instrumentation given) {
    premain(arguments, given);
  }

  private static void open(Instrumentation given, Set<Module> modules) {
    Module base = Object.class.getModule();
    Map<String, Set<Module>> opened = new HashMap<>();
    for (String each : OPENED) {
      if (base.getPackages().contains(each)) {
        opened.put(each, modules);
      }
    }
    given.redefineModule(base, Set.of(), opened, opened, Set.of(), Map.of());
  }

  /**
   * The classes of the JDK, which only an agent can change.
   *
   * @throws IllegalStateException if the JVM was started without this agent
   */
  static JdkClasses jdkClasses() {
    JdkClasses present = jdkClasses;
    if (present == null) {
      throw new IllegalStateException(
          "the JVM runs without the agent; start it with -javaagent:clew-jvm-agent.jar");
    }
    return present;
  }
}
