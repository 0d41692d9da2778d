package dev.clew.jvm.program.prospects;

import java.util.Set;
import org.objectweb.asm.Type;

/** What methods of the JDK do, of those of which it is known. */
final class JdkCalls {
  /** What a call does. */
  enum Effect {
    /** Nothing that another thread could notice, and nothing that depends on another one. */
    NOTHING,
    LOCK,
    TRY_LOCK,
    UNLOCK,
    WAIT,
    NOTIFY,
    JOIN,
    YIELD,
    /** Reads a variable that is for several threads. */
    LOOK,
    /** Changes a variable that is for several threads. */
    CHANGE,
    /** Nobody knows. */
    ANYTHING
  }

  private static final Set<String> PURE =
      Set.of(
          "java/lang/Math",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/io/PrintStream");

  private static final Set<String> ATOMIC =
      Set.of(
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicBoolean",
          "java/util/concurrent/atomic/AtomicReference");

  private JdkCalls() {}

  /** What a call of a method does that this class of the JDK declares or inherits. */
  static Effect of(String owner, String name, String descriptor) {
    if (owner.equals("java/util/concurrent/locks/ReentrantLock")) {
      return switch (name + descriptor) {
        case "lock()V" -> Effect.LOCK;
        case "tryLock()Z" -> Effect.TRY_LOCK;
        case "unlock()V" -> Effect.UNLOCK;
        default -> Effect.ANYTHING;
      };
    }
    if (ATOMIC.contains(owner)) {
      return ofAtomic(name, descriptor);
    }
    Effect ofObject = ofObject(name + descriptor);
    if (ofObject != Effect.ANYTHING) {
      return ofObject;
    }
    if (owner.equals("java/lang/Thread")) {
      return switch (name + descriptor) {
        case "join()V" -> Effect.JOIN;
        case "yield()V", "onSpinWait()V" -> Effect.YIELD;
        case "currentThread()Ljava/lang/Thread;" -> Effect.NOTHING;
        default -> Effect.ANYTHING;
      };
    }
    return isPure(owner, name, descriptor) ? Effect.NOTHING : Effect.ANYTHING;
  }

  /** Methods that no class can declare otherwise. */
  private static Effect ofObject(String method) {
    return switch (method) {
      case "wait()V" -> Effect.WAIT;
      case "notify()V", "notifyAll()V" -> Effect.NOTIFY;
      case "getClass()Ljava/lang/Class;" -> Effect.NOTHING;
      default -> Effect.ANYTHING;
    };
  }

  /** Whether a method is {@link #ofObject} and so the same whatever the class of the object. */
  static boolean isOfEveryObject(String name, String descriptor) {
    return ofObject(name + descriptor) != Effect.ANYTHING;
  }

  private static Effect ofAtomic(String name, String descriptor) {
    if (descriptor.contains("Ljava/util/function/") || name.equals("<init>")) {
      return Effect.ANYTHING;
    }
    return switch (name) {
      case "get", "getAcquire" -> Effect.LOOK;
      case "set",
          "setRelease",
          "lazySet",
          "getAndSet",
          "compareAndSet",
          "getAndIncrement",
          "getAndDecrement",
          "getAndAdd",
          "incrementAndGet",
          "decrementAndGet",
          "addAndGet" ->
          Effect.CHANGE;
      default -> Effect.ANYTHING;
    };
  }

  private static boolean isPure(String owner, String name, String descriptor) {
    if (name.equals("<init>") && owner.equals("java/lang/Object")) {
      return true;
    }
    boolean isException =
        owner.startsWith("java/lang/") && (owner.endsWith("Exception") || owner.endsWith("Error"));
    boolean isKnown = PURE.contains(owner) || isException && name.equals("<init>");
    return isKnown && hasPlainArguments(descriptor) && !asksElsewhere(name);
  }

  /** Whether a method of these classes asks something that others may change. */
  private static boolean asksElsewhere(String name) {
    return switch (name) {
      case "random", "getInteger", "getLong", "getBoolean", "identityHashCode" -> true;
      default -> false;
    };
  }

  /** Whether a method is the same in all classes below this one. */
  static boolean isFinal(String owner, String name, String descriptor) {
    return owner.equals("java/lang/Thread") && name.equals("join") && descriptor.equals("()V");
  }

  /** The class of which no class of the program may be below one, for its methods to be known. */
  static String rootOf(String owner) {
    return owner.equals("java/io/PrintStream") ? "java/io/OutputStream" : owner;
  }

  /** Whether objects of a class have contents that are not watched. */
  static boolean hasContents(String owner) {
    return owner.equals("java/lang/StringBuilder");
  }

  /** Whether no argument has methods of the program that could be called. */
  static boolean hasPlainArguments(String descriptor) {
    for (Type type : Type.getArgumentTypes(descriptor)) {
      boolean isPrimitive = type.getSort() < Type.ARRAY;
      if (!isPrimitive && !type.getClassName().equals("java.lang.String")) {
        return false;
      }
    }
    return true;
  }
}
