package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Unary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles the expressions of one thread and hands out its registers.
 *
 * <p>Locals, constants and their sums need no instruction; any other operator is one instruction
 * into a temporary register. The index of the thread is known, so {@code self} is a constant.
 */
final class ToyExprCompiler {
  /** The sum of a register and a constant, see {@link ToyOp}. */
  record Operand(int register, int constant) {
    static final Operand NOTHING = constantOf(0);

    static Operand constantOf(int value) {
      return new Operand(ToyCode.ZERO, value);
    }

    boolean isConstant() {
      return register == ToyCode.ZERO;
    }

    Operand plus(int amount) {
      return new Operand(register, constant + amount);
    }
  }

  private final ToyAssembler assembler;
  private final int self;
  private final Map<String, Integer> locals = new HashMap<>();
  private final List<Integer> temporaries = new ArrayList<>();
  private int temporariesInUse;
  private int registers = ToyCode.FIRST_LOCAL;

  ToyExprCompiler(ToyAssembler assembler, int self) {
    this.assembler = assembler;
    this.self = self;
  }

  /** The number of registers handed out so far. */
  int registers() {
    return registers;
  }

  /** The register of a local. */
  int local(String name) {
    return locals.computeIfAbsent(name, unused -> newRegister());
  }

  /** A register for the compiler's own use, for good. */
  int newRegister() {
    return registers++;
  }

  /** Gives back the temporary registers of the previous statement. */
  void beginStatement() {
    temporariesInUse = 0;
  }

  /** Evaluates an expression; the result is good until the next statement. */
  Operand operand(Expr expression) {
    if (expression instanceof Constant constant) {
      return Operand.constantOf(constant.value());
    } else if (expression instanceof Local local) {
      return local.name().equals(ToyWords.SELF)
          ? Operand.constantOf(self)
          : new Operand(local(local.name()), 0);
    } else if (expression instanceof Unary unary) {
      return operand(asBinary(unary));
    } else if (expression instanceof Binary binary) {
      return binary(binary, -1);
    }
    throw new IllegalStateException("unknown expression " + expression);
  }

  /** Evaluates an expression into a register. */
  void into(int register, Expr expression) {
    Operand value;
    if (expression instanceof Binary binary) {
      value = binary(binary, register);
    } else if (expression instanceof Unary unary) {
      value = binary(asBinary(unary), register);
    } else {
      value = operand(expression);
    }
    if (value.register() != register || value.constant() != 0) {
      assembler.emit(ToyOp.SET, register, value.register(), value.constant());
    }
  }

  /** Emits a jump that is taken if the condition is true, or if it is false; returns it. */
  int jumpIf(boolean truth, Expr condition) {
    if (condition instanceof Unary unary && unary.operator().equals("!")) {
      return jumpIf(!truth, unary.operand());
    }
    if (condition instanceof Binary binary) {
      String operator = truth ? binary.operator() : opposite(binary.operator());
      switch (operator) {
        case "==", "!=", "<", "<=", ">", ">=" -> {
          Operand left = operand(binary.left());
          Operand right = operand(binary.right());
          return jump(operator, left, right);
        }
        default -> {}
      }
    }
    return jump(truth ? "!=" : "==", operand(condition), Operand.NOTHING);
  }

  private static String opposite(String operator) {
    return switch (operator) {
      case "==" -> "!=";
      case "!=" -> "==";
      case "<" -> ">=";
      case ">=" -> "<";
      case ">" -> "<=";
      case "<=" -> ">";
      default -> "";
    };
  }

  private int jump(String operator, Operand left, Operand right) {
    return switch (operator) {
      case "==" -> emitJump(ToyOp.JUMP_IF_EQUAL, left, right);
      case "!=" -> emitJump(ToyOp.JUMP_IF_NOT_EQUAL, left, right);
      case "<" -> emitJump(ToyOp.JUMP_IF_LESS, left, right);
      case "<=" -> emitJump(ToyOp.JUMP_IF_LESS_OR_EQUAL, left, right);
      case ">" -> emitJump(ToyOp.JUMP_IF_LESS, right, left);
      case ">=" -> emitJump(ToyOp.JUMP_IF_LESS_OR_EQUAL, right, left);
      default -> throw new IllegalStateException("no comparison: " + operator);
    };
  }

  private int emitJump(int op, Operand left, Operand right) {
    return assembler.emit(
        op, 0, left.register(), left.constant(), right.register(), right.constant());
  }

  private static Binary asBinary(Unary unary) {
    return switch (unary.operator()) {
      case "!" -> new Binary("==", unary.operand(), new Constant(0));
      case "-" -> new Binary("-", new Constant(0), unary.operand());
      default -> throw new IllegalStateException("unknown operator " + unary.operator());
    };
  }

  /** Evaluates into the given register, or a temporary one if it is negative. */
  private Operand binary(Binary binary, int register) {
    int inUse = temporariesInUse;
    Operand left = operand(binary.left());
    Operand right = operand(binary.right());
    String operator = binary.operator();
    if (operator.equals("+") && right.isConstant()) {
      return left.plus(right.constant());
    }
    if (operator.equals("+") && left.isConstant()) {
      return right.plus(left.constant());
    }
    if (operator.equals("-") && right.isConstant()) {
      return left.plus(-right.constant());
    }
    temporariesInUse = inUse;
    int target = register >= 0 ? register : temporary();
    switch (operator) {
      case "+" -> emit(ToyOp.ADD, target, left, right);
      case "-" -> emit(ToyOp.SUBTRACT, target, left, right);
      case "*" -> emit(ToyOp.MULTIPLY, target, left, right);
      case "/" -> emit(ToyOp.DIVIDE, target, left, right);
      case "%" -> emit(ToyOp.REMAINDER, target, left, right);
      case "==" -> emit(ToyOp.EQUAL, target, left, right);
      case "!=" -> emit(ToyOp.NOT_EQUAL, target, left, right);
      case "<" -> emit(ToyOp.LESS, target, left, right);
      case "<=" -> emit(ToyOp.LESS_OR_EQUAL, target, left, right);
      case ">" -> emit(ToyOp.LESS, target, right, left);
      case ">=" -> emit(ToyOp.LESS_OR_EQUAL, target, right, left);
      case "&&" -> emit(ToyOp.AND, target, left, right);
      case "||" -> emit(ToyOp.OR, target, left, right);
      default -> throw new IllegalStateException("unknown operator " + operator);
    }
    return new Operand(target, 0);
  }

  private void emit(int op, int target, Operand left, Operand right) {
    assembler.emit(
        op, target, left.register(), left.constant(), right.register(), right.constant());
  }

  private int temporary() {
    if (temporariesInUse == temporaries.size()) {
      temporaries.add(newRegister());
    }
    return temporaries.get(temporariesInUse++);
  }
}
