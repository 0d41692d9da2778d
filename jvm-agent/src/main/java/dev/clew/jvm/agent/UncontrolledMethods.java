package dev.clew.jvm.agent;

import java.util.Map;
import java.util.Set;

/**
 * Methods of the JDK that are no steps of the program though its threads run them: what they share
 * belongs to the JVM and lives longer than an execution.
 *
 * <p>By internal name of the class. A method is named alone, for all of that name, or with its
 * descriptor.
 */
final class UncontrolledMethods {
  /** What the JVM calls to link an instruction, and to make a method handle faster. */
  static final Map<String, Set<String>> OF_LINKAGE =
      Map.of(
          "java/lang/invoke/MethodHandleNatives",
          Set.of(
              "findMethodHandleType",
              "linkCallSite",
              "linkDynamicConstant",
              "linkMethod",
              "linkMethodHandleConstant"),
          "java/lang/invoke/MethodHandle",
          Set.of("customize"));

  /**
   * Loggers, and what the JDK's handlers do with records. Messages that a program computes on
   * demand are computed before, under control; handlers and filters of the program are called under
   * control, see {@link LogVisitor}.
   */
  static final Map<String, Set<String>> OF_LOGGING =
      Map.of(
          "java/util/logging/Logger",
          Set.of(
              "addHandler",
              "getAnonymousLogger",
              "getGlobal",
              "getHandlers",
              "getLogger",
              "getResourceBundle",
              "log(Ljava/util/logging/LogRecord;)V",
              "removeHandler",
              "setLevel",
              "setParent",
              "setResourceBundle"),
          "java/util/logging/LogManager",
          Set.of(
              "addLogger",
              "getLogManager",
              "getLogger",
              "getLoggerNames",
              "getProperty",
              "readConfiguration",
              "reset",
              "updateConfiguration"),
          "java/util/logging/Handler",
          Set.of(), // only to be seen
          "java/util/logging/StreamHandler",
          Set.of("close", "flush", "publish"),
          "java/util/logging/ConsoleHandler",
          Set.of("close", "publish"),
          "java/util/logging/FileHandler",
          Set.of("close", "publish"),
          "java/util/logging/SocketHandler",
          Set.of("close", "publish"),
          "java/util/logging/MemoryHandler",
          Set.of("close", "flush", "publish", "push"),
          "jdk/internal/logger/LazyLoggers",
          Set.of("getLazyLogger", "getLogger"),
          "jdk/internal/logger/LazyLoggers$LazyLoggerAccessor",
          Set.of("wrapped"));

  /**
   * Names of hosts. The JVM remembers what it found for seconds of real time, and takes locks where
   * it looks again.
   */
  static final Map<String, Set<String>> OF_HOSTS =
      Map.of(
          "java/net/InetAddress",
          Set.of(
              "getAllByName", "getByName", "getCanonicalHostName", "getHostName", "getLocalHost"));

  private UncontrolledMethods() {}

  /** May a program that uses this class use loggers? */
  static boolean isOfLogging(String internalName) {
    return internalName.startsWith("java/util/logging/")
        || internalName.startsWith("java/lang/System$Logger");
  }

  /** May a program that uses this class ask for hosts? */
  static boolean mayAskForHosts(String internalName) {
    return internalName.startsWith("java/net/");
  }
}
