package dev.clew.jvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The class files of a package of this tool, read and not loaded. */
final class PackageFiles {
  private static final String CLASS_FILE = ".class";

  private PackageFiles() {}

  /** The class files beside that of a class, in the order of their names. */
  static List<byte[]> beside(Class<?> member) {
    URL url = member.getResource(member.getSimpleName() + CLASS_FILE);
    if (url == null) {
      // What was added to the boot class path of a JVM that runs has classes, but no resources.
      String name = member.getName().replace('.', '/') + CLASS_FILE;
      url = PackageFiles.class.getResource("/" + name);
    }
    if (url == null) {
      throw new IllegalStateException("no class file of " + member);
    }
    try {
      URLConnection connection = url.openConnection();
      connection.setUseCaches(false);
      if (connection instanceof JarURLConnection inJar) {
        try (JarFile jar = inJar.getJarFile()) {
          String entry = inJar.getEntryName();
          return inJar(jar, entry.substring(0, entry.lastIndexOf('/') + 1));
        }
      }
      return inDirectory(Path.of(url.toURI()).resolveSibling(""));
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("cannot read the classes beside " + url, e);
    }
  }

  private static List<byte[]> inJar(JarFile jar, String directory) throws IOException {
    List<JarEntry> entries = new ArrayList<>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      String name = entry.getName();
      if (name.startsWith(directory)
          && name.endsWith(CLASS_FILE)
          && name.lastIndexOf('/') < directory.length()) {
        entries.add(entry);
      }
    }
    entries.sort(Comparator.comparing(JarEntry::getName));
    List<byte[]> classFiles = new ArrayList<>();
    for (JarEntry entry : entries) {
      try (InputStream in = jar.getInputStream(entry)) {
        classFiles.add(in.readAllBytes());
      }
    }
    return classFiles;
  }

  private static List<byte[]> inDirectory(Path directory) throws IOException {
    List<byte[]> classFiles = new ArrayList<>();
    try (Stream<Path> list = Files.list(directory)) {
      for (Path each : (Iterable<Path>) list.sorted()::iterator) {
        if (each.toString().endsWith(CLASS_FILE)) {
          classFiles.add(Files.readAllBytes(each));
        }
      }
    }
    return classFiles;
  }
}
