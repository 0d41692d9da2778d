package dev.clew.report.story;

/**
 * One line of the story: a thread does something.
 *
 * @param thread the thread whose column it stands in
 * @param mark where in the source, as in {@code :7}
 * @param text what it does
 * @param note what to make of it, empty if nothing
 * @param missing how many rows before it are not shown
 */
record Row(int thread, String mark, String text, String note, int missing) {
  Row {
    mark = Printable.line(mark);
    text = Printable.line(text);
    note = Printable.line(note);
  }

  Row(int thread, String mark, String text, String note) {
    this(thread, mark, text, note, 0);
  }

  /** This row after some that are not shown. */
  Row after(int rows) {
    return new Row(thread, mark, text, note, rows);
  }
}
