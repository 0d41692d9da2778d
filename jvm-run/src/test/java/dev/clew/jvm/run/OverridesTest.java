package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverridesTest {
  private interface Named {}

  private static class Parent implements Named {}

  private static final class Child extends Parent {}

  private static final class Other implements Named {}

  @Test
  void whatAClassOverridesItsSubclassesInherit() {
    Overrides.add(Parent.class.getName(), "test()V");

    assertThat(Overrides.isOverridden(new Parent(), "test()V")).isTrue();
    assertThat(Overrides.isOverridden(new Child(), "test()V")).isTrue();
    assertThat(Overrides.isOverridden(new Other(), "test()V")).isFalse();
    assertThat(Overrides.isOverridden(new Child(), "test(I)V")).isFalse();
  }

  @Test
  void whatAnInterfaceOverridesItsImplementationsInherit() {
    Overrides.add(Named.class.getName(), "named()V");

    assertThat(Overrides.isOverridden(new Child(), "named()V")).isTrue();
    assertThat(Overrides.isOverridden(new Other(), "named()V")).isTrue();
    assertThat(Overrides.isOverridden("text", "named()V")).isFalse();
  }

  @Test
  void withoutAnObjectTheCallFailsByItself() {
    assertThat(Overrides.isOverridden(null, "anything()V")).isTrue();
  }
}
