package dev.clew.foreign.c;

import java.util.ArrayList;
import java.util.List;

/** Words of commands. */
final class Words {
  private Words() {}

  /**
   * The words of a text: separated by white space, with quotes and backslashes as in a shell and in
   * the files of options that compilers read.
   */
  static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isInside = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
        isInside = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        isInside = true;
      } else if (!Character.isWhitespace(c)) {
        word.append(c);
        isInside = true;
      } else if (isInside) {
        words.add(word.toString());
        word.setLength(0);
        isInside = false;
      }
    }
    if (isInside) {
      words.add(word.toString());
    }
    return words;
  }

  /** The words as a text from which {@link #split} gets them again. */
  static String quoted(List<String> words) {
    StringBuilder text = new StringBuilder();
    for (String word : words) {
      text.append('"');
      text.append(word.replace("\\", "\\\\").replace("\"", "\\\""));
      text.append("\"\n");
    }
    return text.toString();
  }

  static List<String> join(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
