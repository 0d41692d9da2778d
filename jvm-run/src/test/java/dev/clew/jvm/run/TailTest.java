package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TailTest {
  private final Tail tail = new Tail();

  @Test
  void aShortTextIsKeptWhole() {
    tail.add("grün ");
    tail.add(new byte[] {'x', 'o', 'k', 'x'}, 1, 2);
    tail.add('!');
    assertThat(tail.toString()).isEqualTo("grün ok!");
  }

  @Test
  void ofALongTextTheEndIsKept() {
    for (int i = 0; i < 70_000; i++) {
      tail.add(i == 0 ? 'a' : 'b');
    }
    assertThat(tail.toString()).isEqualTo("..." + "b".repeat(1 << 16));
  }

  @Test
  void aTextLongerThanAllIsCut() {
    byte[] much = ("a".repeat(100) + "b".repeat(1 << 16)).getBytes(StandardCharsets.UTF_8);
    tail.add("before");
    tail.add(much, 0, much.length);
    tail.add("c");
    assertThat(tail.toString()).isEqualTo("..." + "b".repeat((1 << 16) - 1) + "c");
  }

  @Test
  void aCharacterIsNotCutInTwo() {
    tail.add("ä".repeat(40_000) + "x");
    assertThat(tail.toString()).isEqualTo("..." + "ä".repeat((1 << 15) - 1) + "x");
  }

  @Test
  void whatIsForgottenIsGone() {
    tail.add("old");
    tail.clear();
    tail.add("new");
    assertThat(tail.toString()).isEqualTo("new");
  }
}
