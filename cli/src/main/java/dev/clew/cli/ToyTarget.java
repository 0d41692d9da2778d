package dev.clew.cli;

import dev.clew.explore.strategy.ToolDefect;
import dev.clew.report.ReplayFile;
import dev.clew.report.story.Phrases;
import dev.clew.testkit.toy.ToyProgram;
import dev.clew.testkit.toy.ToySyntaxException;
import dev.clew.trace.ReplayDivergence;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** A program of the toy language, named on the command line. */
final class ToyTarget implements Target {
  private static final String EXTENSION = ".toy";
  private static final String ABSOLUTE_TARGET = "absoluteTarget";
  private static final String PATIENCE = "patience";
  private static final int LONGEST_LINE = 100;

  private final String given;
  private final Path file;
  private final String text;
  private final ToyProgram first;

  /** How far sleeping may take a thread ahead of the clock; empty if as the program says. */
  private final OptionalInt patience;

  private final List<ToyProgram> searched = new ArrayList<>();

  private ToyTarget(String given, Path file, String text, ToyProgram first, OptionalInt patience) {
    this.given = given;
    this.file = file;
    this.text = text;
    this.first = first;
    this.patience = patience;
  }

  /** Whether this names a program of the toy language. */
  static boolean isNamed(String given) {
    return given.endsWith(EXTENSION);
  }

  /**
   * The program in a file.
   *
   * @param patience how far sleeping may take a thread ahead of others that can run, in
   *     milliseconds; empty if as the program says
   * @throws UsageProblem if it cannot be used, with what is wrong and where
   */
  static ToyTarget load(String given, OptionalInt patience) {
    Path file = path(given);
    String text = TextFile.read(file);
    ToyProgram program = parse(given, text);
    if (program.toy().threads().isEmpty()) {
      throw new UsageProblem(
          given
              + ": the program has no thread, so there is nothing to check;"
              + " add one: thread t { ... }");
    }
    return new ToyTarget(given, file, text, program, patience);
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

  @Override
  public Optional<Path> file() {
    return Optional.of(file);
  }

  /** The name of the file, without its extension. */
  @Override
  public String name() {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - EXTENSION.length());
  }

  @Override
  public ToyProgram program() {
    ToyProgram program = programToReenact();
    searched.add(program);
    return program;
  }

  @Override
  public ToyProgram programToReenact() {
    ToyProgram program = ToyProgram.parse(given, text);
    patience.ifPresent(program::setPatience);
    return program;
  }

  /** Says which program it is, whatever its comments and layout, and how it was asked to run. */
  @Override
  public String hash() {
    return first.sourceHash() + (patience.isPresent() ? "-" + patience.getAsInt() : "");
  }

  @Override
  public ReplayFile.Subject subject() {
    String absolute = file.toAbsolutePath().normalize().toString();
    Map<String, List<String>> settings = new LinkedHashMap<>();
    settings.put(ABSOLUTE_TARGET, List.of(absolute));
    if (patience.isPresent()) {
      settings.put(PATIENCE, List.of(Integer.toString(patience.getAsInt())));
    }
    return new ReplayFile.Subject(given, settings, Map.of(given, hash()));
  }

  /**
   * The program of a replay file: where the user named it, or where it was then.
   *
   * @throws UsageProblem if it is gone or has changed
   */
  static ToyTarget reopen(ReplayFile.Subject subject, Path replayFile) {
    Set<String> places = new LinkedHashSet<>(List.of(subject.target()));
    places.addAll(subject.setting(ABSOLUTE_TARGET));
    String changed = "";
    for (String place : places) {
      if (Files.exists(path(place))) {
        ToyTarget target = load(place, patience(subject));
        if (subject.parts().containsValue(target.hash())) {
          return target;
        }
        changed = place;
      }
    }
    if (!changed.isEmpty()) {
      throw new UsageProblem(
          "'"
              + changed
              + "' has changed since '"
              + replayFile
              + "' was made, so the schedule does not fit."
              + "\n  Check it again: ./clew check "
              + changed);
    }
    throw new UsageProblem(
        "the program of '"
            + replayFile
            + "' is gone: there is no '"
            + String.join("' and no '", places)
            + "'");
  }

  private static OptionalInt patience(ReplayFile.Subject subject) {
    List<String> given = subject.setting(PATIENCE);
    try {
      return given.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(given.get(0)));
    } catch (NumberFormatException e) {
      throw new UsageProblem("the replay file has a patience that is no number: " + given.get(0));
    }
  }

  /** The language has nothing that is not under control. */
  @Override
  public RuntimeException unrepeatable(ReplayDivergence divergence) {
    return divergence;
  }

  @Override
  public boolean mayDiffer() {
    return false;
  }

  @Override
  public RuntimeException unrepeatable(String finding, String why) {
    return new ToolDefect("the replay does not show the finding '" + finding + "'" + why);
  }

  @Override
  public void close() {}

  @Override
  public List<String> assumptions() {
    List<String> assumptions = new ArrayList<>();
    boolean hasPlain = false;
    for (int object = 0; object < first.objectCount(); object++) {
      hasPlain |= first.isPlain(object);
    }
    if (hasPlain) {
      assumptions.add("shared variables that never race are not interleaved");
    }
    if (first.isTimed()) {
      assumptions.add("timed operations give up only when nothing else can run");
    }
    if (!extent().isEmpty()) {
      assumptions.add(
          "after "
              + ToyProgram.ROUNDS
              + " yields a thread that is left when the program ends goes on only when nothing else"
              + " can run and the program may not end");
    }
    return assumptions;
  }

  @Override
  public String extent() {
    return searched.stream().anyMatch(ToyProgram::isCut)
        ? "up to " + Phrases.count(ToyProgram.ROUNDS, "round") + " of threads that the end stops"
        : "";
  }
}
