package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MapKeysTest {
  private static final List<Object> DIFFERENT =
      List.of(
          "1",
          1,
          1L,
          (short) 1,
          (byte) 1,
          1.0,
          1f,
          '1',
          true,
          0.0,
          -0.0,
          Double.NaN,
          "",
          "a\nb",
          TimeUnit.DAYS,
          TimeUnit.HOURS,
          String.class,
          int.class,
          "class java.lang.String");

  @Test
  void differentKeysHaveDifferentNumbers() {
    MapKeys keys = new MapKeys();
    List<Integer> numbers = new ArrayList<>();
    DIFFERENT.forEach(key -> numbers.add(keys.of(key)));
    assertThat(new HashSet<>(numbers)).hasSize(DIFFERENT.size()).doesNotContain(MapKeys.NONE);
    assertThat(keys.of(new String("1"))).isEqualTo(numbers.get(0));
    assertThat(keys.of(Double.valueOf(-0.0))).isEqualTo(numbers.get(10));
  }

  @Test
  void keysThatMayEqualOthersHaveNone() {
    MapKeys keys = new MapKeys();
    assertThat(keys.of(new Object())).isEqualTo(MapKeys.NONE);
    assertThat(keys.of(BigDecimal.ONE)).isEqualTo(MapKeys.NONE);
    assertThat(keys.of(List.of(1))).isEqualTo(MapKeys.NONE);
    assertThat(keys.of("x".repeat(2000))).isEqualTo(MapKeys.NONE);
    assertThat(keys.of(null)).isEqualTo(MapKeys.NONE);
  }

  @Test
  void savedKeysHaveTheSameNumbersAgain() throws IOException {
    MapKeys keys = new MapKeys();
    List<Integer> numbers = new ArrayList<>();
    DIFFERENT.forEach(key -> numbers.add(keys.of(key)));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    keys.save(new DataOutputStream(saved));
    MapKeys restored = new MapKeys();
    restored.of("something else");
    restored.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
    for (int i = DIFFERENT.size() - 1; i >= 0; i--) {
      assertThat(restored.of(DIFFERENT.get(i))).isEqualTo(numbers.get(i));
      assertThat(restored.text(numbers.get(i))).isEqualTo(keys.text(numbers.get(i)));
    }
  }

  @Test
  void keysAreShownAsInSource() {
    MapKeys keys = new MapKeys();
    assertThat(keys.text(keys.of("a"))).isEqualTo("\"a\"");
    assertThat(keys.text(keys.of(TimeUnit.DAYS))).isEqualTo("DAYS");
    assertThat(keys.text(keys.of(String.class))).isEqualTo("java.lang.String.class");
  }
}
