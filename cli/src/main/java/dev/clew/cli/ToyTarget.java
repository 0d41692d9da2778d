package dev.clew.cli;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.testkit.toy.ToySyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the toy language, named on the command line. */
final class ToyTarget {
  private static final String EXTENSION = ".toy";
  private static final int LONGEST_LINE = 100;

  private final String given;
  private final Path file;
  private final String text;
  private final ToyProgram first;

  private ToyTarget(String given, Path file, String text, ToyProgram first) {
    this.given = given;
    this.file = file;
    this.text = text;
    this.first = first;
  }

  /**
   * The program in a file.
   *
   * @throws UsageProblem if it cannot be used, with what is wrong and where
   */
  static ToyTarget load(String given) {
    if (!given.endsWith(EXTENSION)) {
      throw new UsageProblem(
          "only .toy programs can be checked so far: '"
              + given
              + "' is none.\n  Java classes and C programs will follow;"
              + " docs/toy-language.md describes the language.");
    }
    Path file = path(given);
    String text = TextFile.read(file);
    ToyProgram program = parse(given, text);
    if (program.toy().threads().isEmpty()) {
      throw new UsageProblem(
          given
              + ": the program has no thread, so there is nothing to check;"
              + " add one: thread t { ... }");
    }
    return new ToyTarget(given, file, text, program);
  }

  private static Path path(String given) {
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      throw new UsageProblem("'" + given + "' is not the name of a file");
    }
  }

  private static ToyProgram parse(String given, String text) {
    try {
      return ToyProgram.parse(given, text);
    } catch (ToySyntaxException e) {
      throw UsageProblem.at(e.getMessage() + excerpt(text, e.line(), e.column()));
    } catch (StackOverflowError e) {
      throw new UsageProblem(given + ": the program is nested too deeply");
    } catch (OutOfMemoryError e) {
      throw new UsageProblem(given + ": the program is too large for the memory there is");
    }
  }

  /** The line of an error, with a caret below its column. */
  private static String excerpt(String text, int line, int column) {
    List<String> lines = text.lines().toList();
    if (line < 1 || line > lines.size() || column < 1) {
      return "";
    }
    String source = lines.get(line - 1).replaceAll("\\p{Cntrl}", " ");
    int from = column <= LONGEST_LINE ? 0 : column - LONGEST_LINE / 2;
    int to = Math.min(source.length(), from + LONGEST_LINE);
    String shown = from < to ? source.substring(from, to) : "";
    return "\n    " + shown + "\n    " + " ".repeat(column - 1 - from) + "^";
  }

  /** The program, as the user named it. */
  String given() {
    return given;
  }

  Path file() {
    return file;
  }

  /** The name of the file, without its extension. */
  String name() {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - EXTENSION.length());
  }

  /** The program anew, with nothing executed yet. */
  ToyProgram program() {
    return ToyProgram.parse(given, text);
  }

  /** Says which program it is, whatever its comments and layout. */
  String sourceHash() {
    return first.sourceHash();
  }

  /** What a verdict on this program takes for granted. */
  List<String> assumptions() {
    List<String> assumptions = new ArrayList<>();
    boolean hasPlain = false;
    for (int object = 0; object < first.objectCount(); object++) {
      hasPlain |= first.isPlain(object);
    }
    if (hasPlain) {
      assumptions.add("shared variables that never race are not interleaved");
    }
    int threads = 0;
    for (Toy.ThreadCode thread : first.toy().threads()) {
      threads += Math.abs(thread.size());
    }
    boolean hasClock = first.threadCount() > threads;
    if (hasClock) {
      assumptions.add("timed operations give up only when nothing else can run");
    }
    return assumptions;
  }
}
