package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An executable that can be run under control; one that was made for a check is gone after it. */
public final class CProgram implements AutoCloseable {
  /** The version of the protocol that is spoken here. */
  static final int VERSION = 1;

  private static final String LEVEL = "-O1";

  private final Path executable;
  private final @Nullable TemporaryDirectory directory;

  private CProgram(Path executable, @Nullable TemporaryDirectory directory) {
    this.executable = executable;
    this.directory = directory;
  }

  /** The file to run. */
  public Path executable() {
    return executable;
  }

  /** The libraries in it whose code is not seen. */
  public List<String> libraries() throws IOException {
    return Libraries.in(Elf.read(executable));
  }

  /** The levels of optimisation above {@code -O1} with which parts of it were compiled. */
  public List<String> levels() throws IOException {
    return Instrumentation.levels(Elf.read(executable));
  }

  /** The functions that it calls and of which nobody knows what they read and write. */
  public List<String> unwatched() throws IOException {
    return Unwatched.in(Elf.read(executable));
  }

  // --- an executable that is there

  /**
   * An executable that {@code clew cc} has made.
   *
   * @throws UnusableProgram if it is something else, with what to do
   */
  public static CProgram open(String given) {
    Path file = Path.of(given);
    try {
      check(given, Elf.read(file));
    } catch (IOException e) {
      throw new UnusableProgram("'" + given + "' cannot be read: " + reason(e));
    }
    if (!Files.isExecutable(file)) {
      throw new UnusableProgram("'" + given + "' is not executable: chmod +x " + given);
    }
    return new CProgram(file.toAbsolutePath(), null);
  }

  private static void check(String given, Elf elf) {
    String what = "'" + given + "' ";
    if (!elf.is64Bit()) {
      throw new UnusableProgram(what + "is a 32-bit program; build it for x86-64, without -m32");
    }
    if (!elf.isForX8664()) {
      throw new UnusableProgram(what + "is a program for another machine; build it for x86-64");
    }
    if (elf.isObject()) {
      throw new UnusableProgram(
          what + "is an object file: name sources, or a program built with ./clew cc");
    }
    OptionalInt version = elf.version();
    if (version.isEmpty() && elf.isSharedLibrary()) {
      throw new UnusableProgram(
          what + "is a shared library: name the sources of a program, or one built with ./clew cc");
    }
    if (version.isEmpty()) {
      throw new UnusableProgram(what + without(elf));
    }
    if (version.getAsInt() != VERSION) {
      throw new UnusableProgram(
          what + "was built by another version of clew; build it again with CC=\"./clew cc\"");
    }
    if (!elf.hasSymbols()) {
      throw new UnusableProgram(
          what + "is stripped, so nothing in it has a name; check it before it is stripped");
    }
    if (!elf.isStatic()) {
      throw new UnusableProgram(
          what + "is linked dynamically; link it with ./clew cc, which links statically");
    }
  }

  private static String without(Elf elf) {
    String again = "build it with CC=\"./clew cc\" CXX=\"./clew c++\"";
    if (elf.mentions("__asan_init")) {
      return "is built with -fsanitize=address already; " + again + ", without -fsanitize";
    }
    if (elf.mentions("__tsan_init") || elf.mentions("__tsan_func_entry")) {
      return "is built with -fsanitize=thread already; " + again + ", without -fsanitize";
    }
    return "was not built for clew: name its sources, or " + again;
  }

  // --- one that is made of sources

  /**
   * Compiles and links a program.
   *
   * @param notice is told what takes a while
   * @throws UnusableProgram if that is not possible, with the messages of the compiler
   */
  public static CProgram build(CSources sources, Toolchain toolchain, Consumer<String> notice)
      throws IOException {
    sources.files().forEach(file -> checkSource(file, sources.path(file)));
    sources.cflags().forEach(CProgram::checkFlag);
    RuntimeLibrary library = RuntimeLibrary.of(toolchain, notice);
    TemporaryDirectory directory = TemporaryDirectory.create();
    try {
      List<String> compiler = toolchain.of(sources.isCpp());
      List<String> link = Words.join(compiler, Instrumentation.LINK);
      for (String source : sources.files()) {
        Path object = directory.path().resolve("object-" + link.size() + ".o");
        compile(source, object, sources, toolchain);
        link.add(object.toString());
      }
      Path executable = directory.path().resolve(sources.name());
      ToolRun run =
          new Link(library, sources.isCpp(), sources.libs())
              .run(
                  runtime -> {
                    List<String> words = Words.join(link, runtime);
                    words.addAll(sources.libs());
                    words.addAll(Libraries.symbols(sources.libs()));
                    words.addAll(List.of("-o", executable.toString()));
                    return run(words, compiler, sources.directory());
                  },
                  false);
      if (!run.succeeded()) {
        throw CompilerMessages.ofLinker(run.output());
      }
      directory.keepForReport();
      return new CProgram(executable, directory);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static void checkSource(String source, Path file) {
    if (Files.isDirectory(file)) {
      throw new UnusableProgram("'" + source + "' is a directory, name a source file");
    }
    if (!CFiles.isSource(source)) {
      throw new UnusableProgram(CFiles.complaint(source));
    }
    if (!Files.exists(file)) {
      throw new UnusableProgram("there is no file '" + source + "'");
    }
    if (!Files.isReadable(file)) {
      throw new UnusableProgram("'" + source + "' cannot be read");
    }
  }

  private static void checkFlag(String flag) {
    CompilerCall.checkOption(flag);
    if (flag.startsWith("-fsanitize")) {
      throw new UnusableProgram(
          flag + ": programs are instrumented for clew, not for sanitizers, leave it out");
    }
  }

  private static void compile(String source, Path object, CSources sources, Toolchain toolchain)
      throws IOException {
    List<String> compiler = toolchain.of(CFiles.isCpp(source));
    List<String> command = Words.join(compiler, List.of(LEVEL));
    command.addAll(sources.cflags());
    command.addAll(Instrumentation.FLAGS);
    command.addAll(Instrumentation.marks(sources.cflags()));
    command.addAll(List.of("-c", "-o", object.toString(), source));
    ToolRun run = run(command, compiler, sources.directory());
    if (!run.succeeded()) {
      throw CompilerMessages.ofCompiler(source, run.output());
    }
  }

  private static ToolRun run(List<String> command, List<String> compiler, Path directory)
      throws IOException {
    return ToolRun.of(command, directory).orElseThrow(() -> Toolchain.missing(compiler));
  }

  private static String reason(IOException e) {
    return String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    if (directory != null) {
      directory.close();
    }
  }
}
