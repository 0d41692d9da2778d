package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Shortener;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.report.AtomicFile;
import dev.clew.report.CheckResult;
import dev.clew.report.Replay;
import dev.clew.report.ReplayFile;
import dev.clew.report.ReplayProblem;
import dev.clew.report.story.Reenactment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Shortens findings and writes the replay file of each, after trying that it shows the finding. */
final class FindingRecorder {
  private final ToyTarget target;
  private final Path directory;
  private final StopSignal stop;
  private final Shortener shortener;
  private final Map<FindingKind, Integer> numbers = new EnumMap<>(FindingKind.class);

  FindingRecorder(ToyTarget target, Path directory, int stepLimit, StopSignal stop) {
    this.target = target;
    this.directory = directory;
    this.stop = stop;
    this.shortener = new Shortener(target::program, Observers::standard, stepLimit);
  }

  /** Records all findings; the result begins with the one that has the fewest switches. */
  List<CheckResult.Reported> record(List<Finding> findings) throws IOException {
    List<Finding> shortest = new ArrayList<>();
    for (Finding finding : findings) {
      shortest.add(stop.isRequested() ? finding : shortener.shorten(finding));
    }
    shortest.sort(
        Comparator.comparingInt((Finding finding) -> finding.steps().switches())
            .thenComparingInt(finding -> finding.steps().steps().size()));
    List<CheckResult.Reported> reported = new ArrayList<>();
    for (Finding finding : shortest) {
      reported.add(record(finding));
    }
    return reported;
  }

  private CheckResult.Reported record(Finding finding) throws IOException {
    int number = numbers.merge(finding.kind(), 1, Integer::sum);
    Path file =
        directory.resolve(
            target.name() + "-" + finding.kind().id() + "-" + number + ".replay.json");
    Reenactment execution = Reenactment.of(target.program(), finding.visible(), finding.steps());
    ReplayFile replay =
        ReplayFile.of(
            finding,
            execution,
            Version.current(),
            target.given(),
            target.file().toAbsolutePath().normalize().toString(),
            target.sourceHash());
    Files.createDirectories(directory);
    AtomicFile.write(file, replay.toText());
    return tryOut(file, finding);
  }

  /**
   * Replays a file as the user will; a finding that does not show again is a defect of the tool.
   */
  private CheckResult.Reported tryOut(Path file, Finding finding) throws IOException {
    try {
      Replay replay = Replay.of(ReplayFile.parse(Files.readString(file)), target.program());
      Finding shown =
          replay.finding().filter(finding::isSameAs).orElseThrow(() -> notShown(finding, ""));
      return new CheckResult.Reported(shown, replay.reenactment(), file.toString());
    } catch (ReplayProblem e) {
      throw notShown(finding, ": " + e.getMessage());
    }
  }

  private static ToolDefect notShown(Finding finding, String why) {
    return new ToolDefect("the replay does not show the finding '" + finding.message() + "'" + why);
  }
}
