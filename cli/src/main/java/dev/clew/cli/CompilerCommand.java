package dev.clew.cli;

import dev.clew.foreign.UnusableProgram;
import dev.clew.foreign.c.CompilerWrapper;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code clew cc} and {@code clew c++}: compilers for build systems. */
final class CompilerCommand {
  private CompilerCommand() {}

  /** Whether the words of a call are for a compiler, which gets all words after the first. */
  static boolean isNamed(String[] args) {
    return args.length > 0 && (args[0].equals(OfC.NAME) || args[0].equals(OfCpp.NAME));
  }

  /** Compiles; returns the exit code. */
  static int run(String[] args, Console console) {
    boolean isCpp = args[0].equals(OfCpp.NAME);
    try {
      List<String> words = List.of(args).subList(1, args.length);
      return new CompilerWrapper(System.getenv(), console.err()).run(isCpp, words);
    } catch (UnusableProgram e) {
      console.err().println("clew " + args[0] + ": " + e.getMessage());
    } catch (IOException e) {
      console.err().println("clew " + args[0] + ": " + Reason.of(e));
    }
    return ExitCode.USAGE.number();
  }

  /** What the list of commands says of one; the words of a compiler are not for a parser. */
  @Command(
      name = OfC.NAME,
      header = "Compiles C as gcc does, for programs to check: CC=\"$PWD/clew cc\".")
  static final class OfC {
    static final String NAME = "cc";
  }

  /** What the list of commands says of the other one. */
  @Command(name = OfCpp.NAME, header = "The same for C++: CXX=\"$PWD/clew c++\".")
  static final class OfCpp {
    static final String NAME = "c++";
  }
}
