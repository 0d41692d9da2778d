package dev.clew.jvm.agent;

import dev.clew.jvm.agent.SpinLoops.Loop;
import dev.clew.jvm.run.Sites;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets loops that may wait by looking tell when a round begins, and methods that they may call tell
 * that they may change something unnoticed.
 *
 * <pre>
 *   frame = Hooks.frame();
 *   while (true) {
 *     Hooks.spinLocal(value); // of each local variable that a round may change
 *     Hooks.spin(loop, frame, site);
 *     ...
 *     Hooks.round(loop);
 *   }
 * </pre>
 */
final class SpinVisitor extends ClassVisitor {
  private static final AtomicInteger LOOPS = new AtomicInteger();

  private final HookedClass hooked;
  private final boolean isFair;

  /** With {@code isFair}, also other loops tell when a round begins. */
  SpinVisitor(ClassVisitor next, HookedClass hooked, boolean isFair) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
    this.isFair = isFair;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || name.equals("<clinit>")) {
      return next;
    }
    if (hooked.facts().method(name, descriptor).hasLoops()) {
      return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
        @Override
        public void visitEnd() {
          instrument(this);
          accept(next);
        }
      };
    }
    return mayChange(name, descriptor) ? new Effects(next, effect(name, descriptor)) : next;
  }

  /** Does a method call what may change something that hooks do not notice? */
  private boolean mayChange(String name, String descriptor) {
    for (String each : hooked.facts().method(name, descriptor).calls()) {
      int dot = each.lastIndexOf('.');
      if (!SpinLoops.isHarmless(each.substring(0, dot), each.substring(dot + 1), hooked)) {
        return true;
      }
    }
    return false;
  }

  /** What a method that may change something tells at its beginning. */
  private String effect(String name, String descriptor) {
    for (String each : hooked.facts().method(name, descriptor).calls()) {
      int dot = each.lastIndexOf('.');
      if (SpinLoops.asksOutside(each.substring(0, dot), each.substring(dot + 1), hooked)) {
        return "outside";
      }
    }
    return "effect";
  }

  /** Tells at its beginning that a method may change something. */
  private final class Effects extends MethodVisitor {
    private final String effect;

    private Effects(MethodVisitor next, String effect) {
      super(Opcodes.ASM9, next);
      this.effect = effect;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      super.visitMethodInsn(Opcodes.INVOKESTATIC, hooked.hooks(), effect, "()V", false);
    }
  }

  private void instrument(MethodNode method) {
    List<Loop> loops = SpinLoops.in(method, hooked, isFair);
    InsnList start = new InsnList();
    if (mayChange(method.name, method.desc)) {
      start.add(hook(effect(method.name, method.desc), "()V"));
    }
    if (!loops.isEmpty()) {
      int frame = method.maxLocals++;
      start.add(hook("frame", "()I"));
      start.add(new VarInsnNode(Opcodes.ISTORE, frame));
      for (Loop loop : loops) {
        instrument(method, loop, frame);
      }
    }
    method.instructions.insert(start);
  }

  private void instrument(MethodNode method, Loop loop, int frame) {
    int number = LOOPS.incrementAndGet();
    for (JumpInsnNode jump : loop.jumps()) {
      InsnList before = new InsnList();
      LabelNode leave = new LabelNode();
      if (jump.getOpcode() != Opcodes.GOTO) {
        before.add(new JumpInsnNode(opposite(jump.getOpcode()), leave));
      }
      before.add(new LdcInsnNode(number));
      before.add(hook("round", "(I)V"));
      method.instructions.insertBefore(jump, before);
      if (jump.getOpcode() != Opcodes.GOTO) {
        method.instructions.insert(jump, leave);
        jump.setOpcode(Opcodes.GOTO);
      }
    }
    InsnList atHead = new InsnList();
    if (loop.asksOutside()) {
      atHead.add(hook("outside", "()V"));
    }
    for (Map.Entry<Integer, Integer> local : loop.locals().entrySet()) {
      int load = local.getValue();
      atHead.add(new VarInsnNode(load, local.getKey()));
      atHead.add(hook("spinLocal", "(" + type(load) + ")V"));
    }
    atHead.add(new LdcInsnNode(number));
    atHead.add(new VarInsnNode(Opcodes.ILOAD, frame));
    atHead.add(new LdcInsnNode(site(method, loop.head())));
    atHead.add(hook(loop.mayOnlyLook() ? "spin" : "fair", "(III)V"));
    method.instructions.insert(loop.head(), atHead);
  }

  private static String type(int load) {
    return switch (load) {
      case Opcodes.ILOAD -> "I";
      case Opcodes.LLOAD -> "J";
      case Opcodes.FLOAD -> "F";
      case Opcodes.DLOAD -> "D";
      default -> "Ljava/lang/Object;";
    };
  }

  /** The conditions come in pairs. */
  private static int opposite(int opcode) {
    return switch (opcode) {
      case Opcodes.IFNULL -> Opcodes.IFNONNULL;
      case Opcodes.IFNONNULL -> Opcodes.IFNULL;
      default -> ((opcode - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
    };
  }

  private int site(MethodNode method, AbstractInsnNode head) {
    int line = 0;
    for (AbstractInsnNode each = head; each != null; each = each.getNext()) {
      if (each instanceof LineNumberNode number) {
        line = number.line;
        break;
      }
      if (each instanceof JumpInsnNode || each instanceof InsnNode) {
        break;
      }
    }
    for (AbstractInsnNode each = head; line == 0 && each != null; each = each.getPrevious()) {
      if (each instanceof LineNumberNode number) {
        line = number.line;
      }
    }
    return Sites.add(hooked.sourceName(), hooked.facts().sourceFile(), method.name, line);
  }

  private MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, hooked.hooks(), name, descriptor, false);
  }
}
