package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The code of a method of the program as it was before hooks were put in, for who reads it. */
public final class MethodCode {
  /** Where an exception goes that is thrown in a range of instructions. */
  private record Handler(int from, int to, int at, boolean catchesAll) {}

  private final String owner;
  private final String name;
  private final String descriptor;
  private final int access;
  private final int maxLocals;
  private final AbstractInsnNode[] code;
  private final Map<LabelNode, Integer> labels = new HashMap<>();
  private final List<Handler> handlers = new ArrayList<>();

  /** The labels to which something jumps. */
  private final BitSet targets = new BitSet();

  /** The code of a method, to be made before anything is added to it. */
  MethodCode(String owner, MethodNode method) {
    this.owner = owner;
    this.name = method.name;
    this.descriptor = method.desc;
    this.access = method.access;
    this.maxLocals = method.maxLocals;
    this.code = method.instructions.toArray();
    for (int i = 0; i < code.length; i++) {
      if (code[i] instanceof LabelNode label) {
        labels.put(label, i);
      }
    }
    for (AbstractInsnNode each : code) {
      for (LabelNode label : LiveLocals.targets(each)) {
        targets.set(target(label));
      }
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      targets.set(target(block.handler));
      boolean catchesAll = block.type == null || block.type.equals("java/lang/Throwable");
      handlers.add(
          new Handler(target(block.start), target(block.end), target(block.handler), catchesAll));
    }
  }

  /** The internal name of its class. */
  public String owner() {
    return owner;
  }

  public String name() {
    return name;
  }

  public String descriptor() {
    return descriptor;
  }

  public boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  public boolean isSynchronized() {
    return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** Whether the first local variable is the object itself as long as the method runs. */
  public boolean keepsThis() {
    for (AbstractInsnNode each : code) {
      if (each instanceof VarInsnNode access
          && access.var == 0
          && access.getOpcode() >= Opcodes.ISTORE) {
        return false;
      }
    }
    return !isStatic();
  }

  /** How many local variables it has. */
  public int maxLocals() {
    return maxLocals;
  }

  /** How many instructions there are, labels and the like among them. */
  public int size() {
    return code.length;
  }

  public AbstractInsnNode instruction(int i) {
    return code[i];
  }

  /** Whether paths may come to an instruction from elsewhere than the one before. */
  public boolean isTarget(int i) {
    return targets.get(i);
  }

  /** The number of the instruction after a label. */
  public int target(LabelNode label) {
    return Objects.requireNonNull(labels.get(label));
  }

  /** The kinds of its arguments, the object among them: {@code I J F D A}. */
  public int[] arguments() {
    Type[] types = Type.getArgumentTypes(descriptor);
    int first = isStatic() ? 0 : 1;
    int[] kinds = new int[first + types.length];
    for (int k = 0; k < kinds.length; k++) {
      kinds[k] = k < first ? 'A' : StackTypes.kind(types[k - first]);
    }
    return kinds;
  }

  /**
   * The instructions at which an exception may arrive that is thrown by instruction i; the last one
   * is -1 if it may leave the method.
   */
  public List<Integer> handlersOf(int i) {
    List<Integer> found = new ArrayList<>();
    for (Handler each : handlers) {
      if (each.from <= i && i < each.to) {
        found.add(each.at);
        if (each.catchesAll) {
          return found;
        }
      }
    }
    found.add(-1);
    return found;
  }

  /** How many values an instruction takes, and after a colon which kind it leaves. */
  public static String effectOf(int opcode) {
    return StackTypes.effectOf(opcode);
  }

  @Override
  public String toString() {
    return owner + "." + name + descriptor;
  }
}
