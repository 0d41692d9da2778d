package dev.clew.jvm.agent;

import dev.clew.jvm.run.FramePoints.Next;
import dev.clew.jvm.run.FramePoints.Point;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Says of instructions whether a thread may come to a visible operation there, and what is known of
 * the methods of the JDK that are called.
 */
final class FramePlaces {
  /** Classes all of whose methods depend on their arguments only, and change nothing. */
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
          "java/lang/String");

  /** Classes of the JDK of which each call, if it is an operation, is one operation. */
  private static final Set<String> ONE_OPERATION =
      Set.of(
          "java/util/concurrent/locks/ReentrantLock",
          "java/util/concurrent/locks/Lock",
          "java/util/concurrent/locks/Condition",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicBoolean",
          "java/util/concurrent/atomic/AtomicReference",
          "java/util/concurrent/atomic/AtomicIntegerArray",
          "java/util/concurrent/atomic/AtomicLongArray",
          "java/util/concurrent/atomic/AtomicReferenceArray",
          "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
          "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
          "java/util/concurrent/Semaphore",
          "java/util/concurrent/CountDownLatch");

  private FramePlaces() {}

  /** Whether an entry of a stack is no object that a constructor has to complete. */
  static boolean isComplete(int entry) {
    return entry < StackTypes.INCOMPLETE - 1;
  }

  static boolean isReturn(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }

  /** The point that an instruction is, null if no operation can come there. */
  static @Nullable Point of(
      AbstractInsnNode instruction, int[] stack, HookedClass hooked, boolean isSynchronized) {
    if (instruction instanceof MethodInsnNode call) {
      return call.owner.startsWith("dev/clew/jvm/run/")
          ? ofHook(call)
          : ofCall(call, stack, hooked);
    }
    if (instruction instanceof InvokeDynamicInsnNode) {
      return new Point(Next.OTHER_CALL, -1, "", false, false);
    }
    if (instruction instanceof FieldInsnNode access) {
      return new Point(Next.ACCESS, -1, "", isImpure(access, hooked), false);
    }
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.NEW) {
      String type = ((TypeInsnNode) instruction).desc;
      boolean asks = asksForHashCodes(type) && !hooked.files().isProgram(type);
      return new Point(Next.ACCESS, -1, "", asks, asks);
    }
    boolean isAccess =
        opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
            || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
            || opcode == Opcodes.MONITORENTER
            || opcode == Opcodes.MONITOREXIT;
    if (isAccess) {
      return new Point(Next.ACCESS, -1, "", false, false);
    }
    return isSynchronized && isReturn(instruction)
        ? new Point(Next.RETURN, -1, "", false, false)
        : null;
  }

  /** Of the hooks that come before this one only the one of loops that wait may be an operation. */
  private static @Nullable Point ofHook(MethodInsnNode call) {
    return call.name.equals("spin") ? new Point(Next.OTHER_CALL, -1, "", false, false) : null;
  }

  private static boolean isImpure(FieldInsnNode access, HookedClass hooked) {
    boolean isStatic =
        access.getOpcode() == Opcodes.GETSTATIC || access.getOpcode() == Opcodes.PUTSTATIC;
    boolean isOutput =
        access.owner.equals("java/lang/System")
            && (access.name.equals("out") || access.name.equals("err"));
    return isStatic && !hooked.files().isProgram(access.owner) && !isOutput;
  }

  private static Point ofCall(MethodInsnNode call, int[] stack, HookedClass hooked) {
    String method = call.name + call.desc;
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    boolean isConstructor = call.name.equals("<init>");
    int receiver = isStatic || isConstructor ? -1 : receiver(call, stack);
    if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
      receiver = -1; // which method it is does not depend on the object
    }
    if (hooked.isOfProgram(call.owner, call.name, call.desc)) {
      return new Point(Next.PROGRAM_CALL, receiver, method, false, false);
    }
    boolean takesFunctions = call.desc.contains("Ljava/util/function/");
    if (call.owner.equals("java/lang/Thread")) {
      return ofThread(call, receiver, method);
    }
    boolean isKnown =
        ONE_OPERATION.contains(call.owner) && !takesFunctions
            || call.owner.equals("java/lang/Object")
            || PURE.contains(call.owner);
    boolean asks = givesHashCode(call);
    boolean isImpure = isStatic && !isKnown && !isHarmless(call) || asks;
    return new Point(isKnown ? Next.KNOWN_CALL : Next.OTHER_CALL, receiver, method, isImpure, asks);
  }

  /**
   * Identity hash codes depend on how many a thread asked for before, which a state does not show:
   * an object may have got its own, or the next one may be another.
   */
  private static boolean givesHashCode(MethodInsnNode call) {
    return call.name.equals("hashCode") && call.desc.equals("()I")
        || call.name.equals("toString") && call.owner.equals("java/lang/Object");
  }

  private static boolean asksForHashCodes(String type) {
    return type.contains("Hash") || type.contains("Identity");
  }

  /** Static methods that leave nothing behind but in their arguments, in one step or several. */
  private static boolean isHarmless(MethodInsnNode call) {
    return call.owner.equals("java/util/Arrays")
        || call.owner.equals("java/util/Objects") && call.name.startsWith("require")
        || call.owner.equals("java/lang/System")
            && switch (call.name) {
              case "arraycopy", "nanoTime", "currentTimeMillis" -> true;
              default -> false;
            };
  }

  private static Point ofThread(MethodInsnNode call, int receiver, String method) {
    boolean isKnown =
        switch (call.name) {
          case "start", "join", "yield", "onSpinWait", "currentThread", "<init>" -> true;
          case "interrupt", "isInterrupted", "interrupted", "isAlive", "getName" -> true;
          default -> false;
        };
    return new Point(
        isKnown ? Next.KNOWN_CALL : Next.OTHER_CALL, receiver, method, !isKnown, false);
  }

  /** Which of the values that are kept of the stack is the object whose method is called. */
  private static int receiver(MethodInsnNode call, int[] stack) {
    int at = stack.length - 1 - Type.getArgumentTypes(call.desc).length;
    int kept = 0;
    for (int k = 0; k < at; k++) {
      kept += isComplete(stack[k]) ? 1 : 0;
    }
    return kept;
  }
}
