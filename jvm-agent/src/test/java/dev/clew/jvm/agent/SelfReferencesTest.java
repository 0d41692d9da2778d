package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tells classes whose methods use their object for its own parts only from others. */
class SelfReferencesTest {
  private static @Nullable Object known;

  @Test
  void fieldsMethodsAndMonitorAreOwn() throws IOException {
    assertThat(SelfReferences.areNone(List.of(file(Modest.class)))).isTrue();
  }

  @Test
  void whatASuperclassDoesCounts() throws IOException {
    assertThat(SelfReferences.areNone(List.of(file(Child.class), file(Stores.class)))).isFalse();
    assertThat(SelfReferences.areNone(List.of(file(Caller.class), file(Modest.class)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Stores.class,
        Returns.class,
        Compares.class,
        Passes.class,
        Captures.class,
        Keeps.class,
        Joins.class,
        Inherits.class,
        Throws.class,
        CallsAbove.class,
        CallsDefault.class
      })
  void everythingElseIsAReference(Class<?> type) throws IOException {
    assertThat(SelfReferences.areNone(List.of(file(type)))).isFalse();
  }

  private static byte[] file(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = SelfReferencesTest.class.getClassLoader().getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  static class Modest {
    private int count;
    private final Object[] shared = new Object[1];

    Modest() {
      known = this;
    }

    final synchronized int work(Modest other) {
      count += 2;
      synchronized (this) {
        notifyAll();
      }
      shared[0] = other == known ? "known" : "other";
      return count > 9 ? count : work(other);
    }
  }

  static class Caller extends Modest {
    int twice() {
      return work(new Modest()) + super.work(new Modest());
    }
  }

  static class Stores {
    void run() {
      known = this;
    }
  }

  static class Child extends Stores {
    int number;
  }

  static class Returns {
    Object run() {
      Object self = this;
      return self;
    }
  }

  static class Compares {
    boolean run(Object other) {
      return other == this;
    }
  }

  static class Passes {
    String run() {
      return String.valueOf(this);
    }
  }

  static class Captures {
    int number;

    Supplier<Integer> run() {
      return () -> number;
    }
  }

  static class Keeps {
    Object next = "";

    void run() {
      next = this;
    }
  }

  static class Joins {
    String run(String text) {
      return text + this;
    }
  }

  static class Inherits {
    int run() {
      return hashCode();
    }
  }

  static class CallsAbove {
    @Override
    public int hashCode() {
      return super.hashCode() + 1;
    }
  }

  interface Comparing {
    default boolean isSame(Object other) {
      return this == other;
    }
  }

  static class CallsDefault implements Comparing {
    @Override
    public boolean isSame(Object other) {
      return Comparing.super.isSame(other);
    }
  }

  static class Throws extends RuntimeException {
    void run() {
      throw this;
    }
  }
}
