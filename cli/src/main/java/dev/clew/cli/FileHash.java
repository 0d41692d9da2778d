package dev.clew.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash of what a file holds, wherever it is. */
final class FileHash {
  private FileHash() {}

  /**
   * The hash.
   *
   * @throws UsageProblem if the file cannot be read
   */
  static String of(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    } catch (IOException e) {
      throw new UsageProblem("'" + file + "' cannot be read: " + Reason.of(e));
    }
  }
}
