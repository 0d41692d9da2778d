package dev.clew.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows of a long story are shown. */
class ExcerptTest {
  @Test
  void shortStoryIsShownInFull() {
    assertThat(Excerpt.of(rows(60), new BitSet())).isEqualTo(rows(60));
  }

  @Test
  void longStoryLosesItsMiddle() {
    List<Row> excerpt = Excerpt.of(rows(20_000), new BitSet());

    assertThat(excerpt).hasSize(60);
    assertThat(excerpt.get(19)).isEqualTo(row(19));
    assertThat(excerpt.get(20)).isEqualTo(row(19_960).after(19_940));
    assertThat(excerpt.get(59)).isEqualTo(row(19_999));
  }

  @Test
  void gapOfOneRowIsNone() {
    assertThat(Excerpt.of(rows(61), new BitSet())).isEqualTo(rows(61));
  }

  @Test
  void rowThatCountsIsShownInTheMiddle() {
    BitSet counts = new BitSet();
    counts.set(50);
    List<Row> excerpt = Excerpt.of(rows(200), counts);

    assertThat(excerpt).hasSize(61);
    assertThat(excerpt.get(20)).isEqualTo(row(50).after(30));
    assertThat(excerpt.get(21)).isEqualTo(row(160).after(109));
  }

  private static List<Row> rows(int count) {
    return IntStream.range(0, count).mapToObj(ExcerptTest::row).toList();
  }

  private static Row row(int number) {
    return new Row(0, ":1", "x = " + number, "");
  }
}
