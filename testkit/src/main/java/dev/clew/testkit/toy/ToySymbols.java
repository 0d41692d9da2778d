package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.GlobalKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names a toy program declares, and what each stands for. */
final class ToySymbols {
  /** What a name stands for; a thread has no kind. */
  record Symbol(@Nullable GlobalKind kind) {
    boolean isThread() {
      return kind == null;
    }

    boolean isVariable() {
      return kind == GlobalKind.ATOMIC || kind == GlobalKind.SHARED;
    }

    /** With an article, for messages. */
    String described() {
      return described(kind);
    }

    /** What a kind is called in messages; null stands for a thread. */
    static String described(@Nullable GlobalKind kind) {
      if (kind == null) {
        return "a thread";
      }
      return switch (kind) {
        case ATOMIC -> "an atomic variable";
        case SHARED -> "a shared variable";
        case LOCK -> "a lock";
        case CONDITION -> "a condition";
        case SEMAPHORE -> "a semaphore";
        case RWLOCK -> "a read-write lock";
        case BARRIER -> "a barrier";
      };
    }
  }

  private final Map<String, Symbol> symbols = new LinkedHashMap<>();

  /** The names declared anywhere in a text, so that they can be used before they are declared. */
  static ToySymbols scan(String program, String text) {
    ToySymbols found = new ToySymbols();
    try {
      found.scan(new ToyLexer(program, text));
    } catch (ToySyntaxException unreadable) {
      return found; // the parser meets the same error, after those that come before it
    }
    return found;
  }

  private void scan(ToyLexer lexer) {
    int depth = 0;
    while (lexer.kind() != ToyLexer.Kind.END) {
      String word = lexer.word();
      boolean declares =
          depth == 0 && lexer.kind() == ToyLexer.Kind.NAME && ToyWords.DECLARATIONS.contains(word);
      depth += lexer.is("{") ? 1 : lexer.is("}") ? -1 : 0;
      lexer.advance();
      if (declares && lexer.kind() == ToyLexer.Kind.NAME) {
        symbols.putIfAbsent(lexer.word(), new Symbol(ToyWords.GLOBALS.get(word)));
      }
    }
  }

  @Nullable Symbol find(String name) {
    return symbols.get(name);
  }

  Set<String> names() {
    return symbols.keySet();
  }
}
