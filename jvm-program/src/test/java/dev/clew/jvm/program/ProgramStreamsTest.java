package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Streams of the JDK on top of those of the program, which are called while the lock of the upper
 * one is held.
 */
class ProgramStreamsTest {
  /** Two threads write two bytes each; the first argument says by what. */
  public static final class Writes {
    private static final class Counting extends OutputStream {
      private int count;

      @Override
      public void write(int each) {
        count++;
      }
    }

    private interface Step {
      void take() throws IOException;
    }

    private static Thread start(Step step) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  step.take();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      thread.start();
      return thread;
    }

    private static Step by(String kind, OutputStream counting) {
      switch (kind) {
        case "PrintStream" -> {
          PrintStream out = new PrintStream(counting, true);
          return () -> out.print("ab");
        }
        case "System.out" -> {
          System.setOut(new PrintStream(counting, true));
          return () -> System.out.print("ab");
        }
        case "BufferedOutputStream" -> {
          BufferedOutputStream out = new BufferedOutputStream(counting, 2);
          return () -> {
            out.write(new byte[2], 0, 2);
            out.flush();
          };
        }
        case "OutputStreamWriter" -> {
          OutputStreamWriter out = new OutputStreamWriter(counting);
          return () -> {
            out.write("ab");
            out.flush();
          };
        }
        case "PrintWriter" -> {
          PrintWriter out = new PrintWriter(counting);
          return () -> {
            out.write("ab");
            out.flush();
          };
        }
        case "BufferedWriter" -> {
          BufferedWriter out = new BufferedWriter(new OutputStreamWriter(counting));
          return () -> {
            out.write("ab");
            out.flush();
          };
        }
        case "FilterOutputStream" -> {
          FilterOutputStream out = new FilterOutputStream(counting); // has no lock
          return () -> out.write(new byte[2]);
        }
        default -> throw new IllegalArgumentException(kind);
      }
    }

    public static void main(String[] args) throws InterruptedException {
      Counting counting = new Counting();
      Step step = by(args[0], counting);
      Thread first = start(step);
      Thread second = start(args.length == 1 ? step : () -> counting.write(0)); // past the lock
      first.join();
      second.join();
      if (counting.count != (args.length == 1 ? 4 : 3)) {
        throw new AssertionError(counting.count + " bytes");
      }
    }
  }

  /** Two threads read a letter each. */
  public static final class Reads {
    private static final class Letters extends Reader {
      private char next = 'a';

      @Override
      public int read(char[] into, int from, int length) {
        into[from] = next++;
        return 1;
      }

      @Override
      public void close() {}
    }

    public static void main(String[] args) throws InterruptedException {
      BufferedReader in = new BufferedReader(new Letters(), 1);
      int[] read = new int[2];
      Thread[] threads = new Thread[2];
      for (int k = 0; k < 2; k++) {
        int own = k;
        threads[k] =
            new Thread(
                () -> {
                  try {
                    read[own] = in.read();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
        threads[k].start();
      }
      for (Thread each : threads) {
        each.join();
      }
      if (read[0] + read[1] != 'a' + 'b') {
        throw new AssertionError(read[0] + " and " + read[1]);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PrintStream, 2",
    "System.out, 2",
    "BufferedOutputStream, 6",
    "OutputStreamWriter, 6",
    "PrintWriter, 6",
    "BufferedWriter, 6"
  })
  void theLockOfWhoCallsOrdersWhatTheProgramDoesThere(String kind, int classes) {
    Outcome outcome = Harness.explore(Writes.class, kind);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(classes);
  }

  @Test
  void soItIsForReaders() {
    Outcome outcome = Harness.explore(Reads.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"FilterOutputStream", "PrintStream past", "BufferedWriter past"})
  void whatNoLockOrdersRaces(String kind) {
    assertThat(Harness.explore(Writes.class, kind.split(" ")).findings())
        .anySatisfy(finding -> assertThat(finding.kind()).isEqualTo(FindingKind.DATA_RACE));
  }
}
