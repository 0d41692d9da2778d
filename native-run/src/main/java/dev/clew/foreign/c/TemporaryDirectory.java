package dev.clew.foreign.c;

import dev.clew.foreign.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A directory of this process alone, which is gone at the end however the process ends. */
public final class TemporaryDirectory implements AutoCloseable {
  /** Less than a search may take to report after it was asked to end. */
  private static final int SECONDS_TO_REPORT = 7;

  private static final int TRIES = 5;

  private final Path path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread atShutdown = new Thread(this::deleteAtShutdown, "clew-temporary");
  private volatile boolean isInUse;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  /** A new directory where the system keeps temporary files. */
  public static TemporaryDirectory create() throws IOException {
    return createIn(Path.of(System.getProperty("java.io.tmpdir")), Owner.OF_PROGRAM);
  }

  /** A new directory inside another one, with a hidden name. */
  static TemporaryDirectory createIn(Path parent) throws IOException {
    return createIn(parent, ".making-");
  }

  private static TemporaryDirectory createIn(Path parent, String prefix) throws IOException {
    Owner.removeAbandoned(parent, prefix);
    TemporaryDirectory directory =
        new TemporaryDirectory(Files.createTempDirectory(parent, prefix));
    Runtime.getRuntime().addShutdownHook(directory.atShutdown);
    Owner.mark(directory.path);
    return directory;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Has a shutdown wait a little for {@link #close}: what is inside is needed for a report. */
  public void keepForReport() {
    isInUse = true;
  }

  private void deleteAtShutdown() {
    try {
      if (isInUse && closed.await(SECONDS_TO_REPORT, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // A compiler may still be about to write here.
    for (int i = 0; i < TRIES && Files.exists(path); i++) {
      delete();
    }
  }

  private void delete() {
    try {
      Owner.deleteTree(path);
    } catch (IOException e) {
      Thread.onSpinWait(); // tried again, and harmless in a directory for temporary files
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < TRIES && Files.exists(path); i++) {
      delete();
    }
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(atShutdown);
    } catch (IllegalStateException e) {
      return; // the JVM is going down: the hook finds nothing to do
    }
  }
}
