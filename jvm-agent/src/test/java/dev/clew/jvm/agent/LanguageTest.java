package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {
  private static final String SUBJECTS = "subjects.language";

  @ParameterizedTest
  @ValueSource(strings = {"Values", "Objects", "Control", "Functions", "Mirrors"})
  void aTransformedProgramDoesWhatItDidBefore(String name) {
    Object expected = Subjects.original(SUBJECTS).run(SUBJECTS + "." + name);
    Subjects transformed = Subjects.transformed(SUBJECTS);
    Subjects recorded = Subjects.recorded(SUBJECTS);

    for (int execution = 0; execution < 2; execution++) {
      Subjects.startExecution();
      assertThat(transformed.run(SUBJECTS + "." + name)).isEqualTo(expected);
      Subjects.startExecution();
      RecordedHooks.clear();
      assertThat(recorded.run(SUBJECTS + "." + name)).isEqualTo(expected);
      assertThat(RecordedHooks.calls()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Values", "Objects", "Control", "Functions", "Mirrors"})
  void soItDoesWithTheFramesOfTheCompiler(String name) {
    Object expected = Subjects.original(SUBJECTS).run(SUBJECTS + "." + name);

    Subjects.startExecution();
    assertThat(Subjects.recorded(SUBJECTS).keepingFrames().run(SUBJECTS + "." + name))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Values", "Objects$Derived", "Control", "Functions", "Mirrors$Subject", "Objects"})
  void theVerifierOfAsmHasNoComplaints(String name) {
    Subjects transformed = Subjects.transformed(SUBJECTS);
    byte[] file = transformed.transformedFile(SUBJECTS.replace('.', '/') + "/" + name);

    assertThat(transformed.complaints(file)).isEmpty();
  }
}
