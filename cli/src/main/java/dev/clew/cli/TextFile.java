package dev.clew.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads what a user names, and says what is wrong with it if that is no text. */
final class TextFile {
  private static final int LARGEST = 64 << 20;

  private TextFile() {}

  /**
   * The text of a file.
   *
   * @throws UsageProblem if there is none
   */
  static String read(Path file) {
    if (!Files.exists(file)) {
      throw new UsageProblem("there is no file '" + file + "'" + nearest(file));
    }
    if (Files.isDirectory(file)) {
      throw new UsageProblem("'" + file + "' is a directory, name a file");
    }
    try {
      byte[] bytes = firstBytes(file);
      if (bytes.length > LARGEST) {
        throw new UsageProblem("'" + file + "' is too large, more than " + (LARGEST >> 20) + " MB");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') >= 0) {
        throw new UsageProblem("'" + file + "' is not a text file");
      }
      if (text.isBlank()) {
        throw new UsageProblem("'" + file + "' is empty");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new UsageProblem("'" + file + "' is not a text file in UTF-8");
    } catch (IOException e) {
      throw new UsageProblem("'" + file + "' cannot be read: " + Reason.of(e));
    }
  }

  /** The bytes of a file, one more than the most if there are more; a device may have no end. */
  private static byte[] firstBytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LARGEST + 1);
    }
  }

  private static String nearest(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      return "";
    }
    try (Stream<Path> siblings = Files.list(directory)) {
      List<String> names =
          siblings.map(path -> String.valueOf(path.getFileName())).sorted().toList();
      return Suggestion.of(String.valueOf(file.getFileName()), names);
    } catch (IOException e) {
      return "";
    }
  }
}
