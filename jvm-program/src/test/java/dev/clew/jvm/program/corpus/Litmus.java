package dev.clew.jvm.program.corpus;

import static dev.clew.jvm.program.corpus.Threads.see;

/** The litmus tests, with volatile fields. */
public final class Litmus {
  private Litmus() {}

  /** SB: each thread writes, then reads what the other one writes. */
  public static final class StoreBuffering {
    private static volatile int x;
    private static volatile int y;

    private StoreBuffering() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            x = 1;
            see(y);
          },
          () -> {
            y = 1;
            see(x);
          });
    }
  }

  /** LB: each thread reads, then writes what the other one reads. */
  public static final class LoadBuffering {
    private static volatile int x;
    private static volatile int y;

    private LoadBuffering() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            see(x);
            y = 1;
          },
          () -> {
            see(y);
            x = 1;
          });
    }
  }

  /** MP: a value, then a flag; the reader reads them in the opposite order. */
  public static final class MessagePassing {
    private static volatile int x;
    private static volatile int y;

    private MessagePassing() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            x = 1;
            y = 1;
          },
          () -> {
            see(y);
            see(x);
          });
    }
  }

  /** S: a value, then a flag; the other thread reads the flag and overwrites the value. */
  public static final class S {
    private static volatile int x;
    private static volatile int y;

    private S() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            x = 2;
            y = 1;
          },
          () -> {
            see(y);
            x = 1;
          });
    }
  }

  /** 2+2W: both threads write both fields, in opposite orders. */
  public static final class TwoPlusTwoWrites {
    private static volatile int x;
    private static volatile int y;

    private TwoPlusTwoWrites() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> {
            x = 1;
            y = 2;
          },
          () -> {
            y = 1;
            x = 2;
          });
    }
  }

  /** WRC: who reads a write writes; who reads that reads the first one. */
  public static final class WriteToReadCausality {
    private static volatile int x;
    private static volatile int y;

    private WriteToReadCausality() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> x = 1,
          () -> {
            see(x);
            y = 1;
          },
          () -> {
            see(y);
            see(x);
          });
    }
  }

  /** IRIW: two independent writes, two readers that read them in opposite orders. */
  public static final class IndependentReads {
    private static volatile int x;
    private static volatile int y;

    private IndependentReads() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Threads.run(
          args,
          () -> x = 1,
          () -> y = 1,
          () -> {
            see(x);
            see(y);
          },
          () -> {
            see(y);
            see(x);
          });
    }
  }

  /** W W RR RR: two writes of one field, two readers that read it twice. */
  public static final class TwoWritersTwoReaders {
    private static volatile int x;

    private TwoWritersTwoReaders() {}

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
      Runnable readsTwice =
          () -> {
            see(x);
            see(x);
          };
      Threads.run(args, () -> x = 1, () -> x = 2, readsTwice, readsTwice);
    }
  }
}
