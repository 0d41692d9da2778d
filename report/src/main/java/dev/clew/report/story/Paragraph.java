package dev.clew.report.story;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines. */
public final class Paragraph {
  /** The width of reports, in characters. */
  public static final int WIDTH = 100;

  private Paragraph() {}

  /** Breaks a printable text at its spaces; a word that is longer than a line is cut. */
  public static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Printable.line(text).split(" ", -1)) {
      String rest = word;
      if (!line.isEmpty() && line.length() + 1 + rest.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (rest.length() > width) {
        lines.add(rest.substring(0, width));
        rest = rest.substring(width);
      }
      if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(rest);
    }
    lines.add(line.toString());
    return lines;
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
