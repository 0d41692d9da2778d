package dev.clew.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text broken into lines. */
class ParagraphTest {
  @Test
  void breaksAtSpaces() {
    assertThat(Paragraph.wrap("one two three", 8)).containsExactly("one two", "three");
  }

  @Test
  void cutsWordsThatAreLongerThanALine() {
    assertThat(Paragraph.wrap("a incomprehensible b", 6))
        .containsExactly("a", "incomp", "rehens", "ible b");
  }

  @Test
  void cutsNamesBehindTheirDots() {
    assertThat(Paragraph.wrap("read ThreadPool.workers = 1", 12))
        .containsExactly("read", "ThreadPool.", "workers = 1");
    assertThat(Paragraph.wrap("a.incomprehensible", 10)).containsExactly("a.incompre", "hensible");
  }

  @Test
  void doesNotCutCharactersInTwo() {
    assertThat(Paragraph.wrap("ab\ud83d\ude00cd", 3)).containsExactly("ab", "\ud83d\ude00c", "d");
    assertThat(Phrases.shortened("ab\ud83d\ude00cdef", 6)).isEqualTo("ab...");
    assertThat(Phrases.shortened("abcdef", 6)).isEqualTo("abcdef");
  }

  @Test
  void keepsEmptyText() {
    assertThat(Paragraph.wrap("", 5)).containsExactly("");
  }

  @Test
  void indentsEveryLine() {
    String text = Paragraph.of("  Why:", "word ".repeat(30).strip());

    assertThat(text.lines()).hasSize(2).allMatch(line -> line.startsWith("  "));
    assertThat(text.lines()).allMatch(line -> line.length() <= Paragraph.WIDTH);
  }
}
