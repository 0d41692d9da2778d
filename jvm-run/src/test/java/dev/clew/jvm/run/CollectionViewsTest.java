package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CollectionViewsTest {
  /** What the names of those have that are there since JDK 21. */
  private static final String REVERSED = "Reverse";

  @Test
  void theRunningJdkHasTheFieldsOfTheTable() throws ReflectiveOperationException {
    for (var each : CollectionViews.fields().entrySet()) {
      if (!each.getKey().contains(REVERSED) || Runtime.version().feature() >= 21) {
        Class<?> type = Class.forName(each.getKey());
        assertThat(type.getDeclaredField(each.getValue())).isNotNull();
      }
    }
  }
}
