package dev.clew.jvm.program.juc;

import static dev.clew.jvm.program.juc.Tasks.check;
import static dev.clew.jvm.program.juc.Verdicts.finds;
import static dev.clew.jvm.program.juc.Verdicts.verified;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Parallel streams: two parts that run at the same time. */
final class ParallelStreamTest {
  /** All elements count without a lock. */
  public static final class Counting {
    private static int count;

    public static void main(String[] args) {
      IntStream.range(0, 4).parallel().forEach(i -> count++);
      check(count == 4);
    }
  }

  /** All elements count atomically. */
  public static final class CountingAtomically {
    public static void main(String[] args) {
      AtomicInteger count = new AtomicInteger();
      IntStream.range(0, 4).parallel().forEach(i -> count.incrementAndGet());
      check(count.get() == 4);
    }
  }

  @Test
  void partsRunAtTheSameTime() {
    finds(Counting.class, FindingKind.DATA_RACE, FindingKind.ASSERTION);
    // Which 2 of 4 increments are the first part's, and which part is completed last.
    assertThat(verified(CountingAtomically.class)).isBetween(6L, 12L);
  }

  /** All elements go into a list that is not made for that. */
  public static final class Adding {
    public static void main(String[] args) {
      List<Integer> all = new ArrayList<>();
      IntStream.range(0, 2).parallel().forEach(all::add);
    }
  }

  /** They go into one that is. */
  public static final class AddingInTurn {
    public static void main(String[] args) {
      List<Integer> all = Collections.synchronizedList(new ArrayList<>());
      IntStream.range(0, 2).parallel().forEach(all::add);
      check(all.size() == 2);
    }
  }

  @Test
  void partsShareCollections() {
    finds(Adding.class, FindingKind.DATA_RACE);
    assertThat(verified(AddingInTurn.class)).isBetween(2L, 4L);
  }

  /** Results come by the stream only. */
  public static final class Reducing {
    public static void main(String[] args) {
      check(List.of(1, 2, 3, 4, 5).parallelStream().mapToInt(i -> i).sum() == 15);
    }
  }

  /** The same with more to it. */
  public static final class Collecting {
    public static void main(String[] args) {
      List<Integer> all =
          Stream.of(4, 3, 2, 1).parallel().map(i -> i + 1).sorted().collect(Collectors.toList());
      check(all.equals(List.of(2, 3, 4, 5)));
    }
  }

  /** The first part that has a result may end the others. */
  public static final class Finding {
    public static void main(String[] args) {
      check(List.of(1, 2, 3, 4).parallelStream().anyMatch(i -> i > 1));
      check(List.of(1, 2, 3, 4).parallelStream().filter(i -> i > 1).findFirst().get() == 2);
    }
  }

  @Test
  void resultsDoNotDependOnTheOrderOfParts() {
    assertThat(verified(Reducing.class)).isEqualTo(2);
    verified(Collecting.class);
    verified(Finding.class);
  }

  /** In another pool than that of all. */
  public static final class InAnotherPool {
    public static void main(String[] args) {
      ForkJoinPool pool = new ForkJoinPool(Integer.parseInt(args[0]));
      int sum = pool.submit(() -> IntStream.range(0, 4).parallel().sum()).join();
      check(sum == 6);
    }
  }

  @Test
  void aStreamRunsInThePoolOfWhoUsesIt() {
    verified(InAnotherPool.class, "1");
    verified(InAnotherPool.class, "2");
  }

  /** Arrays in parallel. */
  public static final class InArrays {
    private static int calls;

    public static void main(String[] args) {
      int[] numbers = new int[20];
      Arrays.parallelSetAll(numbers, i -> 20 - i);
      Arrays.parallelPrefix(numbers, Integer::sum);
      check(numbers[19] == 210);
      Arrays.parallelSort(numbers);
      check(numbers[0] == 20);
      Arrays.parallelSetAll(new int[2], i -> args.length > 0 ? i : calls++);
    }
  }

  @Test
  void arraysAreDoneInParallel() {
    verified(InArrays.class, "alone");
    finds(InArrays.class, FindingKind.DATA_RACE);
  }
}
