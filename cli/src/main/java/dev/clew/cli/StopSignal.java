package dev.clew.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C (or a polite kill) as a wish to end soon: the search stops, the report says how far it
 * got.
 *
 * <p>The JVM cannot be kept from going down, but it waits for its shutdown hooks. The hook here
 * waits for the main thread to report, and then ends the process with the exit code of the report.
 */
final class StopSignal {
  private static final int SECONDS_TO_REPORT = 8;

  private static final String UNREPORTED = "stopped before it could report";

  private final boolean ownsProcess;

  /** The command line, which says where scripts look for the result. */
  private final List<String> words;

  /** As they are now: a program under test gets others. */
  private final PrintStream out = System.out;

  private final PrintStream err = System.err;
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean requested;
  private volatile BooleanSupplier isExitOfProgram = () -> false;
  private volatile int exitCode = ExitCode.INCONCLUSIVE.number();

  private StopSignal(boolean ownsProcess, List<String> words) {
    this.ownsProcess = ownsProcess;
    this.words = words;
  }

  /** For a command that has the process to itself. */
  static StopSignal ofProcess(String[] words) {
    return new StopSignal(true, List.of(words));
  }

  /** For a command inside another program: no signal reaches it. */
  static StopSignal deaf() {
    return new StopSignal(false, List.of());
  }

  /** From now on a signal makes {@link #isRequested} true instead of ending the process at once. */
  void listen() {
    if (ownsProcess) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "clew-stop"));
    }
  }

  /** Tells when it is a program under test that makes the JVM end: then nobody waits. */
  void setExitOfProgram(BooleanSupplier question) {
    isExitOfProgram = question;
  }

  /** Whether it is a program under test that makes the JVM end. */
  boolean isProgramExiting() {
    return isExitOfProgram.getAsBoolean();
  }

  /** Whether the user wants the command to end. */
  boolean isRequested() {
    return requested;
  }

  /** Asks the command to end. */
  void request() {
    requested = true;
  }

  /** Ends the process. */
  void exit(int code) {
    exitCode = code;
    finished.countDown();
    System.exit(ExitCode.announced(code));
  }

  /** Ends without a report: what is left behind would be taken for a death of the program. */
  private void giveUp() {
    err.println("clew: " + UNREPORTED);
    FailedResult.write(words, ExitCode.INCONCLUSIVE, UNREPORTED);
    Supervision.directory().ifPresent(Standstill::removeAll);
  }

  private void onShutdown() {
    if (finished.getCount() == 0 || isProgramExiting()) {
      return; // the normal end, or one that is told of elsewhere
    }
    request();
    try {
      if (!finished.await(SECONDS_TO_REPORT, TimeUnit.SECONDS)) {
        giveUp();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.flush();
    Runtime.getRuntime().halt(ExitCode.announced(exitCode));
  }
}
