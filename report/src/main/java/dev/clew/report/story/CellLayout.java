package dev.clew.report.story;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the place and the text of a row share a column: how wide that is, and in which lines. */
sealed interface CellLayout {
  /** How wide a column must be to hold the row unbroken. */
  int naturalWidth(Row row);

  /** How many characters of text a line has in a column of this width. */
  int room(int width);

  /**
   * The lines of a row, broken to the width of its column.
   *
   * @param above the row right above it in the column, null if there is none
   */
  List<String> lines(Row row, @Nullable Row above, int width);

  /** The text behind its mark, all texts below each other. */
  record Beside(int markWidth) implements CellLayout {
    static Beside of(List<Row> rows) {
      return new Beside(rows.stream().mapToInt(row -> row.mark().length()).max().orElse(0));
    }

    @Override
    public int naturalWidth(Row row) {
      return markWidth + 1 + longest(row);
    }

    @Override
    public int room(int width) {
      return width - markWidth - 1;
    }

    @Override
    public List<String> lines(Row row, @Nullable Row above, int width) {
      return marked(row.mark(), row, markWidth + 1, width);
    }
  }

  /**
   * The file in a line of its own, as long as it is the same only once; the lines of the file and
   * the texts below it. For names of files so long that they leave no room for the text.
   */
  record Below(int lineWidth) implements CellLayout {
    private static final int INDENT = 2;

    static Below of(List<Row> rows) {
      return new Below(rows.stream().mapToInt(row -> line(row).length()).max().orElse(0));
    }

    @Override
    public int naturalWidth(Row row) {
      return Math.max(file(row).length(), INDENT + lineWidth + 1 + longest(row));
    }

    @Override
    public int room(int width) {
      return width - INDENT - lineWidth - 1;
    }

    @Override
    public List<String> lines(Row row, @Nullable Row above, int width) {
      List<String> lines = new ArrayList<>();
      if (!file(row).isEmpty() && (above == null || !file(above).equals(file(row)))) {
        lines.addAll(Paragraph.wrap(file(row), width));
      }
      String indent = " ".repeat(INDENT);
      lines.addAll(marked(indent + line(row), row, INDENT + lineWidth + 1, width));
      return lines;
    }

    private static String file(Row row) {
      return row.mark().substring(0, row.mark().length() - line(row).length());
    }

    private static String line(Row row) {
      return row.mark().substring(Math.max(0, row.mark().lastIndexOf(':')));
    }
  }

  private static int longest(Row row) {
    return Math.max(row.text().length(), row.note().length() + 2);
  }

  private static List<String> marked(String mark, Row row, int indent, int width) {
    List<String> lines = new ArrayList<>();
    int room = Math.max(1, width - indent);
    for (String line : Paragraph.wrap(row.text(), room)) {
      String first = lines.isEmpty() ? mark : "";
      lines.add(first + " ".repeat(indent - first.length()) + line);
    }
    if (!row.note().isEmpty()) {
      for (String line : Paragraph.wrap("(" + row.note() + ")", room)) {
        lines.add(" ".repeat(indent) + line);
      }
    }
    return lines;
  }
}
