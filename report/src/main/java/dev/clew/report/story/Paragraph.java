package dev.clew.report.story;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines. */
public final class Paragraph {
  /** The width of reports, in characters. */
  public static final int WIDTH = 100;

  private Paragraph() {}

  /**
   * Breaks a printable text at its spaces; a word longer than a line is cut, behind a dot if it
   * can.
   */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Printable.line(text).split(" ", -1)) {
      String rest = word;
      if (!line.isEmpty() && line.length() + 1 + rest.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      if (rest.length() > width) {
        rest = cut(rest, width, lines);
      }
      if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Cuts a long word into lines, and returns what is left of it. */
  private static String cut(String word, int width, List<String> lines) {
    int from = 0;
    while (word.length() - from > width) {
      int to = endOfLine(word, from, width);
      lines.add(word.substring(from, to));
      from = to;
    }
    return word.substring(from);
  }

  private static int endOfLine(String word, int from, int width) {
    int afterDot = word.lastIndexOf('.', from + width - 1) + 1;
    if (afterDot - from > width / 2) {
      return afterDot;
    }
    boolean cutsPair = width > 1 && Character.isHighSurrogate(word.charAt(from + width - 1));
    return from + (cutsPair ? width - 1 : width);
  }

  /** A paragraph that begins with the given word. */
  public static String of(String first, String text) {
    return of(first + " " + text);
  }

  /** A paragraph; all its lines are indented as the text is. */
  public static String of(String text) {
    int indent = text.length() - text.stripLeading().length();
    StringBuilder paragraph = new StringBuilder();
    for (String line : wrap(text.strip(), WIDTH - indent)) {
      paragraph.append(" ".repeat(indent)).append(line).append('\n');
    }
    return paragraph.toString();
  }
}
