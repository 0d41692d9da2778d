package dev.clew.report.story;

import dev.clew.trace.Names;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The lines of source that a table speaks of. */
final class SourceLines {
  private static final int MOST_LINES = 30;
  private static final String INDENT = "    ";

  /** A line of a file, in the order in which one reads. */
  private record Place(String file, int line) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byFile = file.compareTo(other.file);
      return byFile != 0 ? byFile : Integer.compare(line, other.line);
    }
  }

  private final Names names;
  private final Places places;

  SourceLines(Names names, Places places) {
    this.names = names;
    this.places = places;
  }

  /**
   * A line for each position whose source says something; the first ones if there are very many.
   */
  String of(Collection<Integer> positions) {
    Map<Place, Integer> known = new TreeMap<>();
    for (int position : positions) {
      if (names.statement(position).codePoints().anyMatch(Character::isLetter)) {
        known.put(new Place(names.file(position), names.line(position)), position);
      }
    }
    int markWidth =
        known.values().stream().mapToInt(position -> mark(position).length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    known.values().stream()
        .limit(MOST_LINES)
        .forEach(
            position -> {
              String mark = mark(position);
              String padding = " ".repeat(markWidth - mark.length());
              int room = Paragraph.WIDTH - INDENT.length() - markWidth - 1;
              String source = Printable.line(names.statement(position).replace("\t", " "));
              text.append(INDENT).append(mark).append(padding).append(' ');
              text.append(Phrases.shortened(source, Math.max(room, 20))).append('\n');
            });
    return text.toString();
  }

  private String mark(int position) {
    return Printable.line(places.mark(position));
  }
}
