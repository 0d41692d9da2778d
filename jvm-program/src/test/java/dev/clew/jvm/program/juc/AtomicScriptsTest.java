package dev.clew.jvm.program.juc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AtomicScriptsTest {
  @ParameterizedTest
  @EnumSource
  void readsAndWritesHaveTheClassesOfTheToyProgram(AtomicVariables kind) {
    assertSameClasses(kind, "gs1", "gs0", "g");
  }

  @ParameterizedTest
  @EnumSource
  void comparisonsHaveTheClassesOfTheToyProgram(AtomicVariables kind) {
    assertSameClasses(kind, "c01g", "c01g", "c10");
    assertSameClasses(kind, "c01", "s1c10", "s0");
  }

  @ParameterizedTest
  @EnumSource
  void changesHaveTheClassesOfTheToyProgram(AtomicVariables kind) {
    if (kind.swaps) {
      assertSameClasses(kind, "x1", "x0g", "c10");
    }
    if (kind.adds) {
      assertSameClasses(kind, "a", "a", "ga");
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomScriptsHaveTheClassesOfTheToyProgram(AtomicVariables kind) {
    Random random = new Random(kind.ordinal());
    String letters = "gsc" + (kind.swaps ? "x" : "") + (kind.adds ? "a" : "");
    for (int i = 0; i < 2; i++) {
      String[] scripts = new String[3];
      for (int t = 0; t < scripts.length; t++) {
        StringBuilder script = new StringBuilder();
        for (int k = 1 + random.nextInt(2); k > 0; k--) {
          char letter = letters.charAt(random.nextInt(letters.length()));
          int digits = letter == 'c' ? 2 : letter == 's' || letter == 'x' ? 1 : 0;
          script.append(letter);
          for (int d = 0; d < digits; d++) {
            script.append(random.nextInt(2));
          }
        }
        scripts[t] = script.toString();
      }
      assertSameClasses(kind, scripts);
    }
  }

  private static void assertSameClasses(AtomicVariables kind, String... scripts) {
    if (kind.isPlain && Stream.of(scripts).noneMatch(script -> script.matches(".*[xac].*"))) {
      return; // nothing is atomic
    }
    String[] arguments =
        Stream.concat(Stream.of(kind.name()), Stream.of(scripts)).toArray(String[]::new);
    assertThat(TraceClasses.of(AtomicScripts.class, arguments))
        .as(String.join(" ", arguments))
        .isEqualTo(TraceClasses.ofToy(AtomicScripts.toy(scripts)));
  }
}
