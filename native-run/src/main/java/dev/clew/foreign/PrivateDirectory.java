package dev.clew.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for one check, in memory where that is possible; it is gone when this JVM ends. */
final class PrivateDirectory implements AutoCloseable {
  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "clew-p-";

  /** So many bytes must be free: a page of a mapped file without room takes the process down. */
  private static final long ROOM = 32L << 20;

  private final Path path;
  private final Thread hook = new Thread(this::remove, "clew-remove");

  private PrivateDirectory(Path path) {
    this.path = path;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static PrivateDirectory create() {
    try {
      boolean isThere =
          Files.isDirectory(IN_MEMORY) && Files.isWritable(IN_MEMORY) && hasRoom(IN_MEMORY);
      Path parent = isThere ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
      if (!isThere && !hasRoom(parent)) {
        throw new UnusableProgram(
            "the directories for temporary files are full, " + IN_MEMORY + " and " + parent);
      }
      Owner.removeAbandoned(parent, PREFIX);
      PrivateDirectory created = new PrivateDirectory(Files.createTempDirectory(parent, PREFIX));
      Owner.mark(created.path);
      return created;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasRoom(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace() >= ROOM;
  }

  Path path() {
    return path;
  }

  private void remove() {
    try {
      Owner.deleteTree(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the JVM is ending: the hook does it
    }
    remove();
  }
}
