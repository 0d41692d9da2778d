package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import org.junit.jupiter.api.Test;

/** A thread that reads from a pipe waits for one that writes, and the other way round. */
class PipesTest {
  /** The reader waits for bytes, the writer for space. */
  public static final class Bytes {
    static int sum;

    public static void main(String[] args) throws IOException, InterruptedException {
      PipedInputStream in = new PipedInputStream(1);
      PipedOutputStream out = new PipedOutputStream(in);
      Thread reader =
          new Thread(
              () -> {
                try {
                  for (int read = in.read(); read >= 0; read = in.read()) {
                    sum += read;
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      reader.start();
      out.write(1);
      out.write(2);
      if (args.length == 0) {
        out.close();
        reader.join();
        if (sum != 3) {
          throw new AssertionError("sum " + sum);
        }
      }
    }
  }

  /** The same of characters. */
  public static final class Characters {
    public static void main(String[] args) throws IOException, InterruptedException {
      PipedReader in = new PipedReader();
      PipedWriter out = new PipedWriter(in);
      int[] read = new int[1];
      Thread reader =
          new Thread(
              () -> {
                try {
                  read[0] = in.read();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      reader.start();
      out.write('a');
      reader.join();
      if (read[0] != 'a') {
        throw new AssertionError("read " + read[0]);
      }
    }
  }

  @Test
  void whoReadsWaitsForWhoWrites() {
    Outcome outcome = Harness.explore(Bytes.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isGreaterThan(1);
    assertThat(Harness.explore(Characters.class).findings()).isEmpty();
  }

  @Test
  void pipeThatIsNotClosedIsBroken() {
    assertThat(Harness.explore(Bytes.class, "left open").findings())
        .extracting(Finding::kind, Finding::message)
        .isNotEmpty()
        .allSatisfy(
            found -> {
              assertThat(found.toList().get(0)).isEqualTo(FindingKind.EXCEPTION);
              assertThat(found.toList().get(1).toString()).contains("Write end dead");
            });
  }
}
