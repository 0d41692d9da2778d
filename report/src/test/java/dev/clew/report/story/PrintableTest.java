package dev.clew.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nothing a program or a file name contains can play tricks on a terminal. */
class PrintableTest {
  private static final String ESCAPE = Character.toString(0x1b);
  private static final String RIGHT_TO_LEFT = Character.toString(0x202e);

  @Test
  void hiddenCharactersAreSpeltOut() {
    assertThat(Printable.line("a" + ESCAPE + "[2J")).isEqualTo("a\\u001b[2J");
    assertThat(Printable.line("a\r\nb\t")).isEqualTo("a\\u000d\\u000ab\\u0009");
    assertThat(Printable.line(RIGHT_TO_LEFT)).isEqualTo("\\u202e");
    assertThat(Printable.line(Character.toString(0xE0001))).isEqualTo("\\udb40\\udc01");
  }

  @Test
  void allElseStays() {
    String text = "größer ≤ 5 \"日本\" " + Character.toString(0x1F600);

    assertThat(Printable.line(text)).isEqualTo(text);
  }

  @Test
  void linesKeepTheirEnds() {
    assertThat(Printable.lines("a" + ESCAPE + "\n  b")).isEqualTo("a\\u001b\n  b");
  }

  @Test
  void whatIsWrappedIsPrintable() {
    assertThat(Paragraph.of("a" + ESCAPE, "b\nc")).isEqualTo("a\\u001b b\\u000ac\n");
    assertThat(new Row(0, ":1", ESCAPE, "\b")).isEqualTo(new Row(0, ":1", "\\u001b", "\\u0008"));
  }
}
