package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A compiler for build systems: calls the one of the user such that programs can be checked. */
public final class CompilerWrapper {
  /** Set for the compilers that are called, to notice that one of them is this tool again. */
  private static final String CALLED = "CLEW_CALLED_COMPILER";

  private static final int DEEPEST_FILE = 10;
  private static final int LONGEST_COMMAND = 100_000;

  private final Toolchain toolchain;
  private final Map<String, String> environment;
  private final PrintStream err;

  /** A compiler in an environment; what it has to say itself goes to {@code err}. */
  public CompilerWrapper(Map<String, String> environment, PrintStream err) {
    this.environment = environment;
    this.toolchain = Toolchain.of(environment);
    this.err = err;
  }

  /**
   * Compiles.
   *
   * @param isCpp whether it is called as a compiler for C++
   * @param args the words of the call, without the name of the compiler
   * @return the exit code of the compiler
   * @throws UnusableProgram if the compiler cannot be called so
   */
  public int run(boolean isCpp, List<String> args) throws IOException {
    if (environment.containsKey(CALLED)) {
      throw new UnusableProgram(
          "the compiler that is to be called is clew itself: name a compiler by CLEW_CC, CLEW_CXX");
    }
    List<String> expanded = expand(args, 0);
    CompilerCall call = CompilerCall.of(expanded);
    if (call.stage() != CompilerCall.Stage.LINK) {
      return callInFile(isCpp, call.rewritten(List.of()), false).exit();
    }
    Link link = new Link(RuntimeLibrary.of(toolchain, notice -> {}), isCpp, expanded);
    ToolRun run =
        link.run(runtime -> callInFile(isCpp, call.rewritten(runtime), true), call.asksForMap());
    err.print(run.output());
    if (!run.succeeded() && run.output().contains("cannot find -l")) {
      err.println("clew: " + CompilerMessages.advice(run.output()));
    }
    return run.exit();
  }

  /** Calls the compiler, with a file of options if there are too many for a command. */
  private ToolRun callInFile(boolean isCpp, List<String> words, boolean isLinking)
      throws IOException {
    if (String.join(" ", words).length() <= LONGEST_COMMAND) {
      return call(isCpp, words, isLinking);
    }
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path file = directory.path().resolve("options");
      Files.writeString(file, Words.quoted(words), Charset.defaultCharset());
      return call(isCpp, List.of("@" + file), isLinking);
    }
  }

  /** Calls the compiler; the messages of a linker are not shown yet, as it may be called again. */
  private ToolRun call(boolean isCpp, List<String> words, boolean isLinking) throws IOException {
    List<String> compiler = toolchain.of(isCpp);
    ProcessBuilder builder = new ProcessBuilder(Words.join(compiler, words)).inheritIO();
    builder.environment().put(CALLED, "yes");
    if (isLinking) {
      builder.redirectError(ProcessBuilder.Redirect.PIPE);
    }
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw Toolchain.missing(compiler);
    }
    try {
      String messages =
          isLinking
              ? new String(process.getErrorStream().readAllBytes(), Charset.defaultCharset())
              : "";
      return new ToolRun(process.waitFor(), messages);
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + compiler.get(0) + " ran", e);
    }
  }

  /** Replaces files of options by the options in them. */
  private static List<String> expand(List<String> args, int depth) throws IOException {
    List<String> words = new ArrayList<>();
    for (String arg : args) {
      Path file = arg.startsWith("@") ? Path.of(arg.substring(1)) : null;
      if (file == null || depth > DEEPEST_FILE || !Files.isRegularFile(file)) {
        words.add(arg);
      } else {
        String text = Files.readString(file, Charset.defaultCharset());
        words.addAll(expand(Words.split(text), depth + 1));
      }
    }
    return words;
  }
}
