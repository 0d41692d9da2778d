package samples;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What subclasses inherit. */
abstract class LifecycleBase {
  static String everything = "X";

  @BeforeAll
  static void baseBeforeAll() {
    everything += "x";
  }

  @BeforeEach
  void overridden() {
    throw new IllegalStateException("overridden, so never called");
  }

  @AfterEach
  void baseAfter() {
    everything += "y";
  }
}
