package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clew.junit.Interleavings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ordinary tests beside some that are checked. */
public class CounterSample {
  private volatile int hits = 1;
  private int guarded;

  @BeforeEach
  void reset() {
    hits = 0;
  }

  @AfterEach
  void countIsKept() {
    assertEquals(2, Math.max(hits, guarded));
  }

  private void hit() {
    hits++;
  }

  private synchronized void hitGuarded() {
    guarded++;
  }

  private static void twice(Runnable action) throws InterruptedException {
    Thread first = new Thread(action, "first");
    Thread second = new Thread(action, "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }

  @Test
  void ordinary() {
    hits = 2;
  }

  @Interleavings
  void loses() throws InterruptedException {
    twice(this::hit);
    assertEquals(2, hits);
  }

  @Interleavings
  void keeps() throws InterruptedException {
    twice(this::hitGuarded);
    synchronized (this) {
      assertEquals(2, guarded);
    }
  }

  @Interleavings
  void losesUnnoticed() throws InterruptedException {
    twice(this::hit);
  }
}
