package dev.clew.foreign.c;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sources in C of what is linked into programs, as they are packed with this class. */
final class RuntimeSources {
  private final SortedMap<String, byte[]> files;

  private RuntimeSources(SortedMap<String, byte[]> files) {
    this.files = files;
  }

  /** Reads them. */
  static RuntimeSources packed() throws IOException {
    URL known = RuntimeSources.class.getResource("runtime/protocol.h");
    if (known == null) {
      throw new IOException("the sources of the runtime are not packed with the tool");
    }
    URI uri;
    try {
      uri = known.toURI();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
    if (!uri.getScheme().equals("jar")) {
      return in(Path.of(uri).resolveSibling("."));
    }
    String jar = uri.toString();
    Path file = Path.of(URI.create(jar.substring("jar:".length(), jar.indexOf("!/"))));
    try (FileSystem inside = FileSystems.newFileSystem(file, Map.of())) {
      return in(inside.getPath(jar.substring(jar.indexOf("!/") + 1)).resolveSibling("."));
    }
  }

  /** The sources in a directory. */
  static RuntimeSources in(Path directory) throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory.normalize())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
      }
    }
    return new RuntimeSources(files);
  }

  /** The files by name. */
  SortedMap<String, byte[]> files() {
    return files;
  }

  /** What is in one of them. */
  byte[] file(String name) throws IOException {
    byte[] contents = files.get(name);
    if (contents == null) {
      throw new IOException(name + " is not packed with the tool");
    }
    return contents;
  }

  /** Writes them into a directory. */
  void unpack(Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
  }
}
