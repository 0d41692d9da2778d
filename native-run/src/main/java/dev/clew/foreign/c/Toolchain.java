package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The compilers of the user.
 *
 * @param c the words by which the C compiler is called
 * @param cpp the words by which the C++ compiler is called
 */
public record Toolchain(List<String> c, List<String> cpp) {
  private static final String WRAPPER = "clew";

  public Toolchain {
    c = List.copyOf(c);
    cpp = List.copyOf(cpp);
  }

  /**
   * The compilers that an environment names: by {@code CLEW_CC} and {@code CLEW_CXX}, or by {@code
   * CC} and {@code CXX} unless these are this tool itself.
   */
  public static Toolchain of(Map<String, String> environment) {
    return new Toolchain(compiler(environment, "CC", "gcc"), compiler(environment, "CXX", "g++"));
  }

  private static List<String> compiler(
      Map<String, String> environment, String variable, String byDefault) {
    for (String name : List.of("CLEW_" + variable, variable)) {
      List<String> words = words(environment.getOrDefault(name, ""));
      if (!words.isEmpty() && !isThisTool(words.get(0))) {
        return words;
      }
    }
    return List.of(byDefault);
  }

  private static boolean isThisTool(String command) {
    return String.valueOf(Path.of(command).getFileName()).equals(WRAPPER);
  }

  /** The words of a text, separated by white space, with quotes as a shell has them. */
  public static List<String> words(String text) {
    return Words.split(text);
  }

  /** The compiler for a source file, which is the one that links a program with it. */
  List<String> of(boolean isCpp) {
    return isCpp ? cpp : c;
  }

  /** Says which compiler it is: other ones make other objects. */
  static String version(List<String> compiler, Path directory) throws IOException {
    List<String> command = Words.join(compiler, List.of("--version"));
    return ToolRun.of(command, directory)
        .filter(ToolRun::succeeded)
        .orElseThrow(() -> missing(compiler))
        .output();
  }

  static UnusableProgram missing(List<String> compiler) {
    boolean isCpp = compiler.get(0).endsWith("++");
    return new UnusableProgram(
        "there is no compiler '"
            + compiler.get(0)
            + "' that can be run."
            + "\n  Install gcc"
            + (isCpp ? " with g++" : "")
            + ", or name a compiler: "
            + (isCpp ? "CXX" : "CC")
            + "=... ./clew check ...");
  }
}
