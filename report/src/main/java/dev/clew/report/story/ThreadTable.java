package dev.clew.report.story;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays rows out in columns, one for each thread, time downward; a dotted arrow marks each switch
 * from one thread to another.
 *
 * <p>The columns share {@link Paragraph#WIDTH} characters; with more threads than fit, the rows
 * become a list with the name of the thread in front.
 */
final class ThreadTable {
  private static final int INDENT = 2;
  private static final int GAP = 3;
  private static final int NARROWEST = 20;

  /** Stands for the beginning of a name that is too long. */
  private static final String CUT = "..";

  /** With less, texts are broken so often that their places better stand elsewhere. */
  private static final int NARROWEST_TEXT = 28;

  /** The columns: thread and name, from left to right. */
  private final Map<Integer, String> names;

  private final List<Row> rows;

  /** What stands below the columns, side by side. */
  private final Map<Integer, List<String>> endings;

  private CellLayout layout;
  private final StringBuilder text = new StringBuilder();

  ThreadTable(Map<Integer, String> names, List<Row> rows, Map<Integer, List<String>> endings) {
    this.names = new LinkedHashMap<>(names);
    this.rows = rows;
    this.endings = endings;
    this.layout = CellLayout.Beside.of(rows);
  }

  /** The lines of the table. */
  String layOut() {
    int columns = names.size();
    int room = Paragraph.WIDTH - INDENT - GAP * (columns - 1);
    int[] widths = naturalWidths();
    if (Arrays.stream(widths).sum() > room && room / columns < NARROWEST) {
      return layOutAsList();
    }
    CellLayout below = CellLayout.Below.of(rows);
    if (breaksTexts(narrow(widths, room), below)) {
      layout = below;
      widths = naturalWidths();
    }
    widths = narrow(widths, room);
    List<Integer> threads = new ArrayList<>(names.keySet());
    int[] starts = new int[columns];
    for (int c = 1; c < columns; c++) {
      starts[c] = starts[c - 1] + widths[c - 1] + GAP;
    }
    header(widths);
    int column = -1;
    Row above = null;
    for (Row row : rows) {
      int next = threads.indexOf(row.thread());
      if (row.missing() > 0) {
        gap(row.missing());
      } else if (column >= 0 && next != column) {
        arrow(starts[column], starts[next]);
      }
      boolean goesOn = row.missing() == 0 && next == column;
      column = next;
      for (String line : layout.lines(row, goesOn ? above : null, widths[column])) {
        line(" ".repeat(starts[column]) + line);
      }
      above = row;
    }
    endings(threads, starts, widths);
    return text.toString();
  }

  private void header(int[] widths) {
    StringBuilder line = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    int c = 0;
    for (String name : names.values()) {
      int width = widths[c++];
      // The end of a long name tells threads apart: it has their number.
      String shown =
          name.length() <= width
              ? name
              : CUT + name.substring(name.length() - width + CUT.length());
      line.append(pad(shown, width + GAP));
      rule.append(pad("-".repeat(width), width + GAP));
    }
    line(line.toString());
    line(rule.toString());
  }

  private void arrow(int from, int to) {
    if (from < to) {
      line(" ".repeat(from) + ".".repeat(to - from - 2) + ">");
    } else {
      line(" ".repeat(to) + "<" + ".".repeat(from - to - 2));
    }
  }

  private void gap(int missing) {
    line("... " + Phrases.count(missing, "step") + " not shown, --verbose shows all ...");
  }

  private void endings(List<Integer> threads, int[] starts, int[] widths) {
    if (endings.isEmpty()) {
      return;
    }
    if (!rows.isEmpty()) {
      line("");
    }
    List<List<String>> cells = new ArrayList<>();
    int height = 0;
    for (int c = 0; c < threads.size(); c++) {
      List<String> lines = new ArrayList<>();
      for (String sentence : endings.getOrDefault(threads.get(c), List.of())) {
        lines.addAll(hanging(sentence, widths[c], 2));
      }
      cells.add(lines);
      height = Math.max(height, lines.size());
    }
    for (int l = 0; l < height; l++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < cells.size(); c++) {
        String shown = l < cells.get(c).size() ? cells.get(c).get(l) : "";
        line.append(" ".repeat(starts[c] - line.length())).append(pad(shown, widths[c]));
      }
      line(line.toString());
    }
  }

  private String layOutAsList() {
    int nameWidth = names.values().stream().mapToInt(String::length).max().orElse(0);
    int width = Math.max(NARROWEST, Paragraph.WIDTH - INDENT - nameWidth - GAP);
    int thread = -1;
    for (Row row : rows) {
      boolean goesOn = row.thread() == thread && row.missing() == 0;
      String name = goesOn ? "" : names.getOrDefault(row.thread(), "");
      if (row.missing() > 0) {
        gap(row.missing());
      }
      thread = row.thread();
      for (String line : layout.lines(row, null, width)) {
        line(pad(name, nameWidth + GAP) + line);
        name = "";
      }
    }
    if (!endings.isEmpty() && !rows.isEmpty()) {
      line("");
    }
    endings.forEach(
        (of, sentences) -> {
          String name = names.getOrDefault(of, "");
          for (String sentence : sentences) {
            for (String line : hanging(sentence, width, 2)) {
              line(pad(name, nameWidth + GAP) + line);
              name = "";
            }
          }
        });
    return text.toString();
  }

  private static List<String> hanging(String sentence, int width, int indent) {
    List<String> lines = new ArrayList<>();
    for (String line : Paragraph.wrap(sentence, width - indent)) {
      lines.add(lines.isEmpty() ? line : " ".repeat(indent) + line);
    }
    return lines;
  }

  private int[] naturalWidths() {
    int[] widths = new int[names.size()];
    int c = 0;
    for (Map.Entry<Integer, String> column : names.entrySet()) {
      int width = Math.max(NARROWEST, column.getValue().length());
      for (Row row : rows) {
        if (row.thread() == column.getKey()) {
          width = Math.max(width, layout.naturalWidth(row));
        }
      }
      for (String sentence : endings.getOrDefault(column.getKey(), List.of())) {
        width = Math.max(width, sentence.length() + 2);
      }
      widths[c++] = width;
    }
    return widths;
  }

  /** Whether columns of these widths have too little room for a text, and more in a layout. */
  private boolean breaksTexts(int[] widths, CellLayout other) {
    List<Integer> threads = new ArrayList<>(names.keySet());
    for (Row row : rows) {
      int width = widths[threads.indexOf(row.thread())];
      int room = layout.room(width);
      if (layout.naturalWidth(row) > width && room < NARROWEST_TEXT && room < other.room(width)) {
        return true;
      }
    }
    return false;
  }

  /** The widths, the widest of them shrunk until all fit. */
  private static int[] narrow(int[] natural, int room) {
    int[] widths = natural.clone();
    for (int excess = Arrays.stream(widths).sum() - room; excess > 0; excess--) {
      int widest = 0;
      for (int c = 1; c < widths.length; c++) {
        if (widths[c] > widths[widest]) {
          widest = c;
        }
      }
      widths[widest]--;
    }
    return widths;
  }

  private void line(String content) {
    text.append((" ".repeat(INDENT) + content).stripTrailing()).append('\n');
  }

  private static String pad(String content, int width) {
    return content + " ".repeat(Math.max(0, width - content.length()));
  }
}
