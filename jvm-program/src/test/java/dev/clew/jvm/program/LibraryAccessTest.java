package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses that methods of the JDK make for the program count as accesses of the program. */
class LibraryAccessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "copyFrom",
        "copyTo",
        "clone",
        "copyOf",
        "copyOfRange",
        "fill",
        "sort",
        "toString",
        "equals",
        "reflectedElement",
        "reflectedStatic",
        "reflectedField"
      })
  void theyRace(String program) {
    assertThat(Harness.explore(LibraryAccessPrograms.class, program).findings())
        .extracting(Finding::kind)
        .containsOnly(FindingKind.DATA_RACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "copyFromElsewhere",
        "copyToElsewhere",
        "copyOfElsewhere",
        "fillElsewhere",
        "reflectedElementElsewhere",
        "reflectedOtherObject",
        "reflectedVolatile"
      })
  void othersDoNot(String program) {
    assertThat(Harness.explore(LibraryAccessPrograms.class, program).findings()).isEmpty();
  }

  @Test
  void aReflectedUpdateIsLostLikeAnyOther() {
    assertThat(Harness.explore(LibraryAccessPrograms.class, "lostUpdate").findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.ASSERTION);
  }
}
