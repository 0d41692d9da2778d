package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clew.junit.Clew;
import dev.clew.junit.Interleavings;
import dev.clew.junit.Replay;
import org.junit.jupiter.api.Test;

/** Tests with a fault, and the same tests when one of their schedules is replayed. */
class ReplaySample {
  private volatile int hits;

  private void twice() throws InterruptedException {
    Thread other = new Thread(() -> hits++, "other");
    other.start();
    hits++;
    other.join();
    assertEquals(2, hits);
  }

  static class First extends ReplaySample {
    @Interleavings
    void loses() throws InterruptedException {
      super.twice();
    }

    @Test
    void explores() {
      Clew.exploring().expectingViolations().explore(super::twice);
      Clew.explore(super::twice);
    }
  }

  static class Second extends ReplaySample {
    @Interleavings
    @Replay("target/clew/samples.ReplaySample$First-loses-assertion-1.clew")
    void loses() {}

    @Interleavings
    @Replay("target/clew/nothing.clew")
    void isNotThere() {}
  }
}
