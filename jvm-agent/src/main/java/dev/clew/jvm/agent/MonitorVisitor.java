package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls {@code monitorEnter} and {@code monitorExit} instead of taking monitors.
 *
 * <p>The body of a synchronized method, which is not one any more, becomes:
 *
 * <pre>
 *   Object lock = this;  // or the class
 *   monitorEnter(lock);
 *   try {
 *     ...
 *     Object held = lock;  // at every return
 *     lock = null;
 *     monitorExit(held);
 *     return ...
 *   } catch (Throwable e) {
 *     if (lock != null) {
 *       monitorExit(lock);
 *     }
 *     throw e;
 *   }
 * </pre>
 */
final class MonitorVisitor extends HookInserter {
  private static final String HOOK = "(Ljava/lang/Object;I)V";
  private static final Object[] THROWN = {"java/lang/Throwable"};

  private final boolean isSynchronized;
  private final boolean isStatic;
  private final Label start = new Label();

  MonitorVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts, int access) {
    super(next, hooked, facts);
    this.isSynchronized = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (isSynchronized) {
      standAt(facts.firstLine());
      if (isStatic) {
        mv.visitLdcInsn(Type.getObjectType(hooked.self().name));
      } else {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
      }
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ASTORE, lock());
      push(siteOf(facts.firstLine()));
      hook("monitorEnter", HOOK);
      mv.visitLabel(start);
    }
  }

  /**
   * Leaves out handlers that guard themselves. Compilers let the handler that releases a monitor
   * guard its own release; if the hook there throws, because the execution is over, the thread
   * would never get out.
   */
  @Override
  public void visitTryCatchBlock(Label from, Label to, Label handler, @Nullable String type) {
    if (from != handler || type != null) {
      super.visitTryCatchBlock(from, to, handler, type);
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITORENTER) {
      hookAtSite("monitorEnter", HOOK);
    } else if (opcode == Opcodes.MONITOREXIT) {
      hookAtSite("monitorExit", HOOK);
    } else {
      if (isSynchronized && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        mv.visitVarInsn(Opcodes.ALOAD, lock());
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, lock());
        hookAtSite("monitorExit", HOOK);
      }
      super.visitInsn(opcode);
    }
  }

  /** Adds the variable that has the monitor. */
  @Override
  public void visitFrame(
      int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
    if (!isSynchronized) {
      super.visitFrame(type, localCount, locals, stackCount, stack);
      return;
    }
    List<Object> extended = new ArrayList<>(Arrays.asList(locals).subList(0, localCount));
    int size = localCount;
    for (Object each : extended) {
      size += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 1 : 0;
    }
    extended.addAll(Collections.nCopies(lock() - size, Opcodes.TOP));
    extended.add("java/lang/Object");
    super.visitFrame(type, extended.size(), extended.toArray(), stackCount, stack);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (isSynchronized) {
      Label handler = new Label();
      Label rethrow = new Label();
      mv.visitTryCatchBlock(start, handler, handler, null);
      mv.visitLabel(handler);
      visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, THROWN);
      standAt(facts.lastLine());
      mv.visitVarInsn(Opcodes.ALOAD, lock());
      mv.visitJumpInsn(Opcodes.IFNULL, rethrow);
      mv.visitVarInsn(Opcodes.ALOAD, lock());
      push(siteOf(facts.lastLine()));
      hook("monitorExit", HOOK);
      mv.visitLabel(rethrow);
      visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, THROWN);
      mv.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  /** Says which line the following instructions belong to. */
  private void standAt(int line) {
    if (line > 0) {
      Label here = new Label();
      mv.visitLabel(here);
      mv.visitLineNumber(line, here);
    }
  }

  /** The local variable that has the monitor while it is held. */
  private int lock() {
    return facts.maxLocals();
  }
}
