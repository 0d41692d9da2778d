package dev.clew.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The process that executes the program, and the hand-over between it and this one.
 *
 * <p>Whoever waits looks for a moment and then sleeps in a read of its pipe, having said so; the
 * other side writes a byte only to one that sleeps. On a busy machine who looks keeps from running
 * what it waits for: where looking was in vain some times in a row, the next waits begin with
 * sleep.
 */
final class ProgramProcess implements AutoCloseable {
  private static final int LOOKS = 1024;
  private static final int TIMES_IN_VAIN = 4;
  private static final int FEWEST_SLEEPS = 16;
  private static final int MOST_SLEEPS = 1024;
  private static final int SECONDS_TO_END = 2;
  private static final int SIGNALLED = 128;

  /** Signals that come from outside: of a user, of the operating system, of a limit. */
  private static final Set<Integer> KILLS = Set.of(1, 2, 3, 9, 15, 24, 25);

  private static final ExecutorService STARTER =
      Executors.newSingleThreadExecutor(ProgramProcess::daemon);

  private final SharedFile shared;
  private final Process process;
  private final InputStream fromProgram;
  private final OutputStream toProgram;
  private final ProgramWatch watch;
  private int sequence;

  /** How many looks in a row were in vain. */
  private int inVain;

  /** So many waits begin with sleep. */
  private int sleepsLeft;

  /** As many as that after looks in vain, twice as many the next time. */
  private int sleeps = FEWEST_SLEEPS;

  private ProgramProcess(SharedFile shared, Process process, ProgramWatch watch) {
    this.shared = shared;
    this.process = process;
    this.watch = watch;
    this.fromProgram = process.getInputStream();
    this.toProgram = process.getOutputStream();
    this.sequence = shared.get(Layout.DONE);
  }

  /**
   * Starts the program; it waits for the first schedule.
   *
   * @param directory of this check alone
   * @param threads how many threads it may have
   * @param isApart whether each execution is to have a process of its own
   * @param isOver whether nobody waits for executions any more
   */
  static ProgramProcess start(
      Launch launch,
      SharedFile shared,
      Path directory,
      int threads,
      boolean isApart,
      BooleanSupplier isOver)
      throws IOException {
    shared.put(Layout.GO, 0);
    shared.put(Layout.DONE, 0);
    shared.put(Layout.PROGRAM_SLEEPS, 0);
    shared.put(Layout.ENGINE_SLEEPS, 0);
    ProcessBuilder builder = new ProcessBuilder(launch.command());
    Map<String, String> environment = builder.environment();
    environment.put("CLEW_SHARED", shared.path().toString());
    environment.put("CLEW_SCRATCH", Files.createDirectories(directory.resolve("files")).toString());
    environment.put("CLEW_OUTPUT", directory.resolve("output").toString());
    environment.put("CLEW_THREADS", Integer.toString(threads));
    environment.put("CLEW_HANG", Long.toString(launch.hang().toMillis()));
    environment.put("CLEW_PATIENCE", Long.toString(launch.patience().toMillis()));
    launch.stdin().ifPresent(file -> environment.put("CLEW_STDIN", file.toString()));
    if (isApart) {
      environment.put("CLEW_FORK", "1");
    }
    builder.redirectError(directory.resolve("errors").toFile());
    Process process = start(builder);
    ProgramWatch watch = ProgramWatch.begin(shared, process.toHandle(), isOver, launch.hang());
    return new ProgramProcess(shared, process, watch);
  }

  /**
   * Starts a process by a thread that never ends: what the operating system calls the end of a
   * parent, with which the process ends, is the end of the thread that started it.
   */
  private static Process start(ProcessBuilder builder) throws IOException {
    try {
      return STARTER.submit(builder::start).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException why ? why : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "clew-program-start");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Lets the program go on and waits until it hands over.
   *
   * @return whether it did; otherwise the process has ended
   */
  boolean goOn() {
    int number = ++sequence;
    shared.putVolatile(Layout.GO, number);
    if (shared.getVolatile(Layout.PROGRAM_SLEEPS) == 1
        && shared.replace(Layout.PROGRAM_SLEEPS, 1, 0)) {
      try {
        toProgram.write(1);
        toProgram.flush();
      } catch (IOException e) {
        return false; // it has ended, and its end is told
      }
    }
    if (isSeenByLooking(number)) {
      return true;
    }
    return isSeenAsleep(number);
  }

  /** Whether the program answers while this side looks. */
  private boolean isSeenByLooking(int number) {
    if (sleepsLeft > 0) {
      sleepsLeft--;
      return false;
    }
    for (int i = 0; i < LOOKS; i++) {
      if (shared.getVolatile(Layout.DONE) == number) {
        inVain = 0;
        sleeps = FEWEST_SLEEPS;
        return true;
      }
      Thread.onSpinWait();
    }
    if (++inVain >= TIMES_IN_VAIN) {
      inVain = TIMES_IN_VAIN - 1; // one look tells next time
      sleepsLeft = sleeps;
      sleeps = Math.min(MOST_SLEEPS, 2 * sleeps);
    }
    return false;
  }

  /**
   * Sleeps until the program answers. The byte may come early: from a program that was held up
   * before it looked who sleeps, while this side saw its last answer by looking, and sleeps again.
   */
  private boolean isSeenAsleep(int number) {
    do {
      shared.putVolatile(Layout.ENGINE_SLEEPS, 1);
      if (shared.getVolatile(Layout.DONE) == number && shared.replace(Layout.ENGINE_SLEEPS, 1, 0)) {
        return true;
      }
      try {
        if (fromProgram.read() < 0) {
          return false;
        }
      } catch (IOException e) {
        return false; // it has ended, and its end is told
      }
    } while (shared.getVolatile(Layout.DONE) != number);
    return true;
  }

  /** How the process ended: its exit code, 128 and the number of the signal if one killed it. */
  int exitCode() {
    try {
      return process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)
          ? process.exitValue()
          : process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** Whether an exit code says that somebody killed the process. */
  static boolean isKill(int code) {
    return KILLS.contains(code - SIGNALLED);
  }

  /** What has watched it. */
  ProgramWatch watch() {
    return watch;
  }

  long pid() {
    return process.pid();
  }

  /** Ends the process at once, whatever it is doing. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    watch.close();
    shared.put(Layout.QUIT, 1);
    process.destroyForcibly();
    exitCode();
    shared.put(Layout.QUIT, 0);
  }
}
