package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Unary;

/**
 * Local computations as C expressions: 32-bit integers that wrap around ({@code -fwrapv} is not
 * needed, sums are made of unsigned numbers), both sides of every operator evaluated.
 */
final class CExpressions {
  /** What the expressions call; part of each source file. */
  static final String FUNCTIONS =
      """
      static _Noreturn void fail(const char *why, int line) {
        __assert_fail(why, "toy", line, "toy");
      }
      static int over(int left, int right, int line) {
        if (right == 0) fail("division by 0", line);
        return right == -1 ? (int)(0u - (unsigned)left) : left / right;
      }
      static int rest(int left, int right, int line) {
        if (right == 0) fail("division by 0", line);
        return right == -1 ? 0 : left % right;
      }
      static int at(int index, int size, int line) {
        if (index < 0 || index >= size) fail("index out of range", line);
        return index;
      }
      """;

  private CExpressions() {}

  /** The name of a local in C. */
  static String local(String name) {
    return name.equals("self") ? "self" : "l_" + name;
  }

  /**
   * The text of a computation.
   *
   * @param line what to name where it fails
   */
  static String text(Expr expression, int line) {
    if (expression instanceof Constant constant) {
      return constant.value() == Integer.MIN_VALUE
          ? "(-2147483647 - 1)"
          : "(" + constant.value() + ")";
    }
    if (expression instanceof Local local) {
      return local(local.name());
    }
    if (expression instanceof Unary unary) {
      String operand = text(unary.operand(), line);
      return unary.operator().equals("!")
          ? "!" + operand
          : "((int)(0u - (unsigned)" + operand + "))";
    }
    Binary binary = (Binary) expression;
    String left = text(binary.left(), line);
    String right = text(binary.right(), line);
    return switch (binary.operator()) {
      case "+", "-", "*" ->
          "((int)((unsigned)%s %s (unsigned)%s))".formatted(left, binary.operator(), right);
      case "/" -> "over(" + left + ", " + right + ", " + line + ")";
      case "%" -> "rest(" + left + ", " + right + ", " + line + ")";
      case "&&" -> "((%s != 0) & (%s != 0))".formatted(left, right);
      case "||" -> "((%s != 0) | (%s != 0))".formatted(left, right);
      default -> "(%s %s %s)".formatted(left, binary.operator(), right);
    };
  }
}
