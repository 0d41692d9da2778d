package dev.clew.foreign.corpus;

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
      static int over(int left, int right) {
        if (right == 0) fail("division by 0", 0);
        return right == -1 ? (int)(0u - (unsigned)left) : left / right;
      }
      static int rest(int left, int right) {
        if (right == 0) fail("division by 0", 0);
        return right == -1 ? 0 : left % right;
      }
      static int at(int index, int size) {
        if (index < 0 || index >= size) fail("index out of range", 0);
        return index;
      }
      """;

  private CExpressions() {}

  /** The name of a local in C. */
  static String local(String name) {
    return name.equals("self") ? "self" : "l_" + name;
  }

  static String text(Expr expression) {
    if (expression instanceof Constant constant) {
      return constant.value() == Integer.MIN_VALUE
          ? "(-2147483647 - 1)"
          : "(" + constant.value() + ")";
    }
    if (expression instanceof Local local) {
      return local(local.name());
    }
    if (expression instanceof Unary unary) {
      String operand = text(unary.operand());
      return unary.operator().equals("!")
          ? "!" + operand
          : "((int)(0u - (unsigned)" + operand + "))";
    }
    Binary binary = (Binary) expression;
    String left = text(binary.left());
    String right = text(binary.right());
    return switch (binary.operator()) {
      case "+", "-", "*" ->
          "((int)((unsigned)%s %s (unsigned)%s))".formatted(left, binary.operator(), right);
      case "/" -> "over(" + left + ", " + right + ")";
      case "%" -> "rest(" + left + ", " + right + ")";
      case "&&" -> "((%s != 0) & (%s != 0))".formatted(left, right);
      case "||" -> "((%s != 0) | (%s != 0))".formatted(left, right);
      default -> "(%s %s %s)".formatted(left, binary.operator(), right);
    };
  }
}
