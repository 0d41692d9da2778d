package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is linked into programs, compiled by the compiler of the user. This is done once for each
 * compiler, and kept beside the tool.
 */
public final class RuntimeLibrary {
  /** The script, packed with the sources, that knows how they are compiled. */
  private static final String SCRIPT = "build.sh";

  /** What it makes. */
  private static final String OBJECT = "clew.o";

  private static final String OPTIONS = "clew.wrap";
  private static final String TOLD_OPTIONS = "clew.told";
  private static final String CPP_OPTIONS = "clew.cxx";
  private static final String MATHEMATICS_OPTIONS = "clew.math";
  private static final String WRAP = "-Wl,--wrap=";

  /** Lists of functions that are taken for the library's, whoever has them. */
  private static final List<String> NEVER_OWN =
      List.of("main.wrap", "malloc_calls.wrap", "cxx_new.wrap");

  private static final int HASH_LENGTH = 20;

  private final Path directory;

  private RuntimeLibrary(Path directory) {
    this.directory = directory;
  }

  /**
   * The library for a compiler, compiled if there is none yet.
   *
   * @param notice is told what takes a while
   * @throws UnusableProgram if there is no such compiler, or it cannot compile the library
   */
  public static RuntimeLibrary of(Toolchain toolchain, Consumer<String> notice) throws IOException {
    checkMachine(System.getProperty("os.name"), System.getProperty("os.arch"));
    return of(toolchain, notice, cache());
  }

  /** The same, kept in a certain directory. */
  static RuntimeLibrary of(Toolchain toolchain, Consumer<String> notice, Path cache)
      throws IOException {
    RuntimeSources sources = RuntimeSources.packed();
    Path place = cache.resolve(hash(sources, toolchain.c(), cache));
    if (!Files.exists(place)) {
      notice.accept("preparing for this C compiler ...");
      make(sources, toolchain.c(), place);
    }
    return new RuntimeLibrary(place);
  }

  static void checkMachine(String system, String machine) {
    if (!system.equals("Linux") || !machine.equals("amd64")) {
      throw new UnusableProgram(
          "C programs can be checked on Linux on x86-64 only, this is "
              + system
              + " on "
              + machine);
    }
  }

  /**
   * The words by which a linker puts the library into a program; libraries come after them.
   *
   * @param own the names that mean something else in the program than in the library
   */
  List<String> linkWords(Set<String> own) throws IOException {
    List<String> words = new ArrayList<>();
    if (own.isEmpty()) {
      words.add("@" + directory.resolve(OPTIONS));
    } else {
      wrapped().stream().filter(name -> !own.contains(name)).map(WRAP::concat).forEach(words::add);
      own.forEach(name -> words.add("-Wl,--defsym=__real_" + name + "=" + name));
    }
    words.add("-Wl,--undefined=" + Elf.VERSION_SYMBOL);
    words.add(object());
    return words;
  }

  /**
   * The words by which the linker finds what the wrappers call.
   *
   * @param isCpp whether the program is linked with the library for C++
   * @param hasMathematics and with the mathematical one
   */
  List<String> toldWords(boolean isCpp, boolean hasMathematics) {
    List<String> words = new ArrayList<>(List.of("@" + directory.resolve(TOLD_OPTIONS)));
    if (isCpp) {
      words.add("@" + directory.resolve(CPP_OPTIONS));
    }
    if (hasMathematics) {
      words.add("@" + directory.resolve(MATHEMATICS_OPTIONS));
    }
    return words;
  }

  /** The name of the object in which the library is. */
  String object() {
    return directory.resolve(OBJECT).toString();
  }

  /** The functions that the library stands for. */
  private List<String> wrapped() throws IOException {
    return Files.readAllLines(directory.resolve(OPTIONS)).stream()
        .map(word -> word.substring(WRAP.length()))
        .toList();
  }

  /** Those that a program may have for itself; its own allocator is none of them. */
  Set<String> ownable() throws IOException {
    Set<String> names = new HashSet<>(wrapped());
    for (String list : NEVER_OWN) {
      byte[] text = RuntimeSources.packed().file(list);
      new String(text, StandardCharsets.UTF_8).lines().forEach(names::remove);
    }
    return names;
  }

  // --- making it

  private static void make(RuntimeSources sources, List<String> compiler, Path place)
      throws IOException {
    Path cache = place.resolveSibling(".");
    try (TemporaryDirectory made = TemporaryDirectory.createIn(cache)) {
      sources.unpack(made.path());
      String call = String.join(" ", compiler);
      List<String> command = List.of("/bin/sh", SCRIPT, call, ".");
      ToolRun run = ToolRun.of(command, made.path()).orElseThrow(() -> Toolchain.missing(compiler));
      if (!run.succeeded()) {
        throw new UnusableProgram(
            "the compiler '"
                + call
                + "' cannot compile what Clew links into programs; use gcc with binutils."
                + "\n"
                + run.output().strip());
      }
      putInPlace(made.path(), place);
    }
  }

  /** Somebody else may have been faster, with the same result. */
  private static void putInPlace(Path made, Path place) throws IOException {
    try {
      Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(place.resolve(OPTIONS))) {
        throw e;
      }
    }
  }

  private static String hash(RuntimeSources sources, List<String> compiler, Path directory)
      throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    List<String> words = new ArrayList<>(compiler);
    words.add(Toolchain.version(compiler, directory));
    words.forEach(word -> digest.update((word + '\0').getBytes(StandardCharsets.UTF_8)));
    for (Map.Entry<String, byte[]> file : sources.files().entrySet()) {
      digest.update((file.getKey() + '\0').getBytes(StandardCharsets.UTF_8));
      digest.update(file.getValue());
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
  }

  // --- where it is kept

  /** Beside the tool, or, if that is not for this user to write, where users keep such things. */
  private static Path cache() throws IOException {
    Path beside = besideTool();
    if (canHold(beside)) {
      return beside;
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    Path home =
        shared == null || shared.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(shared);
    Path own = home.resolve("clew").resolve("native");
    if (!canHold(own)) {
      throw new UnusableProgram(
          "there is no place for what Clew links into C programs: neither '"
              + beside
              + "' nor '"
              + own
              + "' can be written; set XDG_CACHE_HOME to a directory that can");
    }
    return own;
  }

  private static boolean canHold(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      return false;
    }
    return Files.isWritable(directory);
  }

  private static Path besideTool() {
    CodeSource source = RuntimeLibrary.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI()).resolveSibling("native");
    } catch (URISyntaxException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
