package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clew.junit.Interleavings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What belongs to a test happens in every execution, in order, and never outside of one. */
class LifecycleSample extends LifecycleBase {
  private String story = "";
  private int races;
  private static int calls;

  @BeforeAll
  static void beforeAll() {
    everything += "A";
  }

  @BeforeEach
  void before() {
    story += everything.substring(0, 3) + "c";
  }

  @Override
  @BeforeEach
  void overridden() {
    story += "b";
  }

  @AfterEach
  void after() {
    assertEquals("bXxAcT", story);
    calls++;
    everything += "a";
  }

  @AfterAll
  static void afterAll() {
    boolean isHere = System.getProperty("clew.private") == null;
    // Here only for the one test that is not checked.
    assertEquals("XxAay", everything);
    assertEquals(1, calls, isHere ? "in the JVM of the tests" : "in an execution");
  }

  private synchronized void count() {
    races++;
  }

  @Test
  void asJUnitDoes() {
    story += "T";
  }

  @Interleavings
  void inOrder() throws InterruptedException {
    Thread other = new Thread(this::count);
    other.start();
    count();
    other.join();
    story += "T";
    assertEquals(2, races);
  }

  @Interleavings
  void failsAfterwards() {
    story += "U";
  }

  @Interleavings
  void isAssumedAway() {
    story += "T";
    assumeTrue(races > 0);
  }

  @Nested
  class Inside {
    @BeforeEach
    void inner() {
      story += "T";
    }

    @Interleavings
    void isNested() {
      assertEquals("bXxAcT", story);
    }
  }
}
