package dev.clew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader is told of a program that does much that has nothing to do with its fault. */
class LongStoryTest {
  private static final String POOL =
      """
      import java.util.*;
      import java.util.concurrent.atomic.*;
      import java.util.concurrent.locks.*;

      public class Pool {
        enum State { OPEN, CLOSED { } }
        static class Shelf {
          final ReentrantLock lock = new ReentrantLock();
          final Condition notEmpty = lock.newCondition();
        }
        final AtomicInteger taken = new AtomicInteger();
        final Map<String, List<Shelf>> shelves = new HashMap<>();
        volatile int size = 1;
        volatile int asked;
        volatile State state = State.CLOSED;

        void take(int times) {
          int left = 0;
          for (int i = 0; i < times; i++) {
            left += size;
          }
          taken.incrementAndGet();
          state = state == State.OPEN ? State.CLOSED : State.OPEN;
          Shelf shelf = shelves.get("a").get(0);
          shelf.lock.lock();
          try {
            shelf.notEmpty.awaitUninterruptibly();
          } finally {
            shelf.lock.unlock();
          }
        }

        public static void main(String[] args) throws InterruptedException {
          Pool pool = new Pool();
          for (int i = 0; i < 20; i++) {
            pool.asked = i;
          }
          pool.shelves.put("a", List.of());
          pool.shelves.put("a", new ArrayList<>(List.of(new Shelf())));
          Thread taker = new Thread(() -> pool.take(20), "taker");
          taker.start();
          pool.state = State.OPEN;
          pool.taken.incrementAndGet();
          taker.join();
        }
      }
      """;

  @TempDir static Path classes;

  @TempDir Path out;

  @BeforeAll
  static void compile() throws IOException {
    JavaPrograms.compile(classes, "Pool", POOL);
  }

  @Test
  void onlyWhatThreadsShareIsTold() {
    String told = Clew.run("check", "-cp", classes, "--out", out, "Pool").out();

    assertThat(told)
        .as("before there was another thread")
        .doesNotContain("asked")
        .as("what nobody changes")
        .doesNotContain("read size")
        .contains("start taker", "steps not shown, --verbose shows all");
  }

  @Test
  void verboseTellsEverything() {
    assertThat(Clew.run("check", "-cp", classes, "--out", out, "--verbose", "Pool").out())
        .contains("asked = 19", "read size = 1");
  }

  @Test
  void thingsAreKnownByTheNamesTheProgramGivesThem() {
    String told = Clew.run("check", "-cp", classes, "--out", out, "Pool").out();

    assertThat(told)
        .as("constants of enums, with or without a class of their own")
        .contains("state = State.OPEN")
        .as("a condition in an object in a collection")
        .contains("waits to be notified on Shelf.notEmpty")
        .as("a lock that is held by a field")
        .contains("lock Shelf.lock")
        .as("an atomic variable that is held by a field")
        .contains("update taken: 0 to 1");
  }
}
