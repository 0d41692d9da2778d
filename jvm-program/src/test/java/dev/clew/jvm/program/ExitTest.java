package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import org.junit.jupiter.api.Test;

/** The end of the whole program. */
final class ExitTest {
  /** Exits while another thread has something to say. */
  public static final class CutShort {
    static volatile int value;

    public static void main(String[] args) {
      Thread other =
          new Thread(
              () -> {
                value = 1;
                throw new IllegalStateException("after " + value);
              });
      other.start();
      System.exit(0);
    }
  }

  @Test
  void whatAnotherThreadCouldDoBeforeIsSeen() {
    Outcome outcome = Harness.explore(CutShort.class);
    assertThat(outcome.executions()).isEqualTo(1);
    assertThat(outcome.deadlocks()).isZero();
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(FindingKind.EXCEPTION);
              assertThat(finding.message()).contains("after 1");
            });
  }

  /** Exits while another thread is blocked for good. */
  public static final class Blocked {
    public static void main(String[] args) throws InterruptedException {
      Object lock = new Object();
      Thread other =
          new Thread(
              () -> {
                synchronized (lock) {
                  try {
                    lock.wait();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }
              });
      other.start();
      Runtime.getRuntime().exit(0);
    }
  }

  @Test
  void aThreadThatIsBlockedIsNoDeadlock() {
    Outcome outcome = Harness.explore(Blocked.class);
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.EXHAUSTED);
  }

  /** Exits with a status that depends on who is first. */
  public static final class Status {
    static volatile int value;

    public static void main(String[] args) {
      new Thread(() -> value = 1).start();
      if (value == 1) {
        Runtime.getRuntime().halt(3);
      }
    }
  }

  @Test
  void aStatusOtherThanZeroIsAFailure() {
    Outcome outcome = Harness.explore(Status.class);
    assertThat(outcome.executions()).isEqualTo(2);
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(FindingKind.EXCEPTION);
              assertThat(finding.message()).isEqualTo("the program exited with status 3");
            });
  }
}
