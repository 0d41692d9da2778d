package dev.clew.cli;

import dev.clew.explore.StrategyKind;
import dev.clew.foreign.Launch;
import dev.clew.foreign.c.CFiles;
import dev.clew.foreign.c.Toolchain;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** A C program and how to run it, by what a command line says. */
final class NativeChoice {
  /** The options that have a meaning for C programs only. */
  static final List<String> OF_C =
      List.of("--cflags", "--libs", CompilerWords.TO_COMPILER, CompilerWords.TO_LINKER);

  /** What Java programs are made of; to name them is a mistake of its own. */
  private static final List<String> OF_JAVA = List.of(".java", ".class", ".jar");

  /** The options that cannot be given for a C program, with the reason. */
  private static final Map<String, String> REFUSED = refused();

  private final ParseResult given;

  NativeChoice(ParseResult given) {
    this.given = given;
  }

  private static Map<String, String> refused() {
    Map<String, String> refused = new LinkedHashMap<>();
    String ofJava = "has a meaning for Java programs only, leave it out";
    refused.put("-cp", ofJava);
    refused.put("--source-path", ofJava);
    refused.put("--deep", ofJava);
    refused.put("--fair", "is there for Java programs only, leave it out");
    refused.put(
        "--symmetry",
        "is there for Java programs only: which threads of a C program are alike is not known");
    refused.put(
        "--prune", "is there for Java programs only: what a C program may still do is not known");
    return refused;
  }

  /** Whether words name a C program, or a part of one. */
  static boolean isNamed(ParseResult given, String target) {
    if (OF_JAVA.stream().anyMatch(target::endsWith)) {
      return false;
    }
    boolean isFile = isFile(target);
    if (CFiles.isSource(target)) {
      return isFile || !given.hasMatchedOption("-cp"); // a class may have such a name, too
    }
    return isFile && (CFiles.isOfCProgram(target) || target.contains("/"))
        || OF_C.stream().anyMatch(given::hasMatchedOption);
  }

  private static boolean isFile(String target) {
    try {
      return Files.isRegularFile(Path.of(target));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * What is asked for.
   *
   * @param positional all words that are no options
   * @throws UsageProblem if it makes no sense for a C program
   */
  NativeOptions options(List<String> positional, StrategyKind strategy) {
    check(strategy);
    List<String> words = given.originalArgs();
    int separator = words.indexOf("--");
    int arguments = separator < 0 ? 0 : words.size() - separator - 1;
    List<String> files = positional.subList(0, positional.size() - arguments);
    checkFiles(files);
    Path stdin = value("--stdin");
    return new NativeOptions(
        files,
        both("--cflags", CompilerWords.TO_COMPILER),
        both("--libs", CompilerWords.TO_LINKER),
        positional.subList(files.size(), positional.size()),
        stdin == null ? "" : stdin.toString(),
        value("--hang", JavaOptions.DEFAULT_HANG),
        value("--timeouts", 0),
        value("--spurious-wakeups", 0),
        value("--patience", Launch.PATIENCE));
  }

  private <T> T value(String option, T otherwise) {
    return given.matchedOptionValue(option, otherwise);
  }

  private <T> @Nullable T value(String option) {
    return given.matchedOptionValue(option, (T) null);
  }

  private List<String> both(String option, String single) {
    List<String> words = new ArrayList<>(Toolchain.words(value(option, "")));
    words.addAll(value(single, List.of()));
    return words;
  }

  private void check(StrategyKind strategy) {
    REFUSED.forEach(
        (option, why) -> {
          if (given.hasMatchedOption(option)) {
            throw new UsageProblem(option + " " + why);
          }
        });
    if (strategy == StrategyKind.STATEFUL) {
      throw new UsageProblem(
          "--strategy stateful is there for Java and toy programs only: states of C programs cannot"
              + " be compared.\n  Leave it out.");
    }
  }

  private void checkFiles(List<String> files) {
    boolean isOne = files.size() == 1;
    for (String file : files) {
      if (CFiles.isExecutable(file) && !CFiles.isSource(file)) {
        if (!isOne) {
          throw new UsageProblem(
              "'"
                  + file
                  + "' is no source: give either sources or one executable; arguments of the program"
                  + " go after --");
        }
        for (String option : OF_C) {
          if (given.hasMatchedOption(option)) {
            throw new UsageProblem(
                option + " is for sources, and '" + file + "' is compiled already: leave it out");
          }
        }
      }
    }
  }
}
