package dev.clew.cli;

import dev.clew.explore.Finding;
import dev.clew.report.Replay;
import dev.clew.report.ReplayFile;
import dev.clew.report.ReplayProblem;
import dev.clew.report.TextReport;
import dev.clew.report.story.Phrases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code clew replay}: runs the schedule of a replay file, and shows it in full. */
@Command(
    name = "replay",
    header = "Runs exactly the schedule that showed a violation, and prints it in full.",
    customSynopsis = "clew replay FILE",
    footer = {"", "Exit code: 1 it shows the violation again, 2 it cannot be replayed."})
final class ReplayCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      converter = OptionValues.PathByName.class,
      description = "A file written by clew check.")
  private Path file = Path.of("");

  @Mixin private CommonOptions common = new CommonOptions();

  ReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ReplayFile replayFile = read();
    ToyTarget target = findTarget(replayFile);
    Replay replay = replay(replayFile, target);
    Finding finding = replay.finding().orElseThrow(() -> notShown(replayFile));
    console.out().print(TextReport.of(finding, replay.reenactment(), true));
    String steps = Phrases.count(replayFile.steps().size(), "step");
    console.out().println("replayed: " + steps + ", the violation shows again");
    console.out().flush();
    return ExitCode.VIOLATION.number();
  }

  private ReplayFile read() {
    try {
      return ReplayFile.parse(TextFile.read(file));
    } catch (ReplayProblem e) {
      throw new UsageProblem("'" + file + "' is not a replay file: " + e.getMessage());
    }
  }

  /** The program the file was made for: where the user named it, or where it was then. */
  private ToyTarget findTarget(ReplayFile replayFile) {
    Set<String> places =
        new LinkedHashSet<>(List.of(replayFile.target(), replayFile.absoluteTarget()));
    String changed = "";
    for (String place : places) {
      if (Files.exists(Path.of(place))) {
        ToyTarget target = ToyTarget.load(place);
        if (target.sourceHash().equals(replayFile.sourceHash())) {
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
              + file
              + "' was made, so the schedule does not fit."
              + "\n  Check it again: ./clew check "
              + changed);
    }
    throw new UsageProblem(
        "the program of '"
            + file
            + "' is gone: there is no '"
            + String.join("' and no '", places)
            + "'");
  }

  private Replay replay(ReplayFile replayFile, ToyTarget target) {
    try {
      return Replay.of(replayFile, target.program());
    } catch (ReplayProblem e) {
      throw new UsageProblem(
          "'"
              + file
              + "' cannot be replayed: "
              + e.getMessage()
              + "\n  The program is the one it was made for, so the file was changed by hand or"
              + " by another version of clew (it says "
              + replayFile.version()
              + ").");
    }
  }

  private UsageProblem notShown(ReplayFile replayFile) {
    return new UsageProblem(
        "'"
            + file
            + "' was replayed to its end, but does not show what it says: "
            + replayFile.kind().id()
            + ", "
            + replayFile.message()
            + "\n  The file was changed by hand or by another version of clew.");
  }
}
