package dev.clew.report.story;

/**
 * Text of a user's program or file names as a terminal may see it: what is no character to look at
 * (escape sequences, line ends, marks that turn the direction of writing) is spelt out.
 */
public final class Printable {
  private Printable() {}

  /** One line of text; a hidden character becomes a backslash, a u and four digits. */
  public static String line(String text) {
    boolean isPlain = text.codePoints().noneMatch(Printable::isHidden);
    return isPlain ? text : spellOut(text, false);
  }

  /** Text of several lines; their ends stay. */
  public static String lines(String text) {
    return spellOut(text, true);
  }

  /** Whether nothing would be seen of a character, or something it is not. */
  public static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }

  private static String spellOut(String text, boolean keepsLineEnds) {
    StringBuilder printable = new StringBuilder();
    text.codePoints()
        .forEach(
            codePoint -> {
              if (isHidden(codePoint) && !(keepsLineEnds && codePoint == '\n')) {
                for (char unit : Character.toChars(codePoint)) {
                  printable.append(String.format("\\u%04x", (int) unit));
                }
              } else {
                printable.appendCodePoint(codePoint);
              }
            });
    return printable.toString();
  }
}
