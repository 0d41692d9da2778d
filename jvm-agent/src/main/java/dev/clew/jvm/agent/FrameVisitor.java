package dev.clew.jvm.agent;

import dev.clew.jvm.run.FramePoints;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets methods tell what their frames hold, before each instruction at which a thread may come to a
 * visible operation; for searches that recognise states.
 *
 * <pre>
 *   frame = FrameHooks.enter(isLambda);
 *   try {
 *     ...
 *     FrameHooks.at(frame, point);
 *     FrameHooks.keep(value); // of the operand stack, then of each live local variable
 *     [the instruction]
 *     ...
 *     FrameHooks.exit(frame);
 *     return;
 *   } catch (Throwable t) {
 *     FrameHooks.exit(frame);
 *     throw t;
 *   }
 * </pre>
 *
 * A synchronized method does not tell that it ends: to give its monitor back is an operation, and
 * comes later. Its last point has what it returns.
 */
final class FrameVisitor extends ClassVisitor {
  private static final String HOOKS = "dev/clew/jvm/run/FrameHooks";

  /** Room for the local variables of other visitors, above those of the method itself. */
  private static final int ROOM = 32;

  private final HookedClass hooked;
  private final LargeMethods large;
  private final @Nullable ProgramCode kept;

  /**
   * Visits a class.
   *
   * @param large the methods that would become too large: they tell nothing
   * @param kept where the code is kept as it was, null if nowhere; then methods also tell what they
   *     begin with
   */
  FrameVisitor(
      ClassVisitor next, HookedClass hooked, LargeMethods large, @Nullable ProgramCode kept) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
    this.large = large;
    this.kept = kept;
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
    if (large.hasFew(name + descriptor)) {
      FramePoints.miss();
      return next;
    }
    return new MethodNode(Opcodes.ASM9, access, name, descriptor, signature, exceptions) {
      @Override
      public void visitEnd() {
        if (instructions.size() > 0) {
          instrument(this);
        }
        accept(next);
      }
    };
  }

  private void instrument(MethodNode method) {
    ProgramCode keeper = kept;
    MethodCode original =
        keeper == null ? null : keeper.add(new MethodCode(hooked.self().name, method));
    int[] @Nullable [] stacks = StackTypes.of(method);
    BitSet[] live = LiveLocals.of(method);
    boolean isSynchronized = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    if (original != null && isSynchronized && original.keepsThis()) {
      for (BitSet each : live) {
        each.set(Opcodes.ALOAD - Opcodes.ILOAD); // the monitor that it gives back in the end
      }
    }
    int frame = method.maxLocals + ROOM;
    int room = frame + 1;
    List<AbstractInsnNode> code = new ArrayList<>();
    method.instructions.forEach(code::add);
    int widest = room;
    for (int i = 0; i < code.size(); i++) {
      AbstractInsnNode instruction = code.get(i);
      if (instruction instanceof LdcInsnNode constant && constant.cst instanceof String text) {
        FramePoints.addLiteral(text);
      }
      int[] stack = stacks[i];
      if (stack == null) {
        continue;
      }
      FramePoints.@Nullable Point point =
          FramePlaces.of(instruction, stack, hooked, isSynchronized);
      if (point != null && !isTooEarly(method, stack, i, code)) {
        int number = FramePoints.add(point);
        if (keeper != null && original != null) {
          keeper.addPlace(number, new CodePlace(original, i, stack, live[i]));
        }
        InsnList told = tell(stack, live[i], frame, room, number);
        method.instructions.insertBefore(instruction, told);
        widest = Math.max(widest, room + 2 * stack.length);
      }
      if (!isSynchronized && FramePlaces.isReturn(instruction)) {
        method.instructions.insertBefore(instruction, exit(frame));
      }
    }
    addStartAndEnd(method, frame);
    if (keeper != null && original != null && !method.name.equals("<init>")) {
      addArguments(method, keeper, original, frame);
    }
    method.maxLocals = widest;
  }

  /** Tells the arguments, after the frame has told that it begins. */
  private static void addArguments(
      MethodNode method, ProgramCode keeper, MethodCode original, int frame) {
    BitSet arguments = new BitSet();
    int variable = 0;
    for (int kind : original.arguments()) {
      arguments.set(LiveLocals.KINDS * variable + kind(kind));
      variable += StackTypes.isWide(kind) ? 2 : 1;
    }
    int number =
        FramePoints.add(new FramePoints.Point(FramePoints.Next.ACCESS, -1, "", false, false));
    keeper.addPlace(number, new CodePlace(original, 0, new int[0], arguments));
    InsnList told = tell(new int[0], arguments, frame, 0, number);
    told.add(new VarInsnNode(Opcodes.ILOAD, frame));
    told.add(hook("begun", "(I)V"));
    AbstractInsnNode entered = method.instructions.getFirst().getNext().getNext();
    method.instructions.insert(entered, told);
  }

  /** Before a constructor has called another one there is nothing that could be told. */
  private static boolean isTooEarly(
      MethodNode method, int[] stack, int i, List<AbstractInsnNode> code) {
    if (!method.name.equals("<init>")) {
      return false;
    }
    int depth = 0;
    for (int k = 0; k < i; k++) {
      if (code.get(k).getOpcode() == Opcodes.NEW) {
        depth++;
      }
      if (code.get(k) instanceof MethodInsnNode call
          && call.getOpcode() == Opcodes.INVOKESPECIAL
          && call.name.equals("<init>")) {
        depth--;
        if (depth < 0) {
          return false;
        }
      }
    }
    return true;
  }

  private void addStartAndEnd(MethodNode method, int frame) {
    InsnList start = new InsnList();
    boolean isLambda = method.name.startsWith("lambda$");
    start.add(new InsnNode(isLambda ? Opcodes.ICONST_1 : Opcodes.ICONST_0));
    start.add(hook("enter", "(Z)I"));
    start.add(new VarInsnNode(Opcodes.ISTORE, frame));
    LabelNode from = new LabelNode();
    start.add(from);
    method.instructions.insert(start);
    if (method.name.equals("<init>")) {
      return; // code before the call of another constructor cannot be in a block
    }
    LabelNode to = new LabelNode();
    LabelNode handler = new LabelNode();
    method.instructions.add(to);
    method.instructions.add(handler);
    method.instructions.add(exit(frame));
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
  }

  private static InsnList exit(int frame) {
    InsnList exit = new InsnList();
    exit.add(new VarInsnNode(Opcodes.ILOAD, frame));
    exit.add(hook("exit", "(I)V"));
    return exit;
  }

  /** Puts the stack aside, tells all values, and puts the stack back. */
  private static InsnList tell(int[] stack, BitSet live, int frame, int room, int point) {
    InsnList told = new InsnList();
    int[] place = new int[stack.length];
    int next = room;
    for (int k = stack.length - 1; k >= 0; k--) {
      place[k] = next;
      told.add(new VarInsnNode(Opcodes.ISTORE + kind(stack[k]), next));
      next += StackTypes.isWide(stack[k]) ? 2 : 1;
    }
    told.add(new VarInsnNode(Opcodes.ILOAD, frame));
    told.add(new LdcInsnNode(point));
    told.add(hook("at", "(II)V"));
    for (int k = 0; k < stack.length; k++) {
      if (FramePlaces.isComplete(stack[k])) {
        keep(told, kind(stack[k]), place[k]);
      }
    }
    for (int v = live.nextSetBit(0); v >= 0; v = live.nextSetBit(v + 1)) {
      keep(told, v % LiveLocals.KINDS, v / LiveLocals.KINDS);
    }
    for (int k = 0; k < stack.length; k++) {
      told.add(new VarInsnNode(Opcodes.ILOAD + kind(stack[k]), place[k]));
    }
    return told;
  }

  private static void keep(InsnList told, int kind, int variable) {
    told.add(new VarInsnNode(Opcodes.ILOAD + kind, variable));
    String type = kind == 4 ? "Ljava/lang/Object;" : String.valueOf("IJFD".charAt(kind));
    told.add(hook("keep", "(" + type + ")V"));
  }

  /** The kind of a value as instructions count it: int, long, float, double, reference. */
  private static int kind(int entry) {
    return switch (entry) {
      case 'I' -> 0;
      case 'J' -> 1;
      case 'F' -> 2;
      case 'D' -> 3;
      default -> 4;
    };
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
