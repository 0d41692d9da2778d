package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which local variables are used after each instruction, and as what: data flow against the
 * direction of the code.
 *
 * <p>Element {@code 5 * variable + kind} of a set stands for a variable that is loaded later by
 * {@code ILOAD + kind}.
 */
final class LiveLocals {
  static final int KINDS = 5;
  private static final int LONG = Opcodes.LSTORE - Opcodes.ISTORE;
  private static final int DOUBLE = Opcodes.DSTORE - Opcodes.ISTORE;

  private LiveLocals() {}

  /** The variables that are live before each instruction. */
  static BitSet[] of(MethodNode method) {
    InsnList code = method.instructions;
    Map<AbstractInsnNode, Integer> index = new HashMap<>();
    for (int i = 0; i < code.size(); i++) {
      index.put(code.get(i), i);
    }
    List<List<Integer>> handlers = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      handlers.add(handlersOf(method, index, i));
    }
    BitSet[] live = new BitSet[code.size() + 1];
    for (int i = 0; i < live.length; i++) {
      live[i] = new BitSet();
    }
    boolean changes = true;
    while (changes) {
      changes = false;
      for (int i = code.size() - 1; i >= 0; i--) {
        BitSet before = new BitSet();
        AbstractInsnNode instruction = code.get(i);
        if (goesOn(instruction)) {
          before.or(live[i + 1]);
        }
        for (LabelNode target : targets(instruction)) {
          before.or(live[Objects.requireNonNull(index.get(target))]);
        }
        apply(instruction, before);
        for (int handler : handlers.get(i)) {
          before.or(live[handler]);
        }
        if (!before.equals(live[i])) {
          live[i] = before;
          changes = true;
        }
      }
    }
    return live;
  }

  private static List<Integer> handlersOf(
      MethodNode method, Map<AbstractInsnNode, Integer> index, int i) {
    List<Integer> handlers = new ArrayList<>();
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      int from = Objects.requireNonNull(index.get(block.start));
      int to = Objects.requireNonNull(index.get(block.end));
      if (from <= i && i < to) {
        handlers.add(Objects.requireNonNull(index.get(block.handler)));
      }
    }
    return handlers;
  }

  private static void apply(AbstractInsnNode instruction, BitSet live) {
    if (instruction instanceof IincInsnNode count) {
      live.set(KINDS * count.var);
    } else if (instruction instanceof VarInsnNode access && access.getOpcode() != Opcodes.RET) {
      int opcode = access.getOpcode();
      if (opcode >= Opcodes.ISTORE) {
        int kind = opcode - Opcodes.ISTORE;
        int width = kind == LONG || kind == DOUBLE ? 2 : 1;
        live.clear(KINDS * access.var, KINDS * (access.var + width));
      } else {
        live.set(KINDS * access.var + opcode - Opcodes.ILOAD);
      }
    }
  }

  /** Whether what follows an instruction comes after it. */
  static boolean goesOn(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.ATHROW
        && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
        && !(instruction instanceof TableSwitchInsnNode)
        && !(instruction instanceof LookupSwitchInsnNode);
  }

  /** Where an instruction may jump to. */
  static List<LabelNode> targets(AbstractInsnNode instruction) {
    List<LabelNode> targets = new ArrayList<>();
    if (instruction instanceof JumpInsnNode jump) {
      targets.add(jump.label);
    } else if (instruction instanceof TableSwitchInsnNode choice) {
      targets.addAll(choice.labels);
      targets.add(choice.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode choice) {
      targets.addAll(choice.labels);
      targets.add(choice.dflt);
    }
    return targets;
  }
}
