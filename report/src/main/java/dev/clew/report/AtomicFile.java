package dev.clew.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Writes files that are, whenever the process may die, either as before or complete. */
public final class AtomicFile {
  /** Something that can be written. */
  @FunctionalInterface
  public interface Content {
    /** Writes it; the stream is closed by the caller. */
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /** Writes a text. */
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Writes to a temporary file beside the file, which then takes its place. A link stays a link;
   * what is no file of its own (a pipe, a device, {@code /dev/stdout}) is added to directly.
   */
  public static void write(Path file, Content content) throws IOException {
    if (isStream(file)) {
      writeTo(file, content, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      return;
    }
    Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path temporary = place.resolveSibling(place.getFileName() + "." + unique() + ".tmp");
    try {
      writeTo(temporary, content);
      move(temporary, place);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /** A word that nobody else uses for a temporary file: neither this process nor another one. */
  private static String unique() {
    return Long.toHexString(ProcessHandle.current().pid())
        + "-"
        + Long.toHexString(System.nanoTime())
        + Integer.toHexString(ThreadLocalRandom.current().nextInt());
  }

  /**
   * Whether a file can be written as {@link #write(Path, Content)} does, as far as one can tell.
   */
  public static boolean canWrite(Path file) {
    if (isStream(file)) {
      return Files.isWritable(file);
    }
    Path directory = file.toAbsolutePath().getParent();
    boolean mayReplace = !Files.exists(file) || Files.isWritable(file);
    return mayReplace && directory != null && Files.isWritable(directory);
  }

  private static boolean isStream(Path file) {
    return Files.exists(file) && (!Files.isRegularFile(file) || isDescriptor(file));
  }

  /** Whether a name stands for an open file, as {@code /dev/stdout} does. */
  private static boolean isDescriptor(Path file) {
    Path absolute = file.toAbsolutePath();
    return (absolute.startsWith("/dev") || absolute.startsWith("/proc"))
        && Files.isSymbolicLink(file);
  }

  private static void writeTo(Path file, Content content, OpenOption... options)
      throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(file, options), 1 << 16)) {
      content.writeTo(out);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
