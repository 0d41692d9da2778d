package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StableIdsTest {
  private final StableIds ids = new StableIds();

  @Test
  void theOrderInWhichThingsAreMadeDoesNotMatterOnceTheyAreKnown() {
    int main = ids.of(StableIds.ROOT, 0);
    int first = ids.of(main, 0);
    int second = ids.of(main, 1);
    int ofSecond = ids.of(second, 0);
    int ofFirst = ids.of(first, 0);

    assertThat(ids.of(first, 0)).isEqualTo(ofFirst);
    assertThat(ids.of(second, 0)).isEqualTo(ofSecond);
    assertThat(ids.of(main, 1)).isEqualTo(second);
    assertThat(ids.size()).isEqualTo(5);
  }

  @Test
  void aPathSaysWhoMadeWhat() {
    int main = ids.of(StableIds.ROOT, 0);
    assertThat(ids.path(ids.of(ids.of(main, 2), 1))).isEqualTo("0.2.1");
  }

  @Test
  void manyNumbersAreDenseAndUnique() {
    Random random = new Random(3);
    Map<Long, Integer> expected = new HashMap<>();
    for (int k = 0; k < 20_000; k++) {
      int maker = random.nextInt(200) - 1;
      int n = random.nextInt(300);
      int id = ids.of(maker, n);
      Integer before = expected.putIfAbsent(maker * 1000L + n, id);
      assertThat(before == null ? id : before.intValue()).isEqualTo(id);
    }
    assertThat(ids.size()).isEqualTo(expected.size());
    assertThat(expected.values()).doesNotHaveDuplicates().allMatch(id -> id < ids.size());
  }
}
