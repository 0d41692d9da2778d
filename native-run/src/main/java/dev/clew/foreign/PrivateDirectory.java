package dev.clew.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for one check, in memory where that is possible; it is gone when this JVM ends. */
final class PrivateDirectory implements AutoCloseable {
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
          Files.isDirectory(Owner.IN_MEMORY)
              && Files.isWritable(Owner.IN_MEMORY)
              && hasRoom(Owner.IN_MEMORY);
      Path parent = isThere ? Owner.IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
      if (!isThere && !hasRoom(parent)) {
        throw new UnusableProgram(
            "the directories for temporary files are full, " + Owner.IN_MEMORY + " and " + parent);
      }
      Owner.removeAbandoned(parent, Owner.OF_SEARCH);
      PrivateDirectory created =
          new PrivateDirectory(Files.createTempDirectory(parent, Owner.OF_SEARCH));
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
