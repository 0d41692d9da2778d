package dev.clew.jvm.program;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a program could find out which of several alike threads it is in, or asks something of a
 * certain thread, by a method that its classes name: then no threads are alike.
 */
final class IdentityLeaks {
  /** What can be done with threads without learning, or using, who they are. */
  private static final Set<String> HARMLESS =
      Set.of(
          "<init>",
          "start",
          "join",
          "sleep",
          "yield",
          "onSpinWait",
          "interrupted",
          "setDaemon",
          "setName",
          "setPriority",
          "startVirtualThread",
          "ofVirtual",
          "ofPlatform");

  /** Methods of any class that hand out threads, or ask for one. */
  private static final Set<String> NAMES =
      Set.of(
          "currentThread",
          "threadId",
          "hasQueuedThread",
          "isQueued",
          "getOwner",
          "getQueuedThreads",
          "getWaitingThreads",
          "getQueuedReaderThreads",
          "getQueuedWriterThreads",
          "getExclusiveQueuedThreads",
          "getSharedQueuedThreads",
          "getFirstQueuedThread",
          "identityHashCode");

  /** Classes that know the current thread, all threads, or call what cannot be seen here. */
  private static final List<String> CLASSES =
      List.of(
          "java/lang/ThreadLocal.",
          "java/lang/InheritableThreadLocal.",
          "java/lang/ThreadGroup.",
          "java/lang/ScopedValue",
          "java/lang/StackWalker.",
          "java/lang/management/",
          "java/lang/reflect/Method.",
          "java/lang/invoke/MethodHandle.",
          "java/util/IdentityHashMap.",
          "java/util/concurrent/ThreadLocalRandom.",
          "java/util/concurrent/locks/LockSupport.");

  private static final String THREAD = "java/lang/Thread";

  /** What can be asked of a thread. */
  private static final Set<String> QUESTIONS =
      Stream.of(Thread.class.getMethods())
          .filter(method -> method.getDeclaringClass() == Thread.class)
          .map(Method::getName)
          .filter(name -> !HARMLESS.contains(name) && !name.equals("run"))
          .collect(Collectors.toUnmodifiableSet());

  private IdentityLeaks() {}

  /** Words for the first leak among what the classes loaded so far name; empty if none. */
  static String in(ProgramUses uses) {
    ProgramUses.Use use = uses.findMethod(method -> isLeak(method, uses));
    return use == null ? "" : "because " + use.by() + " uses " + use.name();
  }

  private static boolean isLeak(String method, ProgramUses uses) {
    int dot = method.indexOf('.');
    String owner = method.substring(0, dot);
    String name = method.substring(dot + 1);
    if (owner.equals(THREAD)) {
      return !HARMLESS.contains(name);
    }
    if (QUESTIONS.contains(name) && uses.isKindOf(owner, THREAD)) {
      return true;
    }
    return NAMES.contains(name) || CLASSES.stream().anyMatch(method::startsWith);
  }
}
