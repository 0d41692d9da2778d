package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Lets code of a JDK class take the model of a monitor while it is under control, and the real one
 * otherwise. A method with a synchronized block gets its code twice:
 *
 * <pre>
 *   method(args) {
 *     if (isControlled(this)) {
 *       Hooks.monitorEnter(lock); ... Hooks.monitorExit(lock);
 *     } else {
 *       synchronized (lock) { ... }
 *     }
 *   }
 * </pre>
 *
 * <p>Twice, because the JVM does not compile a method that takes a monitor only sometimes. In the
 * code for control, calls of collections are announced. Frames must be visited expanded.
 */
final class LibraryMonitorVisitor extends ClassVisitor {
  private static final String HOOKS = "dev/clew/jvm/run/Hooks";
  private static final String COLLECTIONS = "dev/clew/jvm/run/CollectionCalls";
  private static final String HOOK = "(Ljava/lang/Object;I)V";

  private final String className;
  private final @Nullable String asked;

  /**
   * @param asked the class whose {@code isControlled} is asked about {@code this}; null if nobody
   *     is asked but {@code Hooks}, whatever the object
   */
  LibraryMonitorVisitor(ClassVisitor next, String className, @Nullable String asked) {
    super(Opcodes.ASM9, next);
    this.className = className;
    this.asked = asked;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null || name.equals("<init>")
        ? next
        : new Read(next, access, name, descriptor, signature, exceptions);
  }

  /** Reads a method, and writes it when it is known whether it has a synchronized block. */
  private final class Read extends MethodNode {
    private final MethodVisitor next;

    private Read(
        MethodVisitor next,
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
      this.next = next;
    }

    @Override
    public void visitEnd() {
      super.visitEnd();
      accept(hasMonitor() ? new Twice(next, this) : next);
    }

    private boolean hasMonitor() {
      for (AbstractInsnNode each : instructions) {
        if (each.getOpcode() == Opcodes.MONITORENTER) {
          return true;
        }
      }
      return false;
    }
  }

  /** Writes a method as it was, and behind that once more for control. */
  private final class Twice extends MethodVisitor {
    private final MethodNode method;
    private final boolean isStatic;
    private final Label controlled = new Label();

    private Twice(MethodVisitor next, MethodNode method) {
      super(Opcodes.ASM9, next);
      this.method = method;
      this.isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      if (asked != null && !isStatic) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC, asked, "isControlled", "(Ljava/lang/Object;)Z", false);
      } else {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "isControlled", "()Z", false);
      }
      mv.visitJumpInsn(Opcodes.IFNE, controlled);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      mv.visitLabel(controlled);
      MethodEntry.visitFrame(mv, className, isStatic, method.desc);
      method.instructions.resetLabels();
      for (TryCatchBlockNode each : method.tryCatchBlocks) {
        // A handler that guards its own release would never let go of a thread that is ended.
        if (each.start != each.handler || each.type != null) {
          mv.visitTryCatchBlock(
              each.start.getLabel(), each.end.getLabel(), each.handler.getLabel(), each.type);
        }
      }
      method.instructions.accept(new Controlled(mv, method.maxLocals));
      mv.visitMaxs(maxStack, maxLocals);
    }
  }

  /** The code for control. */
  private static final class Controlled extends MethodVisitor {
    private final int firstFree;

    private Controlled(MethodVisitor next, int firstFree) {
      super(Opcodes.ASM9, next);
      this.firstFree = firstFree;
    }

    @Override
    public void visitInsn(int opcode) {
      switch (opcode) {
        case Opcodes.MONITORENTER -> hook("monitorEnter");
        case Opcodes.MONITOREXIT -> hook("monitorExit");
        default -> mv.visitInsn(opcode);
      }
    }

    private void hook(String name) {
      mv.visitInsn(Opcodes.ICONST_M1);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, HOOK, false);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (opcode == Opcodes.INVOKEINTERFACE && CollectionMethods.isCollection(owner)) {
        CallArguments arguments = CallArguments.putAside(mv, descriptor, firstFree);
        mv.visitInsn(Opcodes.DUP);
        mv.visitInsn(CollectionMethods.isWrite(name) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC, COLLECTIONS, "inside", "(Ljava/lang/Object;Z)V", false);
        arguments.loadAll();
      }
      mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
