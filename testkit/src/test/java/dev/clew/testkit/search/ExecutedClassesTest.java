package dev.clew.testkit.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.audit.ExecutedClasses;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What several workers executed is what one would have executed. */
final class ExecutedClassesTest {
  private static final int ROOM = 100;

  private static long[] randomClass(Random random) {
    return new long[] {random.nextLong(), random.nextLong() | 1};
  }

  private static void merge(ExecutedClasses into, ExecutedClasses from) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    from.save(new DataOutputStream(bytes));
    into.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 50, 100, 101, 250, 3000})
  void tablesThatAreBroughtTogetherHoldWhatOneWouldHold(int count) throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      ExecutedClasses one = new ExecutedClasses(ROOM);
      List<ExecutedClasses> several =
          List.of(new ExecutedClasses(ROOM), new ExecutedClasses(ROOM), new ExecutedClasses(ROOM));
      List<long[]> executed = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        long[] bits = randomClass(random);
        executed.add(bits);
        one.add(bits[0], bits[1]);
        int most = random.nextInt(3) + 1; // the first one does most of the work
        several.get(random.nextInt(most)).add(bits[0], bits[1]);
      }
      ExecutedClasses all = new ExecutedClasses(ROOM);
      for (ExecutedClasses each : several) {
        merge(all, each);
      }
      assertThat(all.share()).isEqualTo(one.share());
      assertThat(all.size()).isEqualTo(one.size());
      for (long[] bits : executed) {
        assertThat(all.isKept(bits[0])).isEqualTo(one.isKept(bits[0]));
        assertThat(!all.isKept(bits[0]) || all.contains(bits[0], bits[1])).isTrue();
      }
    }
  }

  @Test
  void aClassThatIsSaidToBeKeptIsFoundIfItWasExecuted() {
    Random random = new Random(1);
    ExecutedClasses classes = new ExecutedClasses(ROOM);
    for (int i = 0; i < 4 * ROOM; i++) {
      long[] bits = randomClass(random);
      classes.add(bits[0], bits[1]);
      assertThat(i % 7 > 0 || !classes.isKept(bits[0]) || classes.contains(bits[0], bits[1]))
          .isTrue();
    }
  }

  @Test
  void theFinerTableDecidesWhatIsKept() throws IOException {
    Random random = new Random(1);
    ExecutedClasses fine = new ExecutedClasses(ROOM);
    for (int i = 0; i < 1000; i++) {
      long[] bits = randomClass(random);
      fine.add(bits[0], bits[1]);
    }
    ExecutedClasses coarse = new ExecutedClasses(ROOM);
    coarse.add(1, 1); // a bit of it is not 0
    coarse.add(0, 1);
    merge(coarse, fine);
    assertThat(coarse.share()).isEqualTo(fine.share()).isGreaterThan(8);
    assertThat(coarse.size()).isEqualTo(fine.size() + 1);
    assertThat(coarse.isKept(1)).isFalse();
    assertThat(coarse.contains(0, 1)).isTrue();
  }
}
