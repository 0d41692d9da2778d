package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class WrappedTest {
  /** There since JDK 18. */
  private static final String NEW = "sun.nio.ch.ChannelOutputStream";

  @Test
  void theRunningJdkHasTheFieldsOfTheTable() throws ReflectiveOperationException {
    for (var each : Wrapped.fields().entrySet()) {
      if (!each.getKey().equals(NEW) || Runtime.version().feature() >= 18) {
        Class<?> type = Class.forName(each.getKey());
        assertThat(Arrays.stream(type.getDeclaredFields()).map(Field::getName))
            .as(each.getKey())
            .contains(each.getValue().get(0));
      }
    }
  }
}
