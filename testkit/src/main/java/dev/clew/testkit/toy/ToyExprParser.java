package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Binary;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Unary;
import dev.clew.testkit.toy.ToySymbols.Symbol;

/** Reads expressions and references: what one statement computes, and on what it acts. */
final class ToyExprParser {
  /** Parentheses and signs within each other. */
  static final int DEEPEST = 200;

  /** Operators in one expression; bounds the height of its tree. */
  static final int MOST_OPERATORS = 1_000;

  private static final String[][] LEVELS = {
    {"||"}, {"&&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}
  };

  private final ToyLexer lexer;
  private final ToySymbols symbols;
  private int depth;
  private int operators;

  ToyExprParser(ToyLexer lexer, ToySymbols symbols) {
    this.lexer = lexer;
    this.symbols = symbols;
  }

  Expr expression() {
    operators = 0;
    return level(0);
  }

  /** A name, with an index in brackets if there is one. */
  Ref reference(String what) {
    Position at = lexer.at();
    if (lexer.kind() != ToyLexer.Kind.NAME || ToyWords.isReserved(lexer.word())) {
      throw lexer.error(at, "expected the name of " + what + ", found " + lexer.found());
    }
    String name = lexer.word();
    lexer.advance();
    if (!lexer.is("[")) {
      return new Ref(name, null, at);
    }
    lexer.advance();
    Expr index = expression();
    expect("]");
    return new Ref(name, index, at);
  }

  /** An integer with an optional sign. */
  int integer(String what) {
    boolean negative = lexer.is("-");
    if (negative) {
      lexer.advance();
    }
    return literal(negative, what);
  }

  void expect(String symbol) {
    if (!lexer.is(symbol)) {
      throw lexer.error(lexer.at(), "expected '" + symbol + "', found " + lexer.found() + meant());
    }
    lexer.advance();
  }

  /** A hint for the commonest slip. */
  String meant() {
    return lexer.is("=") ? "; did you mean '=='?" : "";
  }

  /** The error of a shared name where only locals can stand. */
  static String readFirst(String name) {
    return "read '" + name + "' into a local first: one shared access per statement";
  }

  private int literal(boolean negative, String what) {
    if (lexer.kind() != ToyLexer.Kind.NUMBER) {
      throw lexer.error(lexer.at(), "expected " + what + ", found " + lexer.found());
    }
    long value = negative ? -lexer.number() : lexer.number();
    if (value > Integer.MAX_VALUE) {
      throw lexer.error(lexer.at(), value + " is too large: values have 32 bits");
    }
    lexer.advance();
    return (int) value;
  }

  private Expr level(int level) {
    if (level == LEVELS.length) {
      return unary();
    }
    Expr left = level(level + 1);
    while (true) {
      String operator = operatorOf(level);
      if (operator.isEmpty()) {
        return left;
      }
      if (++operators > MOST_OPERATORS) {
        throw lexer.error(
            lexer.at(), "an expression can have at most " + MOST_OPERATORS + " operators");
      }
      lexer.advance();
      left = new Binary(operator, left, level(level + 1));
    }
  }

  private String operatorOf(int level) {
    if (lexer.kind() == ToyLexer.Kind.SYMBOL) {
      for (String operator : LEVELS[level]) {
        if (lexer.is(operator)) {
          return operator;
        }
      }
    }
    return "";
  }

  private Expr unary() {
    if (++depth > DEEPEST) {
      throw lexer.error(lexer.at(), "an expression can be nested at most " + DEEPEST + " deep");
    }
    Expr read;
    if (lexer.is("!")) {
      lexer.advance();
      read = new Unary("!", unary());
    } else if (lexer.is("-")) {
      lexer.advance();
      boolean literal = lexer.kind() == ToyLexer.Kind.NUMBER;
      read = literal ? new Constant(literal(true, "a number")) : new Unary("-", unary());
    } else if (lexer.is("(")) {
      lexer.advance();
      read = level(0);
      expect(")");
    } else {
      read = primary();
    }
    depth--;
    return read;
  }

  private Expr primary() {
    Position at = lexer.at();
    if (lexer.kind() != ToyLexer.Kind.NAME) {
      return new Constant(literal(false, "an expression"));
    }
    String name = lexer.word();
    if (ToyWords.isReserved(name)) {
      String problem =
          ToyWords.STATEMENTS.contains(name)
              ? "'" + name + "' stands alone: put its result into a local first"
              : "expected an expression, found '" + name + "'";
      throw lexer.error(at, problem);
    }
    Symbol symbol = symbols.find(name);
    if (symbol != null) {
      throw lexer.error(
          at,
          symbol.isVariable()
              ? readFirst(name)
              : "'" + name + "' is " + symbol.described() + ", not a value");
    }
    lexer.advance();
    if (lexer.is("[")) {
      throw lexer.error(
          at, "there is no array '" + name + "'" + NearestName.hint(name, symbols.names()));
    }
    return new Local(name);
  }
}
