package dev.clew.testkit.oracle;

import dev.clew.testkit.toy.Toy;
import java.util.function.ToIntFunction;

/** A computation on the locals of one thread. */
@FunctionalInterface
interface LocalExpression {
  /** The value 1. */
  LocalExpression ONE = (cells, locals) -> 1;

  /**
   * The value, where slot {@code s} of the thread is {@code cells[locals + s]}.
   *
   * @throws Fault on a division by 0
   */
  int value(int[] cells, int locals);

  /** Prepares an expression, given the slot of each local. */
  static LocalExpression of(Toy.Expr expression, ToIntFunction<String> slots) {
    if (expression instanceof Toy.Constant constant) {
      int value = constant.value();
      return (cells, locals) -> value;
    }
    if (expression instanceof Toy.Local local) {
      int slot = slots.applyAsInt(local.name());
      return (cells, locals) -> cells[locals + slot];
    }
    if (expression instanceof Toy.Unary unary) {
      LocalExpression operand = of(unary.operand(), slots);
      return switch (unary.operator()) {
        case "!" -> (cells, locals) -> operand.value(cells, locals) == 0 ? 1 : 0;
        case "-" -> (cells, locals) -> -operand.value(cells, locals);
        default -> throw new IllegalArgumentException("no operator: " + unary.operator());
      };
    }
    if (expression instanceof Toy.Binary binary) {
      LocalExpression left = of(binary.left(), slots);
      LocalExpression right = of(binary.right(), slots);
      Operator operator = operator(binary.operator());
      return (cells, locals) ->
          operator.apply(left.value(cells, locals), right.value(cells, locals));
    }
    throw new IllegalArgumentException("no expression: " + expression);
  }

  private static Operator operator(String name) {
    return switch (name) {
      case "+" -> (a, b) -> a + b;
      case "-" -> (a, b) -> a - b;
      case "*" -> (a, b) -> a * b;
      case "/" -> (a, b) -> a / divisor(b);
      case "%" -> (a, b) -> a % divisor(b);
      case "==" -> (a, b) -> a == b ? 1 : 0;
      case "!=" -> (a, b) -> a != b ? 1 : 0;
      case "<" -> (a, b) -> a < b ? 1 : 0;
      case "<=" -> (a, b) -> a <= b ? 1 : 0;
      case ">" -> (a, b) -> a > b ? 1 : 0;
      case ">=" -> (a, b) -> a >= b ? 1 : 0;
      case "&&" -> (a, b) -> a != 0 && b != 0 ? 1 : 0;
      case "||" -> (a, b) -> a != 0 || b != 0 ? 1 : 0;
      default -> throw new IllegalArgumentException("no operator: " + name);
    };
  }

  private static int divisor(int value) {
    if (value == 0) {
      throw new Fault(Fault.Reason.DIVISION_BY_ZERO);
    }
    return value;
  }

  /** A function of two numbers. */
  @FunctionalInterface
  interface Operator {
    int apply(int left, int right);
  }
}
