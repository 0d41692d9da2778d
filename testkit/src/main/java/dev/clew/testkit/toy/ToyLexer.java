package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Position;

/**
 * Cuts the text of a toy program into tokens, one at a time; memory does not grow with the text.
 *
 * <p>The current token is described by the fields; {@link #advance} goes to the next.
 */
final class ToyLexer {
  /** What a token is. */
  enum Kind {
    NAME,
    NUMBER,
    STRING,
    SYMBOL,
    /** The end of a line, or a semicolon. */
    SEPARATOR,
    END
  }

  private final String program;
  private final String text;
  private int next;
  private int lineNumber = 1;
  private int lineStart;

  private Kind kind = Kind.SEPARATOR;
  private String word = "";
  private long number;
  private Position at = new Position(1, 1);

  ToyLexer(String program, String text) {
    this.program = program;
    this.text = text;
    advance();
  }

  Kind kind() {
    return kind;
  }

  /** The characters of a name or symbol, the content of a string. */
  String word() {
    return word;
  }

  /** The value of a number, at most 2^31. */
  long number() {
    return number;
  }

  Position at() {
    return at;
  }

  boolean is(String symbolOrWord) {
    return (kind == Kind.SYMBOL || kind == Kind.NAME) && word.equals(symbolOrWord);
  }

  /** The current token in words, for messages. */
  String found() {
    return switch (kind) {
      case NAME, SYMBOL -> "'" + word + "'";
      case NUMBER -> "'" + number + "'";
      case STRING -> "a string";
      case SEPARATOR -> word.equals(";") ? "';'" : "the end of the line";
      case END -> "the end of the text";
    };
  }

  ToySyntaxException error(Position where, String problem) {
    return new ToySyntaxException(program, where.line(), where.column(), problem);
  }

  /** Goes to the next token. */
  void advance() {
    skipBlanks();
    at = new Position(lineNumber, next - lineStart + 1);
    if (next == text.length()) {
      kind = Kind.END;
      word = "";
      return;
    }
    char c = text.charAt(next);
    if (c == '\n' || c == ';') {
      separator(c);
    } else if (ToyWords.isNameStart(c)) {
      name();
    } else if (ToyWords.isDigit(c)) {
      digits();
    } else if (c == '"') {
      string();
    } else {
      symbol(c);
    }
  }

  private void skipBlanks() {
    while (next < text.length()) {
      char c = text.charAt(next);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\uFEFF') {
        next++;
      } else if (text.startsWith("//", next)) {
        int end = text.indexOf('\n', next);
        next = end < 0 ? text.length() : end;
      } else {
        return;
      }
    }
  }

  private void separator(char c) {
    kind = Kind.SEPARATOR;
    word = c == ';' ? ";" : "\n";
    next++;
    if (c == '\n') {
      lineNumber++;
      lineStart = next;
    }
  }

  private void name() {
    int from = next;
    while (next < text.length() && ToyWords.isNamePart(text.charAt(next))) {
      next++;
    }
    kind = Kind.NAME;
    word = text.substring(from, next);
  }

  private void digits() {
    int from = next;
    long value = 0;
    while (next < text.length() && ToyWords.isDigit(text.charAt(next))) {
      value = Math.min(value * 10 + (text.charAt(next) - '0'), 1L << 40);
      next++;
    }
    if (next < text.length() && ToyWords.isNameStart(text.charAt(next))) {
      throw error(at, "a name cannot begin with a digit");
    }
    if (value > 1L << 31) {
      throw error(at, text.substring(from, next) + " is too large: values have 32 bits");
    }
    kind = Kind.NUMBER;
    word = "";
    number = value;
  }

  private void string() {
    StringBuilder content = new StringBuilder();
    next++;
    while (true) {
      char c = next < text.length() ? text.charAt(next) : '\n';
      if (c == '\n') {
        throw error(at, "this string does not end before the end of the line");
      }
      next++;
      if (c == '"') {
        break;
      }
      content.append(c == '\\' ? escaped() : c);
    }
    kind = Kind.STRING;
    word = content.toString();
  }

  private char escaped() {
    char c = next < text.length() ? text.charAt(next) : '\n';
    Position where = new Position(lineNumber, next - lineStart);
    next++;
    return switch (c) {
      case '"', '\\' -> c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> throw error(where, "after '\\' in a string only \" \\ n r t are known");
    };
  }

  private void symbol(char c) {
    kind = Kind.SYMBOL;
    for (String two : new String[] {"==", "!=", "<=", ">=", "&&", "||"}) {
      if (text.startsWith(two, next)) {
        word = two;
        next += 2;
        return;
      }
    }
    if (c == '&' || c == '|') {
      throw error(at, "'" + c + "' is unknown; did you mean '" + c + c + "'?");
    }
    if ("{}[]()=,+-*/%<>!".indexOf(c) < 0) {
      String shown = c < ' ' || c > '~' ? String.format("U+%04X", (int) c) : "'" + c + "'";
      throw error(at, "the character " + shown + " has no meaning here");
    }
    word = String.valueOf(c);
    next++;
  }
}
