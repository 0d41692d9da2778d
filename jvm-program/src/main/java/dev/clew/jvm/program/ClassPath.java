package dev.clew.jvm.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Directories and jars, searched in order. As for the {@code java} command, what does not exist is
 * skipped, and the manifest of a jar may name more.
 */
final class ClassPath implements AutoCloseable {

  /** A file found: its bytes and where it is from. */
  record Found(byte[] bytes, Entry entry) {}

  /** A directory or a jar. */
  sealed interface Entry permits Directory, Jar {
    Path path();

    byte @Nullable [] read(String name) throws IOException;

    @Nullable URL find(String name) throws IOException;

    @Nullable Manifest manifest() throws IOException;

    default URL location() {
      return url(path());
    }
  }

  private final List<Entry> entries;

  ClassPath(List<Path> paths) {
    Map<Path, Entry> opened = new LinkedHashMap<>();
    Deque<Path> rest = new ArrayDeque<>(paths);
    while (!rest.isEmpty()) {
      Path path = rest.removeFirst().toAbsolutePath().normalize();
      if (opened.containsKey(path)) {
        continue;
      }
      if (Files.isDirectory(path)) {
        opened.put(path, new Directory(path));
      } else if (Files.isRegularFile(path)) {
        Jar jar = Jar.open(path);
        opened.put(path, jar);
        List<Path> named = jar.namedInManifest();
        for (int i = named.size() - 1; i >= 0; i--) {
          rest.addFirst(named.get(i));
        }
      }
    }
    entries = List.copyOf(opened.values());
  }

  /** The first file of this name, null if there is none. */
  @Nullable Found read(String name) {
    try {
      for (Entry entry : entries) {
        byte[] bytes = entry.read(name);
        if (bytes != null) {
          return new Found(bytes, entry);
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " in the class path", e);
    }
  }

  /** Where the files of this name are. */
  List<URL> find(String name) {
    List<URL> found = new ArrayList<>();
    try {
      for (Entry entry : entries) {
        URL url = entry.find(name);
        if (url != null) {
          found.add(url);
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for " + name + " in the class path", e);
    }
  }

  @Override
  public void close() throws IOException {
    for (Entry entry : entries) {
      if (entry instanceof Jar jar) {
        jar.file().close();
      }
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(path + " has no URL", e);
    }
  }

  private record Directory(Path path) implements Entry {

    @Override
    public byte @Nullable [] read(String name) throws IOException {
      Path file = resolve(name);
      return file != null && Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
    }

    @Override
    public @Nullable URL find(String name) {
      Path file = resolve(name);
      return file != null && Files.exists(file) ? url(file) : null;
    }

    @Override
    public @Nullable Manifest manifest() {
      return null;
    }

    /** Null if it is no name of a file here. */
    private @Nullable Path resolve(String name) {
      try {
        Path file = path.resolve(name).normalize();
        return file.startsWith(path) && !name.startsWith("/") ? file : null;
      } catch (InvalidPathException e) {
        return null;
      }
    }
  }

  private record Jar(Path path, JarFile file) implements Entry {

    /** With what a jar for several releases has for the running one. */
    private static Jar open(Path path) {
      try {
        return new Jar(
            path, new JarFile(path.toFile(), false, ZipFile.OPEN_READ, JarFile.runtimeVersion()));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the jar " + path, e);
      }
    }

    @Override
    public byte @Nullable [] read(String name) throws IOException {
      JarEntry entry = file.getJarEntry(name);
      if (entry == null || entry.isDirectory()) {
        return null;
      }
      try (InputStream in = file.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }

    @Override
    public @Nullable URL find(String name) throws IOException {
      JarEntry entry = file.getJarEntry(name);
      if (entry == null) {
        return null;
      }
      String escaped = URI.create("x:/").resolve(pathOf(entry.getRealName())).getRawPath();
      return new URL("jar:" + location() + "!" + escaped);
    }

    private static URI pathOf(String name) throws IOException {
      try {
        return new URI(null, null, "/" + name, null);
      } catch (java.net.URISyntaxException e) {
        throw new IOException("no URL for " + name, e);
      }
    }

    @Override
    public @Nullable Manifest manifest() throws IOException {
      return file.getManifest();
    }

    private List<Path> namedInManifest() {
      List<Path> named = new ArrayList<>();
      try {
        Manifest manifest = file.getManifest();
        String value =
            manifest == null
                ? null
                : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        for (String each : value == null ? new String[0] : value.trim().split(" +")) {
          URI uri = path.toUri().resolve(each);
          if (!each.isEmpty() && "file".equals(uri.getScheme())) {
            named.add(Path.of(uri));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the manifest of " + path, e);
      }
      return named;
    }
  }
}
