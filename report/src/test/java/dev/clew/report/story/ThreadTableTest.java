package dev.clew.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the story of an execution is laid out. */
class ThreadTableTest {
  @Test
  void columnForEachThreadWithArrowsBetween() {
    String table =
        new ThreadTable(
                names("left", "right"),
                List.of(
                    new Row(0, ":6", "lock a", ""),
                    new Row(1, ":12", "lock b", "a note"),
                    new Row(0, ":7", "unlock a", "")),
                Map.of())
            .layOut();

    assertThat(table)
        .isEqualTo(
            """
              left                   right
              --------------------   --------------------
              :6  lock a
              .....................>
                                     :12 lock b
                                         (a note)
              <.....................
              :7  unlock a
            """);
  }

  @Test
  void endingsStandSideBySide() {
    Map<Integer, List<String>> endings =
        Map.of(0, List.of("holds a", "waits for b"), 1, List.of("waits for a"));
    String table =
        new ThreadTable(names("left", "right"), List.of(new Row(0, ":6", "lock a", "")), endings)
            .layOut();

    assertThat(table)
        .isEqualTo(
            """
              left                   right
              --------------------   --------------------
              :6 lock a

              holds a                waits for a
              waits for b
            """);
  }

  @Test
  void longTextIsBrokenToFit() {
    List<Row> rows = new ArrayList<>();
    for (int thread = 0; thread < 3; thread++) {
      rows.add(new Row(thread, ":100", "a rather long text that says a lot ".repeat(3), "note"));
    }
    String table = new ThreadTable(names("one", "two", "three"), rows, Map.of()).layOut();

    assertThat(table.lines()).allMatch(line -> line.length() <= Paragraph.WIDTH);
    assertThat(table).contains("three");
  }

  @Test
  void longNamesOfFilesStandAboveTheTexts() {
    List<Row> rows =
        List.of(
            new Row(0, "CounterTest:7", "start left", ""),
            new Row(1, "AbstractCircuitBreaker:55", "read AbstractCircuitBreaker.isOpen = 0", ""),
            new Row(1, "AbstractCircuitBreaker:101", "isOpen = 1", "a note"),
            new Row(1, "CounterTest:9", "end", ""),
            new Row(2, "CounterTest:9", "end", ""),
            new Row(1, "CounterTest:9", "", ""));

    assertThat(new ThreadTable(names("main", "left", "right"), rows, Map.of()).layOut())
        .isEqualTo(
            """
              main                   left                                            right
              --------------------   ---------------------------------------------   --------------------
              CounterTest
                :7   start left
              .....................>
                                     AbstractCircuitBreaker
                                       :55  read AbstractCircuitBreaker.isOpen = 0
                                       :101 isOpen = 1
                                            (a note)
                                     CounterTest
                                       :9   end
                                     ..............................................>
                                                                                     CounterTest
                                                                                       :9   end
                                     <..............................................
                                     CounterTest
                                       :9
            """);
  }

  @Test
  void manyThreadsBecomeAList() {
    List<Row> rows =
        List.of(
            new Row(0, ":1", "lock a", ""),
            new Row(0, ":2", "lock b", ""),
            new Row(5, ":1", "lock c", "a note"));
    String table =
        new ThreadTable(
                names("t0", "t1", "t2", "t3", "t4", "t5"), rows, Map.of(5, List.of("waits for a")))
            .layOut();

    assertThat(table)
        .isEqualTo(
            """
              t0   :1 lock a
                   :2 lock b
              t5   :1 lock c
                      (a note)

              t5   waits for a
            """);
  }

  @Test
  void gapStandsInALineOfItsOwn() {
    List<Row> rows =
        List.of(
            new Row(0, ":1", "lock a", ""),
            new Row(1, ":2", "lock b", "").after(1200),
            new Row(1, ":3", "lock c", "").after(7));

    assertThat(new ThreadTable(names("left", "right"), rows, Map.of()).layOut())
        .isEqualTo(
            """
              left                   right
              --------------------   --------------------
              :1 lock a
              ... 1200 steps not shown, --verbose shows all ...
                                     :2 lock b
              ... 7 steps not shown, --verbose shows all ...
                                     :3 lock c
            """);
    assertThat(new ThreadTable(names("t0", "t1", "t2", "t3", "t4", "t5"), rows, Map.of()).layOut())
        .isEqualTo(
            """
              t0   :1 lock a
              ... 1200 steps not shown, --verbose shows all ...
              t1   :2 lock b
              ... 7 steps not shown, --verbose shows all ...
              t1   :3 lock c
            """);
  }

  private static Map<Integer, String> names(String... names) {
    Map<Integer, String> result = new LinkedHashMap<>();
    for (String name : names) {
      result.put(result.size(), name);
    }
    return result;
  }
}
