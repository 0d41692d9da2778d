package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
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
  void makerAndOrdinalAreThoseItWasMadeWith() {
    int main = ids.of(StableIds.ROOT, 0);
    int third = ids.of(main, 2);
    assertThat(ids.maker(main)).isEqualTo(StableIds.ROOT);
    assertThat(ids.maker(third)).isEqualTo(main);
    assertThat(ids.ordinal(third)).isEqualTo(2);
  }

  @Test
  void savedNumbersMeanTheSameAfterwards() throws IOException {
    for (int k = 0; k < 100; k++) {
      ids.of(k / 3 - 1, k % 3);
    }
    StableIds restored = new StableIds();
    restored.of(77, 7);
    restored.restore(reading(saved()));

    assertThat(restored.size()).isEqualTo(100);
    for (int k = 99; k >= 0; k--) {
      assertThat(restored.of(k / 3 - 1, k % 3)).isEqualTo(k);
    }
    assertThat(restored.of(77, 7)).isEqualTo(100);
  }

  @Test
  void savedNumbersThatNameOneThingTwiceAreRefused() {
    byte[] twice = ByteBuffer.allocate(20).putInt(2).array();
    assertThatThrownBy(() -> ids.restore(reading(twice)))
        .isInstanceOf(IOException.class)
        .hasMessage("the saved numbers name one thing twice");
  }

  private byte[] saved() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ids.save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream reading(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
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
