package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldsTest {

  @Test
  void equalFieldsHaveTheSameNumber() {
    int field = Fields.add("a/B", "count", "J", false, true);

    assertThat(Fields.add("a/B", "count", "J", false, true)).isEqualTo(field);
    assertThat(Fields.add("a/B", "other", "J", false, true)).isNotEqualTo(field);
    assertThat(Fields.add("a/C", "count", "J", false, true)).isNotEqualTo(field);
    assertThat(Fields.declaringClass(field)).isEqualTo("a/B");
    assertThat(Fields.name(field)).isEqualTo("count");
    assertThat(Fields.descriptor(field)).isEqualTo("J");
    assertThat(Fields.isStatic(field)).isFalse();
    assertThat(Fields.isVolatile(field)).isTrue();
  }

  @Test
  void manyFieldsHaveManyNumbers() {
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      int field = Fields.add("many/Fields", "field" + i, "I", true, false);
      numbers.add(field);
      assertThat(Fields.name(field)).isEqualTo("field" + i);
      assertThat(Fields.isStatic(field)).isTrue();
    }
    assertThat(numbers).hasSize(500);
  }

  @Test
  void aNumberThatWasNotGivenIsAnError() {
    assertThatThrownBy(() -> Fields.name(Fields.count()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
