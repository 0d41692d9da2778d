package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers and writers of a program are called by those of the JDK, which hold a lock meanwhile. */
class OwnStreamsTest {
  /** Counts what is written. */
  private static final class CountingWriter extends Writer {
    private int count;

    @Override
    public void write(char[] characters, int offset, int length) {
      synchronized (lock) {
        count += length;
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    private int count() {
      synchronized (lock) {
        return count;
      }
    }
  }

  /** Counts what is written, and relies on its callers for the lock. */
  private static final class TrustingWriter extends Writer {
    private int count;

    @Override
    public void write(char[] characters, int offset, int length) {
      count += length;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Counts what is read, and relies on its callers for the lock. */
  private static final class TrustingReader extends Reader {
    private int count;

    @Override
    public int read(char[] characters, int offset, int length) {
      count += length;
      return length;
    }

    @Override
    public void close() {}
  }

  /** What two threads do at a time, and whether it goes well. */
  public enum Kind {
    WRITER(true) {
      private final CountingWriter writer = new CountingWriter();

      @Override
      void use() throws IOException {
        writer.write("ab");
      }

      @Override
      int count() {
        return writer.count();
      }
    },
    UNDER_THE_LOCK_OF_THE_JDK(true) {
      private final TrustingWriter writer = new TrustingWriter();

      @Override
      void use() throws IOException {
        writer.append("ab");
      }

      @Override
      int count() {
        return writer.count;
      }
    },
    PAST_THE_LOCK_OF_THE_JDK(false) {
      private final TrustingWriter writer = new TrustingWriter();

      @Override
      void use() {
        writer.write(new char[2], 0, 2);
      }

      @Override
      int count() {
        return writer.count;
      }
    },
    BELOW_A_BUFFER(true) {
      private final TrustingWriter writer = new TrustingWriter();
      private final BufferedWriter buffer = new BufferedWriter(writer, 1);

      @Override
      void use() throws IOException {
        buffer.write("ab");
        buffer.flush();
      }

      @Override
      int count() {
        return writer.count;
      }
    },
    READER(true) {
      private final TrustingReader reader = new TrustingReader();

      @Override
      void use() throws IOException {
        reader.skip(2);
      }

      @Override
      int count() {
        return reader.count;
      }
    };

    private final boolean isRight;

    Kind(boolean isRight) {
      this.isRight = isRight;
    }

    abstract void use() throws IOException;

    abstract int count();
  }

  /** Two threads. */
  public static final class Users {
    public static void main(String[] args) throws InterruptedException {
      Kind kind = Kind.valueOf(args[0]);
      Thread other = new Thread(() -> use(kind));
      other.start();
      use(kind);
      other.join();
      if (kind.count() != 4) {
        throw new AssertionError("lost");
      }
    }

    private static void use(Kind kind) {
      try {
        kind.use();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theLockIsUnderControl(Kind kind) {
    Outcome outcome = Harness.explore(Users.class, kind.name());

    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
    assertThat(outcome.executions()).isGreaterThan(1);
    if (kind.isRight) {
      assertThat(outcome.findings()).isEmpty();
    } else {
      assertThat(outcome.findings())
          .extracting(Finding::kind)
          .contains(FindingKind.DATA_RACE, FindingKind.ASSERTION);
    }
  }
}
