package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Trace;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many elements that are accessed at once, beside the same accesses one by one. */
@SuppressWarnings("NullAway") // without an execution: no threads are alike
final class ElementRunsTest {
  private static final int THREADS = 3;

  private final Trace trace = new Trace();
  private final RaceDetector races =
      new RaceDetector(new Objects(), trace, new Likeness(null), new InitialiserOrder());
  private final ProgramThread[] threads = new ProgramThread[THREADS];
  private int execution;

  ElementRunsTest() {
    for (int t = 0; t < THREADS; t++) {
      threads[t] = new ProgramThread(t);
      threads[t].join(new int[THREADS], THREADS);
      threads[t].tick();
    }
  }

  /** The race that an access shows, so that each one tells. */
  private String raceOf(Runnable access) {
    races.begin(++execution, trace, false);
    int known = trace.races().size();
    access.run();
    return trace.races().subList(known, trace.races().size()).toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 300})
  void rangesRaceAsTheirElementsDo(int length) {
    int races = 0;
    int withRuns = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Shadow ranges = new Shadow(0, 0);
      Shadow elements = new Shadow(0, 1);
      int grain = 1 + random.nextInt(length);
      boolean hasSingles = random.nextBoolean();
      for (int step = 0; step < 120; step++) {
        if (random.nextInt(3) == 0) {
          order(random);
        }
        boolean isSingle = hasSingles && random.nextInt(4) == 0;
        int from = random.nextInt(length) / grain * grain;
        int to = isSingle ? from + 1 : from + 1 + random.nextInt(length - from);
        String race = access(random.nextInt(THREADS), ranges, elements, from, to, random, step);
        races += race.equals("[]") ? 0 : 1;
        withRuns += ranges.runs == null ? 0 : 1;
      }
    }
    assertThat(races).isGreaterThan(1000);
    assertThat(withRuns).isGreaterThan(1000);
  }

  private String access(
      int thread, Shadow ranges, Shadow elements, int from, int to, Random random, int step) {
    ProgramThread self = threads[thread];
    boolean isWrite = random.nextInt(3) == 0;
    int site = 1 + random.nextInt(2);
    String atOnce =
        raceOf(
            () -> {
              if (to == from + 1) {
                races.accessElement(self, ranges, from, isWrite, site, step);
              } else {
                races.accessElements(self, ranges, from, to, isWrite, site, step);
              }
            });
    String oneByOne =
        raceOf(
            () -> {
              for (int i = from; i < to; i++) {
                races.accessElement(self, elements, i, isWrite, site, step);
              }
            });
    assertThat(elements.runs).isNull();
    assertThat(atOnce).isEqualTo(oneByOne);
    return atOnce;
  }

  /** A thread comes after what others have done, and its time goes on. */
  private void order(Random random) {
    ProgramThread later = threads[random.nextInt(THREADS)];
    int[] clock = new int[THREADS];
    for (int t = 0; t < THREADS; t++) {
      if (random.nextBoolean()) {
        clock[t] = threads[t].now();
        threads[t].tick();
      }
    }
    later.join(clock, THREADS);
  }

  @Test
  void aLargeRangeIsKeptOnce() {
    Shadow array = new Shadow(0, 0);
    for (int round = 0; round < 100; round++) {
      ProgramThread self = threads[round % THREADS];
      races.accessElements(self, array, 0, 1 << 20, round % 2 == 0, 1, round);
      races.accessElements(self, array, 0, 1 << 10, true, 2, round);
      self.tick();
    }
    assertThat(array.accesses.length).isLessThan(1 << 10);
  }

  @Test
  void manyAccessesToSingleElementsAreKeptByElement() {
    Shadow array = new Shadow(0, 0);
    races.accessElements(threads[0], array, 0, 1000, true, 1, 0);
    for (int i = 0; i < 100; i++) {
      races.accessElement(threads[0], array, i, false, 1, 0);
    }
    assertThat(array.runs).isNull();
    assertThat(RaceDetector.locations(array)).isEqualTo(1000);
  }
}
