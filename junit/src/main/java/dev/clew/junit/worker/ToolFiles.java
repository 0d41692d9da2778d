package dev.clew.junit.worker;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * The jars of the tool. They are packed in the jar of this class, and unpacked once to a directory
 * that is named after what they hold, so that tests of several JVMs can share it.
 */
final class ToolFiles {
  private static final String PACKED = "/META-INF/clew/";
  private static final String MAIN = "clew-cli.jar";

  private final Path directory;

  private ToolFiles(Path directory) {
    this.directory = directory;
  }

  /** The jars, unpacked below a directory if they are not there yet. */
  static ToolFiles in(Path place) throws IOException {
    Map<String, byte[]> packed = packed();
    Path directory = place.resolve("worker-" + hash(packed)).toAbsolutePath();
    if (!Files.isDirectory(directory)) {
      unpack(packed, directory);
    }
    return new ToolFiles(directory);
  }

  /** The jar to start. */
  Path main() {
    return directory.resolve(MAIN);
  }

  /** All libraries. */
  List<Path> libraries() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("lib"))) {
      return files.sorted().toList();
    }
  }

  /** A library that is there in some version. */
  Path library(String name) throws IOException {
    return libraries().stream()
        .filter(file -> file.getFileName().toString().matches(name + "-\\d.*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new IOException("there is no " + name + " in " + directory));
  }

  private static Map<String, byte[]> packed() throws IOException {
    Map<String, byte[]> packed = new LinkedHashMap<>();
    byte[] main = read(MAIN);
    packed.put(MAIN, main);
    try (JarInputStream jar = new JarInputStream(new ByteArrayInputStream(main))) {
      String libraries = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String each : libraries.split(" ")) {
        packed.put(each, read(each));
      }
    }
    return packed;
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = ToolFiles.class.getResourceAsStream(PACKED + name)) {
      if (in == null) {
        throw new IOException("the jar of clew-junit is not complete, it lacks " + PACKED + name);
      }
      return in.readAllBytes();
    }
  }

  private static String hash(Map<String, byte[]> files) {
    CRC32 first = new CRC32();
    CRC32C second = new CRC32C();
    for (byte[] bytes : files.values()) {
      first.update(bytes);
      second.update(bytes);
    }
    return HexFormat.of().toHexDigits(first.getValue() << Integer.SIZE | second.getValue());
  }

  /** Makes the directory in one step, as others may do the same at this moment. */
  private static void unpack(Map<String, byte[]> files, Path directory) throws IOException {
    Files.createDirectories(directory.getParent());
    Path made = Files.createTempDirectory(directory.getParent(), "unpacking-");
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      Path file = made.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
    try {
      Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
      remove(made); // somebody else was first
    }
  }

  /** Removes a directory with all that is in it. */
  static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
