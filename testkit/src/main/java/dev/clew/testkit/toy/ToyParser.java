package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.ThreadCode;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of a toy program; the first error ends the reading. */
public final class ToyParser {
  private final ToyLexer lexer;
  private final ToyExprParser expressions;
  private final ToyStatementParser statements;

  private ToyParser(ToyLexer lexer, ToySymbols symbols) {
    this.lexer = lexer;
    this.expressions = new ToyExprParser(lexer, symbols);
    this.statements = new ToyStatementParser(lexer, symbols);
  }

  /**
   * The program a text stands for, with every rule of the language checked.
   *
   * @param name what to call the program in messages, usually its file
   * @throws ToySyntaxException if the text is not a toy program
   */
  public static Toy parse(String name, String text) {
    ToySymbols symbols = ToySymbols.scan(name, text);
    Toy toy = new ToyParser(new ToyLexer(name, text), symbols).program(name);
    ToyChecker.check(toy);
    return toy;
  }

  private Toy program(String name) {
    List<Global> globals = new ArrayList<>();
    List<ThreadCode> threads = new ArrayList<>();
    int patience = Toy.PATIENCE;
    statements.skipSeparators();
    while (lexer.kind() != ToyLexer.Kind.END) {
      Position at = lexer.at();
      if (lexer.kind() != ToyLexer.Kind.NAME) {
        throw lexer.error(at, "expected a declaration or a thread, found " + lexer.found());
      }
      String word = lexer.word();
      GlobalKind kind = ToyWords.GLOBALS.get(word);
      Role role = ToyWords.ROLES.get(word);
      if (role != null) {
        threads.add(thread(role, at));
      } else if (kind != null) {
        globals.add(global(kind, at));
        statements.endOfStatement();
      } else if (word.equals(ToyWords.PATIENCE)) {
        patience = patience();
        statements.endOfStatement();
      } else {
        throw lexer.error(at, unknownDeclaration(word));
      }
      statements.skipSeparators();
    }
    return new Toy(name, List.copyOf(globals), List.copyOf(threads), patience);
  }

  private int patience() {
    lexer.advance();
    Position at = lexer.at();
    int patience = expressions.integer("a time");
    if (patience < 0 || patience > ToyDeclarations.LONGEST_TIME) {
      throw lexer.error(at, "the patience is 0 to " + ToyDeclarations.LONGEST_TIME);
    }
    return patience;
  }

  private static String unknownDeclaration(String word) {
    if (ToyWords.STATEMENTS.contains(word)) {
      return "the statement '" + word + "' stands outside a thread";
    }
    String hint = NearestName.hint(word, ToyWords.DECLARATIONS);
    return "unknown declaration '"
        + word
        + "'"
        + (hint.isEmpty() ? "; expected one of " + String.join(", ", ToyWords.DECLARATIONS) : hint);
  }

  private ThreadCode thread(Role role, Position at) {
    lexer.advance();
    String name = newName("the " + ToyWords.word(role));
    int size = size();
    return new ThreadCode(name, role, size, statements.block(), at);
  }

  private Global global(GlobalKind kind, Position at) {
    String word = lexer.word();
    lexer.advance();
    String name = newName("the " + word);
    int size = size();
    int initial = 0;
    boolean hasValue =
        switch (kind) {
          case ATOMIC, SHARED, SEMAPHORE, BARRIER -> true;
          case LOCK, CONDITION, RWLOCK -> false;
        };
    if (lexer.is("=") && hasValue) {
      lexer.advance();
      initial = expressions.integer("a number");
    } else if (kind == GlobalKind.SEMAPHORE || kind == GlobalKind.BARRIER) {
      String number = kind == GlobalKind.SEMAPHORE ? "permits" : "parties";
      throw lexer.error(
          lexer.at(), "expected '=' and the number of " + number + ", found " + lexer.found());
    }
    return new Global(kind, name, size, initial, at);
  }

  private String newName(String of) {
    if (lexer.kind() != ToyLexer.Kind.NAME) {
      throw lexer.error(lexer.at(), "expected the name of " + of + ", found " + lexer.found());
    }
    String name = lexer.word();
    if (ToyWords.isReserved(name) || name.equals(ToyWords.SELF)) {
      throw lexer.error(lexer.at(), "'" + name + "' is a word of the language and no name");
    }
    lexer.advance();
    return name;
  }

  private int size() {
    if (!lexer.is("[")) {
      return -1;
    }
    lexer.advance();
    Position at = lexer.at();
    int size = expressions.integer("the size of the array, a number");
    if (size < 1) {
      throw lexer.error(at, "an array has at least 1 element");
    }
    expressions.expect("]");
    return size;
  }
}
