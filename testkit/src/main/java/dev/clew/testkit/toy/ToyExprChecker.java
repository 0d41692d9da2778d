package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Unary;
import java.util.Set;

/** Checks that an expression is made of locals and constants. */
final class ToyExprChecker {
  private static final int HIGHEST = ToyExprParser.MOST_OPERATORS + 2 * ToyExprParser.DEEPEST;
  private static final Set<String> UNARY = Set.of("!", "-");
  private static final Set<String> BINARY =
      Set.of("+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||");

  private final ToyDeclarations declarations;

  ToyExprChecker(ToyDeclarations declarations) {
    this.declarations = declarations;
  }

  void check(Expr expression, Position at) {
    check(expression, at, 1);
  }

  /** Checks the index of a reference that was resolved already, its range if it is a constant. */
  void checkIndex(Ref ref) {
    if (ref.index() == null) {
      return;
    }
    check(ref.index(), ref.at(), 1);
    int size = declarations.sizeOf(ref.name());
    if (ref.index() instanceof Constant constant
        && (constant.value() < 0 || constant.value() >= size)) {
      throw declarations.error(
          ref.at(),
          "index "
              + constant.value()
              + " is out of range: '"
              + ref.name()
              + "' has "
              + size
              + (size == 1 ? " element" : " elements"));
    }
  }

  private void check(Expr expression, Position at, int height) {
    if (height > HIGHEST) {
      throw declarations.error(at, "this expression is nested too deeply");
    }
    if (expression instanceof Local local) {
      checkName(local.name(), at);
    } else if (expression instanceof Unary unary) {
      if (!UNARY.contains(unary.operator())) {
        throw declarations.error(at, "there is no unary operator '" + unary.operator() + "'");
      }
      check(unary.operand(), at, height + 1);
    } else if (expression instanceof Binary binary) {
      if (!BINARY.contains(binary.operator())) {
        throw declarations.error(at, "there is no operator '" + binary.operator() + "'");
      }
      check(binary.left(), at, height + 1);
      check(binary.right(), at, height + 1);
    }
  }

  private void checkName(String name, Position at) {
    if (declarations.isDeclared(name)) {
      throw declarations.error(at, ToyExprParser.readFirst(name));
    }
    if (!ToyWords.isName(name)) {
      throw declarations.error(at, "'" + name + "' cannot be the name of a local");
    }
  }
}
