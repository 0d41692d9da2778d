package dev.clew.jvm.program.prospects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** What instructions compute from values that are known. */
final class Folds {
  private Folds() {}

  /** Whether a jump that looks at one value is taken, null if that is not known. */
  static @Nullable Boolean jumps(int opcode, Value value) {
    if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
      return value.isObject() ? opcode == Opcodes.IFNONNULL : null;
    }
    return value instanceof Value.Int known ? compares(opcode, known.value(), 0) : null;
  }

  /** Whether a jump that compares two values is taken, null if that is not known. */
  static @Nullable Boolean jumps(int opcode, Value left, Value right) {
    if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
      return left instanceof Value.Known a && right instanceof Value.Known b
          ? (a.equals(b)) == (opcode == Opcodes.IF_ACMPEQ)
          : null;
    }
    return left instanceof Value.Int a && right instanceof Value.Int b
        ? compares(opcode - Opcodes.IF_ICMPEQ + Opcodes.IFEQ, a.value(), b.value())
        : null;
  }

  private static boolean compares(int opcode, int left, int right) {
    return switch (opcode) {
      case Opcodes.IFEQ -> left == right;
      case Opcodes.IFNE -> left != right;
      case Opcodes.IFLT -> left < right;
      case Opcodes.IFGE -> left >= right;
      case Opcodes.IFGT -> left > right;
      default -> left <= right;
    };
  }

  /** What an instruction computes, null if that is not known. */
  static @Nullable Value compute(int opcode, List<Value> stack) {
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return new Value.Int(opcode - Opcodes.ICONST_0);
    }
    int n = stack.size();
    if (n >= 2
        && stack.get(n - 2) instanceof Value.Int left
        && stack.get(n - 1) instanceof Value.Int right) {
      return switch (opcode) {
        case Opcodes.IADD -> new Value.Int(left.value() + right.value());
        case Opcodes.ISUB -> new Value.Int(left.value() - right.value());
        case Opcodes.IMUL -> new Value.Int(left.value() * right.value());
        default -> null;
      };
    }
    return null;
  }

  /** POP, POP2, DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, SWAP. */
  static List<Value> shuffled(int opcode, List<Value> stack) {
    int n = stack.size();
    boolean isPair = opcode == Opcodes.POP2 || opcode >= Opcodes.DUP2 && opcode != Opcodes.SWAP;
    int block = isPair && !isWide(stack.get(n - 1)) ? 2 : 1;
    if (opcode == Opcodes.POP || opcode == Opcodes.POP2) {
      return stack.subList(0, n - block);
    }
    List<Value> result = new ArrayList<>(stack);
    if (opcode == Opcodes.SWAP) {
      result.add(n - 2, result.remove(n - 1));
      return result;
    }
    int over =
        switch (opcode) {
          case Opcodes.DUP_X1, Opcodes.DUP2_X1 -> 1;
          case Opcodes.DUP_X2, Opcodes.DUP2_X2 -> isWide(stack.get(n - block - 1)) ? 1 : 2;
          default -> 0;
        };
    result.addAll(n - block - over, stack.subList(n - block, n));
    return result;
  }

  private static boolean isWide(Value value) {
    return value.equals(Value.WIDE);
  }
}
