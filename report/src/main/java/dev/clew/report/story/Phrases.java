package dev.clew.report.story;

import java.util.List;

/** Pieces of sentences. */
public final class Phrases {
  private static final String ELLIPSIS = "...";

  private Phrases() {}

  /** As in {@code a, b and c}. */
  public static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  /** A text, or its beginning if it has more than so many characters. */
  static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - ELLIPSIS.length();
    boolean cutsPair = Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, cutsPair ? end - 1 : end) + ELLIPSIS;
  }

  /** As in {@code 1 step}, {@code 2 steps} and {@code 2 switches}. */
  public static String count(long number, String thing) {
    return count(Long.toString(number), thing);
  }

  /** The same for a number in words or rounded. */
  public static String count(String number, String thing) {
    String plural = thing.endsWith("s") || thing.endsWith("ch") ? "es" : "s";
    return number + " " + thing + (number.equals("1") ? "" : plural);
  }
}
