package dev.clew.jvm.program.corpus;

import java.util.ArrayList;
import java.util.List;

/** Every known Java program. */
public final class JavaCorpus {
  private final List<JavaProgram> programs = new ArrayList<>();

  private JavaCorpus() {}

  /** The programs that the toy corpus has by the same name, with the same counts. */
  public static List<JavaProgram> sharedWithToy() {
    JavaCorpus corpus = new JavaCorpus();
    corpus.addLitmus();
    corpus.addCounters();
    corpus.addCompareAndSets();
    corpus.addLocks();
    corpus.addOnceMissed();
    corpus.addBenchmarks();
    return List.copyOf(corpus.programs);
  }

  /**
   * The programs that exist in Java only.
   *
   * <p>filesystem: the first 13 threads find their own block free; each further one wants the block
   * of one of them, and which of the two gets it makes two classes.
   */
  public static List<JavaProgram> onlyJava() {
    JavaCorpus corpus = new JavaCorpus();
    for (int n : new int[] {13, 14, 16, 18, 20}) {
      corpus.addSized("filesystem", n, Benchmarks.FileSystem.class, 1L << (n - 13));
    }
    return List.copyOf(corpus.programs);
  }

  /** All of them. */
  public static List<JavaProgram> programs() {
    List<JavaProgram> all = new ArrayList<>(sharedWithToy());
    all.addAll(onlyJava());
    return List.copyOf(all);
  }

  /**
   * The programs that have at most this many classes, and after each the same with its threads in
   * the opposite order.
   */
  public static List<JavaProgram> upTo(long classes) {
    List<JavaProgram> chosen = new ArrayList<>();
    for (JavaProgram program : programs()) {
      if (program.classes() <= classes) {
        chosen.add(program);
        chosen.add(program.reversed());
      }
    }
    return List.copyOf(chosen);
  }

  private void addLitmus() {
    add("SB", Litmus.StoreBuffering.class, 3, 0);
    add("LB", Litmus.LoadBuffering.class, 3, 0);
    add("MP", Litmus.MessagePassing.class, 3, 0);
    add("S", Litmus.S.class, 3, 0);
    add("2+2W", Litmus.TwoPlusTwoWrites.class, 3, 0);
    add("WRC", Litmus.WriteToReadCausality.class, 7, 0);
    add("IRIW", Litmus.IndependentReads.class, 15, 0);
    add("W W RR RR", Litmus.TwoWritersTwoReaders.class, 72, 0);
  }

  private void addCounters() {
    long factorial = 1;
    for (int n = 2; n <= 6; n++) {
      factorial *= n;
      addSized("increments", n, Counters.Increments.class, factorial);
      addSized("writes", n, Counters.Writes.class, factorial);
      addSized("writes", n, Counters.CellWrites.class, factorial);
      addSized("mutex sections", n, Counters.SynchronizedBlocks.class, factorial);
      addSized("mutex sections", n, Counters.SynchronizedMethods.class, factorial);
      addSized("mutex sections", n, Counters.StaticSynchronizedMethods.class, factorial);
      addSized("mutex sections", n, Counters.LockedSections.class, factorial);
      if (n <= 4) {
        addSized("lost update", n, Counters.LostUpdates.class, factorial * factorial);
        addSized("lost update", n, Counters.AtomicLostUpdates.class, factorial * factorial);
      }
    }
    for (int n = 1; n <= 8; n++) {
      addSized("readers", n, Counters.Readers.class, 1L << n);
    }
    for (int n = 1; n <= 16; n *= 4) {
      addSized("independent", n, Counters.Independent.class, 1);
    }
  }

  private void addCompareAndSets() {
    for (int n = 1; n <= 8; n++) {
      addSized("wcas", n, Counters.WrittenCompareAndSets.class, n * (1L << (n - 1)) + 1);
    }
    long[] rotation = {2, 5, 14, 43, 144, 523, 2_048, 8_597};
    for (int n = 2; n <= 9; n++) {
      addSized("casrot", n, Counters.CompareAndSetRotation.class, rotation[n - 2]);
    }
    long[] thenWrite = {6, 66, 1_200, 32_880};
    for (int n = 2; n <= 5; n++) {
      addSized("casw", n, Counters.CompareAndSetThenWrite.class, thenWrite[n - 2]);
    }
  }

  private void addLocks() {
    add("AB-BA", Locks.CrossedMonitors.class, 3, 1);
    add("AB-BA", Locks.CrossedLocks.class, 3, 1);
    for (int n = 3; n <= 5; n++) {
      long classes = (1L << n) - 1;
      String name = "philosophers " + n;
      add(name, Locks.MonitorPhilosophers.class, classes, 1, Integer.toString(n));
      add(name, Locks.LockPhilosophers.class, classes, 1, Integer.toString(n));
    }
    add("peterson", MutualExclusion.Peterson.class, 10, 6);
    add("szymanski", MutualExclusion.Szymanski.class, 103, 97);
    add("lamport 2", MutualExclusion.Lamport.class, 32, 16);
  }

  private void addOnceMissed() {
    add("races of new events only", OnceMissed.RacesOfNewEvents.class, 8, 7);
    add("pending lock forgotten", OnceMissed.PendingLock.class, 2, 2);
    add("compare-and-set keeps its kind", OnceMissed.CompareAndSetKind.class, 8, 0);
    add("park reversed unchecked", OnceMissed.ParkOnce.class, 1, 0);
    add("park never reversed", OnceMissed.ParkBetween.class, 2, 0);
    add("unlock races with lock", OnceMissed.LockOnceAndTwice.class, 3, 0);
    add("unlock races with lock", OnceMissed.SynchronizeOnceAndTwice.class, 3, 0);
    add("try-lock keeps its kind", OnceMissed.TryLockKind.class, 3, 0);
    add("no edge to join", OnceMissed.JoinEdge.class, 1, 0);
    add("two readers disable a writer", OnceMissed.TwoReadersOneWriter.class, 2, 2);
  }

  private void addBenchmarks() {
    for (int n : new int[] {3, 5, 8, 10}) {
      addSized("lastzero", n, Benchmarks.LastZero.class, (n + 3) * (1L << (n - 2)));
    }
    for (int n = 11; n <= 15; n++) {
      addSized("indexer", n, Benchmarks.Indexer.class, 1L << (3 * (n - 11)));
    }
    for (int n = 11; n <= 14; n++) {
      addSized("indexer with locks", n, Benchmarks.IndexerWithLocks.class, 1L << (3 * (n - 11)));
    }
    add("fib 5 joined", Benchmarks.FibonacciJoined.class, 8_953, 0, "5");
    add("fib 5 unordered", Benchmarks.FibonacciUnordered.class, 218_243, 0, "5");
    add("three writes and reach", Benchmarks.ThreeWritesAndReach.class, 12, 0);
  }

  private void addSized(String family, int size, Class<?> main, long classes) {
    add(family + " " + size, main, classes, 0, Integer.toString(size));
  }

  private void add(String name, Class<?> main, long classes, long deadlocks, String... arguments) {
    programs.add(new JavaProgram(name, main, List.of(arguments), classes, deadlocks));
  }
}
