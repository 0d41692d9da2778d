package dev.clew.jvm.program;

import dev.clew.jvm.program.ProgramUses.Use;
import dev.clew.jvm.run.Globals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why a program may have done something else under the same schedule: what it uses that no schedule
 * controls.
 *
 * <p>It is a guess, from the classes and methods that the program names, and says so.
 */
final class DivergenceCause {
  private static final int MOST = 3;

  /** A possible cause: how to see that it applies, and what to say after "X uses Y: ". */
  private record Cause(Function<ProgramUses, @Nullable Use> applies, String explanation) {}

  private static final List<Cause> CAUSES =
      List.of(
          classes(
              "what one execution writes to files, the next one finds there",
              "java/io/File",
              "java/io/RandomAccessFile",
              "java/nio/channels/AsynchronousFileChannel",
              "java/nio/channels/FileChannel",
              "java/nio/file/Files",
              "java/util/jar/JarFile",
              "java/util/prefs/",
              "java/util/zip/ZipFile"),
          classes(
              "what comes over the network is not the same each time",
              "java/net/DatagramSocket",
              "java/net/HttpURLConnection",
              "java/net/MulticastSocket",
              "java/net/ServerSocket",
              "java/net/Socket",
              "java/net/URLConnection",
              "java/net/http/",
              "java/nio/channels/AsynchronousS",
              "java/nio/channels/DatagramChannel",
              "java/nio/channels/Selector",
              "java/nio/channels/ServerSocketChannel",
              "java/nio/channels/SocketChannel",
              "java/rmi/",
              "java/sql/"),
          classes("other processes are not under control", "java/lang/Process"),
          methods(
              "this setting of the JVM stays as it is for the next execution",
              "java/lang/System.setSecurityManager",
              "java/net/Authenticator.setDefault",
              "java/net/CookieHandler.setDefault",
              "java/net/ProxySelector.setDefault",
              "java/net/ResponseCache.setDefault",
              "java/net/URL.setURLStreamHandlerFactory",
              "java/net/URLConnection.setContentHandlerFactory",
              "java/security/Security.addProvider",
              "java/security/Security.insertProviderAt",
              "java/security/Security.removeProvider",
              "java/security/Security.setProperty",
              "java/util/logging/LogManager.readConfiguration",
              "java/util/logging/LogManager.reset",
              "java/util/logging/Logger.addHandler",
              "java/util/logging/Logger.getLevel",
              "java/util/logging/Logger.setLevel",
              "java/util/spi/",
              "javax/management/MBeanServer.registerMBean"),
          methods("native code is not under control", "java/lang/System.load"),
          methods(
              "classes that it loads this way are not under control",
              "java/lang/ClassLoader.defineClass",
              "java/lang/invoke/MethodHandles$Lookup.define",
              "java/net/URLClassLoader."),
          classes(
              "when memory or the stack run out is not the same each time",
              "java/lang/OutOfMemoryError",
              "java/lang/StackOverflowError",
              "java/lang/VirtualMachineError"),
          classes(
              "when the garbage collector acts is not the same each time", "java/util/WeakHashMap"),
          classes(
              "what the JVM measures is not the same each time",
              "java/lang/management/",
              "com/sun/management/"),
          classes(
              "the present is not under control there",
              "java/time/chrono/HijrahDate",
              "java/time/chrono/JapaneseDate",
              "java/time/chrono/MinguoDate",
              "java/time/chrono/ThaiBuddhistDate"),
          methods(
              "calls by reflection reach the clock, chance and settings of the JVM unseen",
              "java/lang/reflect/Constructor.newInstance",
              "java/lang/reflect/Method.invoke",
              "java/lang/invoke/MethodHandles$Lookup.findConstructor",
              "java/lang/invoke/MethodHandles$Lookup.findStatic",
              "java/lang/invoke/MethodHandles$Lookup.findVirtual"));

  private DivergenceCause() {}

  private static Cause classes(String explanation, String... prefixes) {
    Set<String> wanted = Set.of(prefixes);
    return new Cause(
        uses -> uses.findClass(name -> wanted.stream().anyMatch(name::startsWith)), explanation);
  }

  private static Cause methods(String explanation, String... prefixes) {
    Set<String> wanted = Set.of(prefixes);
    return new Cause(
        uses -> uses.findMethod(name -> wanted.stream().anyMatch(name::startsWith)), explanation);
  }

  /** Whether anything is known that may differ from one execution to the next. */
  static boolean isAny(ProgramUses uses, ClassLoader loader) {
    return strayThread(loader) != null || !found(uses).isEmpty();
  }

  /** In one sentence, to be shown with the divergence. */
  static String of(ProgramUses uses, ClassLoader loader) {
    Thread stray = strayThread(loader);
    if (stray != null) {
      return "The thread \""
          + stray.getName()
          + "\" of the program, which the JDK started, runs outside of control.";
    }
    List<String> found = found(uses);
    if (found.isEmpty()) {
      return "The cause is not known: nothing that the program uses is known to differ from one"
          + " execution to the next.";
    }
    List<String> shown = found.subList(0, Math.min(MOST, found.size()));
    return "The cause may be that " + String.join("; or that ", shown) + ".";
  }

  private static List<String> found(ProgramUses uses) {
    List<String> found = new ArrayList<>();
    Set<String> unexplored = uses.unexplored();
    if (!unexplored.isEmpty()) {
      found.add(
          "threads hand something over by "
              + String.join(" or ", unexplored)
              + ": that one comes before the other there is not seen");
    }
    for (Cause each : CAUSES) {
      Use use = each.applies.apply(uses);
      if (use != null) {
        found.add(use.by() + " uses " + use.name() + ": " + each.explanation);
      }
    }
    for (String each : Globals.problems()) {
      found.add("this JVM does not let Clew control " + each);
    }
    return found;
  }

  /** A living thread that belongs to the program, though no execution is under way. */
  private static @Nullable Thread strayThread(ClassLoader loader) {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getContextClassLoader() == loader) {
        return each;
      }
    }
    return null;
  }
}
