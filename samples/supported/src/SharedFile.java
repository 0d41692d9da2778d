import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Two threads add a line to a file, in parts that the other one comes between.
 *
 * <p>Shows: FileOutputStream, FileWriter, RandomAccessFile, Files. Finds: assertion.
 */
public class SharedFile {
  private static final Path PATH =
      Path.of(System.getProperty("java.io.tmpdir"), "clew-" + ProcessHandle.current().pid());

  private static final Object LOCK = new Object();

  public static void main(String[] args) throws Exception {
    Files.deleteIfExists(PATH);
    Files.createFile(PATH);
    Threads.Task parts =
        () -> {
          add("a", args[1]);
          add("b", args[1]);
        };
    Threads.Task line =
        () -> {
          synchronized (LOCK) {
            parts.run();
          }
        };
    Threads.Task task = args[0].equals("right") ? line : parts;
    Threads.together(task, task);
    String found = Files.readString(PATH);
    Files.delete(PATH);
    assert found.equals("abab") : found;
  }

  private static void add(String part, String how) throws IOException {
    File file = PATH.toFile();
    switch (how) {
      case "FileOutputStream" -> {
        try (OutputStream out = new FileOutputStream(file, true)) {
          out.write(part.getBytes());
        }
      }
      case "FileWriter" -> {
        try (Writer out = new FileWriter(file, true)) {
          out.write(part);
        }
      }
      case "RandomAccessFile" -> {
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
          out.seek(file.length());
          out.writeBytes(part);
        }
      }
      default -> Files.writeString(PATH, part, StandardOpenOption.APPEND);
    }
  }
}
