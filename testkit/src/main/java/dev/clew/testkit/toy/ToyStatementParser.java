package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Assert;
import dev.clew.testkit.toy.Toy.Assign;
import dev.clew.testkit.toy.Toy.Choose;
import dev.clew.testkit.toy.Toy.CompareAndSet;
import dev.clew.testkit.toy.Toy.Exchange;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.FetchAdd;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Read;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.Wait;
import dev.clew.testkit.toy.Toy.While;
import dev.clew.testkit.toy.Toy.Write;
import dev.clew.testkit.toy.ToySymbols.Symbol;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the statements of a thread. */
final class ToyStatementParser {
  /** Blocks within each other; an {@code else if} counts as one within its {@code if}. */
  static final int DEEPEST = 200;

  private final ToyLexer lexer;
  private final ToySymbols symbols;
  private final ToyExprParser expressions;
  private int depth;

  ToyStatementParser(ToyLexer lexer, ToySymbols symbols) {
    this.lexer = lexer;
    this.symbols = symbols;
    this.expressions = new ToyExprParser(lexer, symbols);
  }

  /** Statements between braces. */
  List<Statement> block() {
    skipSeparators();
    Position opened = lexer.at();
    if (++depth > DEEPEST) {
      throw lexer.error(opened, "blocks can be nested at most " + DEEPEST + " deep");
    }
    expressions.expect("{");
    List<Statement> body = new ArrayList<>();
    skipSeparators();
    while (!lexer.is("}")) {
      if (lexer.kind() == ToyLexer.Kind.END) {
        throw lexer.error(
            lexer.at(), "expected '}' to close the block that begins at line " + opened.line());
      }
      body.add(statement());
      skipSeparators();
    }
    lexer.advance();
    depth--;
    return List.copyOf(body);
  }

  void skipSeparators() {
    while (lexer.kind() == ToyLexer.Kind.SEPARATOR) {
      lexer.advance();
    }
  }

  /** The end of a simple statement or a declaration. */
  void endOfStatement() {
    boolean ends =
        lexer.kind() == ToyLexer.Kind.SEPARATOR
            || lexer.kind() == ToyLexer.Kind.END
            || lexer.is("}");
    if (!ends) {
      throw lexer.error(
          lexer.at(),
          "expected the end of the statement, found " + lexer.found() + expressions.meant());
    }
  }

  private Statement statement() {
    Position at = lexer.at();
    if (lexer.kind() != ToyLexer.Kind.NAME) {
      throw lexer.error(at, "expected a statement, found " + lexer.found());
    }
    String word = lexer.word();
    switch (word) {
      case "if" -> {
        return conditional(at);
      }
      case "while" -> {
        lexer.advance();
        return new While(expressions.expression(), block(), at);
      }
      case "repeat" -> {
        lexer.advance();
        return new Repeat(expressions.integer("how often to repeat, a number"), block(), at);
      }
      default -> {
        Statement simple = simple(word, at);
        endOfStatement();
        return simple;
      }
    }
  }

  private Statement conditional(Position at) {
    lexer.advance();
    Expr condition = expressions.expression();
    List<Statement> then = block();
    skipSeparators();
    if (!lexer.is("else")) {
      return new If(condition, then, List.of(), at);
    }
    lexer.advance();
    if (!lexer.is("if")) {
      return new If(condition, then, block(), at);
    }
    Position otherwise = lexer.at();
    if (++depth > DEEPEST) {
      throw lexer.error(otherwise, "blocks can be nested at most " + DEEPEST + " deep");
    }
    Statement chained = conditional(otherwise);
    depth--;
    return new If(condition, then, List.of(chained), at);
  }

  private Statement simple(String word, Position at) {
    if (word.equals("assert")) {
      return assertion(at);
    }
    if (word.equals("choose")) {
      throw lexer.error(at, "the value goes into a local: r = choose 2");
    }
    if (ToyWords.STATEMENTS.contains(word)) {
      return operation(null, at);
    }
    if (ToyWords.isReserved(word)) {
      String problem =
          word.equals("else")
              ? "'else' without an 'if' before it"
              : "'" + word + "' cannot begin a statement";
      throw lexer.error(at, problem + (ToyWords.DECLARATIONS.contains(word) ? outside() : ""));
    }
    return assignment(word, at);
  }

  private static String outside() {
    return "; declarations stand outside the threads";
  }

  private Statement assertion(Position at) {
    lexer.advance();
    Expr condition = expressions.expression();
    String message = "";
    if (lexer.kind() == ToyLexer.Kind.STRING) {
      message = lexer.word();
      lexer.advance();
    }
    return new Assert(condition, message, at);
  }

  private Statement assignment(String name, Position at) {
    Ref target = expressions.reference("a variable");
    if (!lexer.is("=")) {
      throw notAssigned(name, at);
    }
    Symbol symbol = symbols.find(name);
    if (symbol == null && target.index() != null) {
      throw lexer.error(
          at, "there is no array '" + name + "'" + NearestName.hint(name, symbols.names()));
    }
    if (symbol != null && !symbol.isVariable()) {
      throw lexer.error(at, "'" + name + "' is " + symbol.described() + ", not a variable");
    }
    if (name.equals(ToyWords.SELF)) {
      throw lexer.error(at, "'self' is the index of the thread and cannot be changed");
    }
    lexer.advance();
    if (symbol != null) {
      return new Write(target, expressions.expression(), at);
    }
    return intoLocal(name, at);
  }

  private ToySyntaxException notAssigned(String name, Position at) {
    String hint = NearestName.hint(name, ToyWords.STATEMENTS);
    return lexer.kind() == ToyLexer.Kind.NAME || !hint.isEmpty()
        ? lexer.error(at, "unknown statement '" + name + "'" + hint)
        : lexer.error(lexer.at(), "expected '=' after '" + name + "', found " + lexer.found());
  }

  private Statement intoLocal(String local, Position at) {
    Position right = lexer.at();
    if (lexer.kind() == ToyLexer.Kind.NAME) {
      String word = lexer.word();
      if (word.equals("choose")) {
        lexer.advance();
        return new Choose(local, expressions.integer("how many values, a number"), at);
      }
      if (ToyWords.STATEMENTS.contains(word) && !isControl(word)) {
        return operation(local, at);
      }
      Symbol symbol = symbols.find(word);
      if (symbol != null && symbol.isVariable()) {
        return read(local, at);
      }
    }
    Expr value = expressions.expression();
    boolean isFollowed = lexer.kind() == ToyLexer.Kind.NAME || lexer.is("(");
    if (isFollowed && value instanceof Local word) {
      String hint = NearestName.hint(word.name(), ToyWords.STATEMENTS);
      throw lexer.error(right, "unknown operation '" + word.name() + "'" + hint);
    }
    return new Assign(local, value, at);
  }

  private static boolean isControl(String word) {
    return switch (word) {
      case "if", "while", "repeat", "assert" -> true;
      default -> false;
    };
  }

  private Statement read(String local, Position at) {
    Ref variable = expressions.reference("a variable");
    if (lexer.kind() == ToyLexer.Kind.SYMBOL && !lexer.is("}")) {
      throw lexer.error(variable.at(), ToyExprParser.readFirst(variable.name()));
    }
    return new Read(local, variable, at);
  }

  private Statement operation(@Nullable String result, Position at) {
    String word = lexer.word();
    lexer.advance();
    return switch (word) {
      case "wait" -> {
        Ref condition = expressions.reference("a condition");
        Ref lock = expressions.reference("the lock to wait with");
        boolean timed = timed();
        yield new Wait(result, condition, lock, timed, within(timed), at);
      }
      case "add" -> {
        Ref variable = firstArgument();
        Expr amount = argument();
        expressions.expect(")");
        yield new FetchAdd(result, variable, amount, at);
      }
      case "swap" -> {
        Ref variable = firstArgument();
        Expr value = argument();
        expressions.expect(")");
        yield new Exchange(result, variable, value, at);
      }
      case "cas" -> {
        Ref variable = firstArgument();
        Expr expected = argument();
        Expr value = argument();
        expressions.expect(")");
        yield new CompareAndSet(result, variable, expected, value, at);
      }
      default -> act(word, result, at);
    };
  }

  private Ref firstArgument() {
    expressions.expect("(");
    return expressions.reference("an atomic variable");
  }

  private Expr argument() {
    expressions.expect(",");
    return expressions.expression();
  }

  private Statement act(String word, @Nullable String result, Position at) {
    Verb verb = ToyWords.VERBS.get(word);
    if (verb == null) {
      throw new IllegalStateException("'" + word + "' is no verb");
    }
    ToyVerbRules rules = ToyVerbRules.of(verb);
    Ref object = rules.takesObject() ? expressions.reference(rules.objectWanted()) : null;
    boolean ends = lexer.kind() == ToyLexer.Kind.SEPARATOR || lexer.is("}") || lexer.is("timed");
    Expr amount = rules.takesAmount() && !ends ? expressions.expression() : null;
    if (verb == Verb.SLEEP) {
      return new Act(verb, result, null, null, false, expressions.integer("how long to sleep"), at);
    }
    boolean timed = timed();
    return new Act(verb, result, object, amount, timed, within(timed), at);
  }

  /** After which time what is timed gives up, 0 if that is not said. */
  private int within(boolean timed) {
    boolean isSaid = timed && lexer.kind() == ToyLexer.Kind.NUMBER;
    return isSaid ? expressions.integer("after which time to give up") : 0;
  }

  private boolean timed() {
    boolean isTimed = lexer.is("timed");
    if (isTimed) {
      lexer.advance();
    }
    return isTimed;
  }
}
