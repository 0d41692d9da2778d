package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CollectionViewsTest {
  /** Since JDK 21. */
  private static final String REVERSED = "java.util.concurrent.CopyOnWriteArrayList$Reversed";

  @Test
  void theRunningJdkHasTheFieldsOfTheTable() throws ReflectiveOperationException {
    for (var each : CollectionViews.fields().entrySet()) {
      if (!each.getKey().equals(REVERSED) || Runtime.version().feature() >= 21) {
        Class<?> type = Class.forName(each.getKey());
        assertThat(type.getDeclaredField(each.getValue())).isNotNull();
      }
    }
  }
}
