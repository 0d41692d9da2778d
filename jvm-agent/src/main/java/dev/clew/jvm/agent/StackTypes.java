package dev.clew.jvm.agent;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What the operand stack holds before each instruction of a method: one entry for each value, by
 * its kind ({@code I J F D A}), or the number of the instruction that made an object which no
 * constructor has completed.
 */
final class StackTypes {
  /** Entries from here on are incomplete objects. */
  static final int INCOMPLETE = 1 << 16;

  private static final int[] EMPTY = new int[0];

  /** The object that a constructor completes, before it has called another one. */
  private static final int THIS = INCOMPLETE - 1;

  private final InsnList code;
  private final Map<AbstractInsnNode, Integer> index = new HashMap<>();
  private final int[] @Nullable [] before;
  private final boolean isConstructor;
  private final Deque<Integer> open = new ArrayDeque<>();

  private StackTypes(MethodNode method) {
    code = method.instructions;
    isConstructor = method.name.equals("<init>");
    for (int i = 0; i < code.size(); i++) {
      index.put(code.get(i), i);
    }
    before = new int[code.size()][];
    reach(0, EMPTY);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      reach(position(block.handler), new int[] {'A'});
    }
    while (!open.isEmpty()) {
      int i = open.remove();
      flow(i, Objects.requireNonNull(before[i]));
    }
  }

  /** Before each instruction the stack, lowest entry first; null where no code leads to. */
  static int[] @Nullable [] of(MethodNode method) {
    return new StackTypes(method).before;
  }

  private int position(AbstractInsnNode instruction) {
    return Objects.requireNonNull(index.get(instruction));
  }

  private void reach(int i, int[] stack) {
    if (i < before.length && before[i] == null) {
      before[i] = stack;
      open.add(i);
    }
  }

  private void flow(int i, int[] stack) {
    AbstractInsnNode instruction = code.get(i);
    int[] after = after(i, instruction, stack);
    for (LabelNode target : LiveLocals.targets(instruction)) {
      reach(position(target), after);
    }
    if (LiveLocals.goesOn(instruction)) {
      reach(i + 1, after);
    }
  }

  private int[] after(int i, AbstractInsnNode instruction, int[] stack) {
    int opcode = instruction.getOpcode();
    if (opcode < 0) {
      return stack;
    }
    if (instruction instanceof MethodInsnNode call) {
      return afterCall(call, stack);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return pushed(popped(stack, Type.getArgumentTypes(call.desc).length), call.desc);
    }
    if (instruction instanceof FieldInsnNode access) {
      int popped =
          switch (opcode) {
            case Opcodes.GETFIELD, Opcodes.PUTSTATIC -> 1;
            case Opcodes.PUTFIELD -> 2;
            default -> 0;
          };
      boolean reads = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
      int[] rest = popped(stack, popped);
      return reads ? with(rest, kind(Type.getType(access.desc))) : rest;
    }
    if (instruction instanceof MultiANewArrayInsnNode made) {
      return with(popped(stack, made.dims), 'A');
    }
    if (instruction instanceof LdcInsnNode constant) {
      return with(stack, kindOf(constant.cst));
    }
    if (opcode == Opcodes.NEW) {
      return with(stack, INCOMPLETE + i);
    }
    if (opcode == Opcodes.ALOAD
        && isConstructor
        && ((org.objectweb.asm.tree.VarInsnNode) instruction).var == 0) {
      return with(stack, THIS);
    }
    if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
      return shuffled(opcode, stack);
    }
    String effect = EFFECTS[opcode];
    int colon = effect.indexOf(':');
    int[] rest = popped(stack, effect.charAt(0) - '0');
    return colon < 0 ? rest : with(rest, effect.charAt(colon + 1));
  }

  private static int[] afterCall(MethodInsnNode call, int[] stack) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    int[] rest = popped(stack, arguments);
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      int receiver = rest[rest.length - 1];
      rest = popped(rest, 1);
      if (call.name.equals("<init>") && receiver >= THIS) {
        rest = rest.clone();
        for (int k = 0; k < rest.length; k++) {
          rest[k] = rest[k] == receiver ? 'A' : rest[k];
        }
      }
    }
    return pushed(rest, call.desc);
  }

  private static int[] pushed(int[] stack, String descriptor) {
    Type result = Type.getReturnType(descriptor);
    return result.getSort() == Type.VOID ? stack : with(stack, kind(result));
  }

  static int kind(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> 'J';
      case Type.FLOAT -> 'F';
      case Type.DOUBLE -> 'D';
      case Type.ARRAY, Type.OBJECT -> 'A';
      default -> 'I';
    };
  }

  private static int kindOf(Object constant) {
    if (constant instanceof Integer) {
      return 'I';
    }
    if (constant instanceof Long) {
      return 'J';
    }
    if (constant instanceof Float) {
      return 'F';
    }
    return constant instanceof Double ? 'D' : 'A';
  }

  static boolean isWide(int entry) {
    return entry == 'J' || entry == 'D';
  }

  /** POP, POP2, DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, SWAP. */
  private static int[] shuffled(int opcode, int[] stack) {
    int n = stack.length;
    boolean isPair = opcode == Opcodes.POP2 || opcode >= Opcodes.DUP2 && opcode != Opcodes.SWAP;
    int block = isPair && !isWide(stack[n - 1]) ? 2 : 1;
    if (opcode == Opcodes.POP || opcode == Opcodes.POP2) {
      return popped(stack, block);
    }
    int[] top = Arrays.copyOfRange(stack, n - block, n);
    if (opcode == Opcodes.SWAP) {
      int[] swapped = stack.clone();
      swapped[n - 1] = stack[n - 2];
      swapped[n - 2] = stack[n - 1];
      return swapped;
    }
    int over =
        switch (opcode) {
          case Opcodes.DUP_X1, Opcodes.DUP2_X1 -> 1;
          case Opcodes.DUP_X2, Opcodes.DUP2_X2 -> isWide(stack[n - block - 1]) ? 1 : 2;
          default -> 0;
        };
    int at = n - block - over;
    int[] result = new int[n + block];
    System.arraycopy(stack, 0, result, 0, at);
    System.arraycopy(top, 0, result, at, block);
    System.arraycopy(stack, at, result, at + block, n - at);
    return result;
  }

  private static int[] popped(int[] stack, int count) {
    return count == 0 ? stack : Arrays.copyOf(stack, stack.length - count);
  }

  private static int[] with(int[] stack, int entry) {
    int[] result = Arrays.copyOf(stack, stack.length + 1);
    result[stack.length] = entry;
    return result;
  }

  /** How many values an instruction takes, and which kind it leaves, by its code. */
  private static final String[] EFFECTS = effects();

  /** How many values an instruction takes, and after a colon which kind it leaves. */
  static String effectOf(int opcode) {
    return EFFECTS[opcode];
  }

  private static String[] effects() {
    String[] effects = new String[Opcodes.IFNONNULL + 1];
    Arrays.fill(effects, "0");
    set(effects, "0:A", Opcodes.ACONST_NULL, Opcodes.ALOAD);
    range(effects, Opcodes.ICONST_M1, Opcodes.ICONST_5, "0:I");
    set(effects, "0:J", Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.LLOAD);
    set(effects, "0:F", Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2, Opcodes.FLOAD);
    set(effects, "0:D", Opcodes.DCONST_0, Opcodes.DCONST_1, Opcodes.DLOAD);
    set(effects, "0:I", Opcodes.BIPUSH, Opcodes.SIPUSH, Opcodes.ILOAD);
    set(effects, "2:I", Opcodes.IALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD);
    set(effects, "2:J", Opcodes.LALOAD);
    set(effects, "2:F", Opcodes.FALOAD);
    set(effects, "2:D", Opcodes.DALOAD);
    set(effects, "2:A", Opcodes.AALOAD);
    range(effects, Opcodes.ISTORE, Opcodes.ASTORE, "1");
    range(effects, Opcodes.IASTORE, Opcodes.SASTORE, "3");
    String kinds = "IJFD";
    for (int opcode = Opcodes.IADD; opcode <= Opcodes.DREM; opcode++) {
      effects[opcode] = "2:" + kinds.charAt((opcode - Opcodes.IADD) % 4);
    }
    for (int opcode = Opcodes.INEG; opcode <= Opcodes.DNEG; opcode++) {
      effects[opcode] = "1:" + kinds.charAt(opcode - Opcodes.INEG);
    }
    for (int opcode = Opcodes.ISHL; opcode <= Opcodes.LXOR; opcode++) {
      effects[opcode] = "2:" + kinds.charAt((opcode - Opcodes.ISHL) % 2);
    }
    set(effects, "1:J", Opcodes.I2L, Opcodes.F2L, Opcodes.D2L);
    set(effects, "1:F", Opcodes.I2F, Opcodes.L2F, Opcodes.D2F);
    set(effects, "1:D", Opcodes.I2D, Opcodes.L2D, Opcodes.F2D);
    set(effects, "1:I", Opcodes.L2I, Opcodes.F2I, Opcodes.D2I);
    set(effects, "1:I", Opcodes.I2B, Opcodes.I2C, Opcodes.I2S);
    range(effects, Opcodes.LCMP, Opcodes.DCMPG, "2:I");
    range(effects, Opcodes.IFEQ, Opcodes.IFLE, "1");
    range(effects, Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPNE, "2");
    set(effects, "1", Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, Opcodes.ATHROW);
    range(effects, Opcodes.IRETURN, Opcodes.ARETURN, "1");
    set(effects, "1:A", Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.CHECKCAST);
    set(effects, "1:I", Opcodes.ARRAYLENGTH, Opcodes.INSTANCEOF);
    set(effects, "1", Opcodes.MONITORENTER, Opcodes.MONITOREXIT);
    set(effects, "1", Opcodes.IFNULL, Opcodes.IFNONNULL);
    return effects;
  }

  private static void set(String[] effects, String effect, int... opcodes) {
    for (int opcode : opcodes) {
      effects[opcode] = effect;
    }
  }

  private static void range(String[] effects, int from, int to, String effect) {
    Arrays.fill(effects, from, to + 1, effect);
  }
}
