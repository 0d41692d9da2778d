package dev.clew.foreign.c;

import java.nio.file.Path;
import java.util.List;

/**
 * What a program is compiled of.
 *
 * @param files the sources, as the user named them
 * @param cflags further options for the compiler
 * @param libs further words for the linker: libraries, and where they are
 * @param directory where the compiler is called
 */
public record CSources(List<String> files, List<String> cflags, List<String> libs, Path directory) {
  /** Of these. */
  public CSources {
    files = List.copyOf(files);
    cflags = List.copyOf(cflags);
    libs = List.copyOf(libs);
    directory = directory.toAbsolutePath();
  }

  /** Where a file is. */
  Path path(String file) {
    return directory.resolve(file);
  }

  /** What the program is called: as its first source, without the extension. */
  public String name() {
    String name = String.valueOf(Path.of(files.get(0)).getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  boolean isCpp() {
    return files.stream().anyMatch(CFiles::isCpp);
  }
}
