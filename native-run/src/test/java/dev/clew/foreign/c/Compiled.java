package dev.clew.foreign.c;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program in C that is compiled and ready. */
final class Compiled implements AutoCloseable {
  private static final String SOURCE = "program.c";
  private static final Duration HANG = Duration.ofSeconds(10);

  private final CProgram compiled;
  private final Symbols symbols;
  private final ForeignProgram program;

  /**
   * Compiles a program.
   *
   * @param directory where its source goes
   */
  Compiled(Path directory, String source, String... flags) throws IOException {
    this(List.of(), HANG, directory, SOURCE, source, flags);
  }

  /** A program of which the name of the source says the language. */
  static Compiled named(Path directory, String file, String source) throws IOException {
    return new Compiled(List.of(), HANG, directory, file, source);
  }

  /** A program that may open so many files. */
  static Compiled withFiles(int files, Path directory, String source) throws IOException {
    return withLimit("-n " + files, directory, source);
  }

  /** A program with a limit, as the shell sets it. */
  static Compiled withLimit(String limit, Path directory, String source) throws IOException {
    String start = "ulimit " + limit + "; exec \"$0\"";
    return new Compiled(List.of("/bin/sh", "-c", start), HANG, directory, SOURCE, source);
  }

  /** A program that may stand still only so long. */
  static Compiled withHang(Duration hang, Path directory, String source) throws IOException {
    return new Compiled(List.of(), hang, directory, SOURCE, source);
  }

  /**
   * Compiles a program.
   *
   * @param start the words by which it is started, its name follows
   * @param hang how long it may stand still
   */
  private Compiled(
      List<String> start,
      Duration hang,
      Path directory,
      String file,
      String source,
      String... flags)
      throws IOException {
    Files.writeString(directory.resolve(file), source);
    compiled =
        CProgram.build(
            new CSources(List.of(file), List.of(flags), List.of(), directory),
            Toolchain.of(Map.of()),
            notice -> {});
    symbols = new Symbols(compiled.executable());
    List<String> command = new ArrayList<>(start);
    command.add(compiled.executable().toString());
    program =
        new ForeignProgram(
            new Launch(command, Optional.empty(), hang, 0, 0),
            numbers -> new CNames(numbers, symbols));
  }

  ForeignProgram program() {
    return program;
  }

  /** Explores all trace classes. */
  Outcome explore() {
    return explore(StrategyKind.OPTIMAL, true);
  }

  /** Explores with a strategy, and goes on after findings. */
  Outcome explore(StrategyKind strategy, boolean reportsRaces) {
    return explore(
        new SearchOptions(
            strategy, Budget.UNLIMITED, true, reportsRaces, 1, SearchOptions.DEFAULT_PLAN_CAP));
  }

  /** The same, confirmed by so many executions at random. */
  Outcome explore(StrategyKind strategy, boolean reportsRaces, long audited) {
    return explore(
        new SearchOptions(
                strategy, Budget.UNLIMITED, true, reportsRaces, 1, SearchOptions.DEFAULT_PLAN_CAP)
            .auditedBy(new SearchOptions.AuditSize(audited)));
  }

  Outcome explore(SearchOptions options) {
    return new Exploration(program, options, Observers.standard(program), progress -> true)
        .explore();
  }

  @Override
  public void close() {
    program.close();
    symbols.close();
    compiled.close();
  }
}
