package dev.clew.testkit.java;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Unary;

/** Local computations as Java expressions of type int, both sides of every operator evaluated. */
final class JavaExpressions {
  /** What the expressions call; part of each class. */
  static final String FUNCTIONS =
      """
        static boolean is(int value) { return value != 0; }
        static int number(boolean value) { return value ? 1 : 0; }
        static int millis() { return (int) (System.nanoTime() / 1000000 - 1000000); }
        static RuntimeException failed(String why, int line) {
          return new IllegalStateException("toy " + why + ":" + line);
        }
        static int over(int left, int right, int line) {
          if (right == 0) throw failed("division by 0", line);
          return left / right;
        }
        static int rest(int left, int right, int line) {
          if (right == 0) throw failed("division by 0", line);
          return left % right;
        }
        static int at(int index, int size, int line) {
          if (index < 0 || index >= size) throw failed("index out of range", line);
          return index;
        }
      """;

  private JavaExpressions() {}

  /** The name of a local in Java. */
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
      return "(" + constant.value() + ")";
    }
    if (expression instanceof Local local) {
      return local(local.name());
    }
    if (expression instanceof Unary unary) {
      String operand = text(unary.operand(), line);
      return unary.operator().equals("!") ? "number(!is(" + operand + "))" : "(-" + operand + ")";
    }
    Binary binary = (Binary) expression;
    String left = text(binary.left(), line);
    String right = text(binary.right(), line);
    return switch (binary.operator()) {
      case "+", "-", "*" -> "(" + left + " " + binary.operator() + " " + right + ")";
      case "/" -> "over(" + left + ", " + right + ", " + line + ")";
      case "%" -> "rest(" + left + ", " + right + ", " + line + ")";
      case "&&" -> "number(is(" + left + ") & is(" + right + "))";
      case "||" -> "number(is(" + left + ") | is(" + right + "))";
      default -> "number(" + left + " " + binary.operator() + " " + right + ")";
    };
  }
}
