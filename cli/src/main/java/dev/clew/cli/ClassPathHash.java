package dev.clew.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A hash of all classes and jars of a class path, and of how a program on it is run. */
final class ClassPathHash {
  private final MessageDigest digest;

  private ClassPathHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The hash.
   *
   * @throws UsageProblem if a file cannot be read
   */
  static String of(List<Path> classPath, List<String> words) {
    ClassPathHash hash = new ClassPathHash();
    words.forEach(hash::add);
    try {
      for (Path entry : classPath) {
        hash.add(entry);
      }
    } catch (IOException e) {
      throw new UsageProblem("the class path cannot be read: " + Reason.of(e));
    }
    return HexFormat.of().formatHex(hash.digest.digest());
  }

  private void add(String word) {
    digest.update(word.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private void add(Path entry) throws IOException {
    if (!Files.isDirectory(entry)) {
      addFile(entry, entry);
      return;
    }
    try (Stream<Path> files = Files.walk(entry)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).sorted().toList()) {
        addFile(file, entry.relativize(file));
      }
    } catch (UncheckedIOException e) {
      throw new IOException(e.getCause());
    }
  }

  private void addFile(Path file, Path name) throws IOException {
    if (Files.isRegularFile(file)) {
      add(name.toString());
      digest.update(Files.readAllBytes(file));
    }
  }
}
