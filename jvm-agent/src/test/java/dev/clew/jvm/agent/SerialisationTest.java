package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectStreamClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerialisationTest {
  private static final String SUBJECTS = "subjects.serial";

  @ParameterizedTest
  @ValueSource(strings = {"Plain", "Child", "Versioned", "External", "Kind", "Pair", "Transform"})
  void theSerialVersionIsThatOfTheOriginal(String name) throws Exception {
    String className = SUBJECTS + ".Saved$" + name;
    long expected = version(Subjects.original(SUBJECTS).loadClass(className));

    assertThat(version(Subjects.transformed(SUBJECTS).loadClass(className))).isEqualTo(expected);
  }

  private static long version(Class<?> type) {
    return ObjectStreamClass.lookupAny(type).getSerialVersionUID();
  }

  @Test
  void objectsAreWrittenAndReadAsBefore() {
    Object expected = Subjects.original(SUBJECTS).run(SUBJECTS + ".Saved");

    Subjects transformed = Subjects.transformed(SUBJECTS);
    for (int execution = 0; execution < 2; execution++) {
      Subjects.startExecution();
      assertThat(transformed.run(SUBJECTS + ".Saved")).isEqualTo(expected);
    }
  }
}
