package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SitesTest {

  @Test
  void equalPositionsHaveTheSameNumber() {
    int site = Sites.add("a.B", "B.java", "run", 7);

    assertThat(Sites.add("a.B", "B.java", "run", 7)).isEqualTo(site);
    assertThat(Sites.add("a.B", "B.java", "run", 8)).isNotEqualTo(site);
    assertThat(Sites.add("a.B", "B.java", "walk", 7)).isNotEqualTo(site);
    assertThat(Sites.add("a.C", "B.java", "run", 7)).isNotEqualTo(site);
    assertThat(Sites.className(site)).isEqualTo("a.B");
    assertThat(Sites.file(site)).isEqualTo("B.java");
    assertThat(Sites.method(site)).isEqualTo("run");
    assertThat(Sites.line(site)).isEqualTo(7);
  }

  @Test
  void aNumberThatWasNotGivenIsAnError() {
    assertThatThrownBy(() -> Sites.line(Sites.count()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void threadsThatAddAtTheSameTimeGetTheSameNumbers() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<List<Integer>>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        tasks.add(SitesTest::addMany);
      }
      Set<List<Integer>> results = new HashSet<>();
      for (Future<List<Integer>> each : threads.invokeAll(tasks)) {
        results.add(each.get());
      }
      assertThat(results).hasSize(1);
      List<Integer> numbers = results.iterator().next();
      for (int line = 0; line < numbers.size(); line++) {
        assertThat(Sites.line(numbers.get(line))).isEqualTo(line);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Integer> addMany() {
    List<Integer> numbers = new ArrayList<>();
    for (int line = 0; line < 1000; line++) {
      numbers.add(Sites.add("many.Lines", "Lines.java", "run", line));
    }
    return numbers;
  }
}
