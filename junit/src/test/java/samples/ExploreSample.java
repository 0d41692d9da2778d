package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.junit.Clew;
import dev.clew.junit.Exploration;
import dev.clew.junit.Interleavings;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that explore a part of themselves. */
class ExploreSample {
  private final AtomicInteger number = new AtomicInteger();

  @BeforeEach
  void prepare() {
    number.set(10);
  }

  private void twice() throws InterruptedException {
    Thread other = new Thread(number::incrementAndGet);
    other.start();
    number.incrementAndGet();
    other.join();
  }

  @Test
  void isExhausted() {
    number.addAndGet(5);
    Clew.explore(
            () -> {
              twice();
              assertEquals(17, number.get());
            })
        .isExhausted()
        .hasTraces(2)
        .hasExecutions(2)
        .hasNoViolation();
    assertEquals(15, number.get());
  }

  @Test
  void hasOtherCount() {
    Clew.explore(this::twice).hasTraces(3);
  }

  @Test
  void failsInside() {
    Clew.explore(
        () -> {
          twice();
          assertEquals(11, number.get());
        });
  }

  @Test
  void expectsViolation() {
    Exploration first =
        Clew.exploring().expectingViolations().explore(() -> assertEquals(11, number.get()));
    first.hasViolation("assertion");
    assertTrue(first.violations().get(0).contains("expected: <11> but was: <10>"));
    Exploration second = Clew.explore(this::twice).isExhausted();
    Exploration third = Clew.explore(() -> assertEquals(1, first.traces())).isExhausted();
    assertEquals(2, second.traces());
    assertEquals(1, third.traces());
  }

  @Test
  void isLimited() {
    Clew.exploring().executions(1).explore(this::twice).isExhausted();
  }

  @Test
  void choosesAll() {
    Clew.explore(
            () -> {
              int chosen = Clew.choose(3);
              assertTrue(chosen >= 0 && chosen < 3);
              String word = Clew.choose("a", "b");
              assertTrue(word.equals("a") || word.equals("b"));
            })
        .hasTraces(6);
  }

  @Interleavings
  void choosesWrong() {
    int size = Clew.choose(1, 2, 16);
    boolean isFair = Clew.chooseBoolean();
    assertTrue(size < 16 || !isFair);
  }

  @Interleavings
  void exploresInside() {
    Clew.explore(this::twice);
  }

  @Test
  void isBound() {
    Clew.exploring()
        .preemptions(0)
        .explore(
            () -> {
              Thread other = new Thread(this::addOne);
              other.start();
              addOne();
              other.join();
            })
        .hasTraces(1)
        .isExhausted();
  }

  @Test
  void hasFewFirst() {
    Clew.exploring()
        .iterative()
        .explore(
            () -> {
              Thread other = new Thread(this::addOne);
              other.start();
              addOne();
              other.join();
            })
        .hasTraces(4)
        .isExhausted();
  }

  private void addOne() {
    number.set(number.get() + 1);
  }
}
