package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Shortener;
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

/**
 * Shortens findings and writes the replay file of each, after trying that it shows the finding. A
 * file that cannot be written takes nothing from the finding.
 */
final class FindingRecorder {
  private static final String EXTENSION = ".clew";

  private final Target target;
  private final Path directory;
  private final StopSignal stop;
  private final Shortener shortener;
  private final Map<FindingKind, Integer> numbers = new EnumMap<>(FindingKind.class);

  FindingRecorder(Target target, Path directory, int stepLimit, StopSignal stop) {
    this.target = target;
    this.directory = directory;
    this.stop = stop;
    this.shortener = new Shortener(target::programToReenact, Observers::standard, stepLimit);
  }

  /** Records all findings; the result begins with the one that has the fewest switches. */
  List<CheckResult.Reported> record(List<Finding> findings) {
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

  private CheckResult.Reported record(Finding finding) {
    Path file = nextFile(finding.kind());
    Reenactment execution =
        Reenactment.of(target.programToReenact(), finding.visible(), finding.steps());
    ReplayFile replay = ReplayFile.of(finding, execution, Version.current(), target.subject());
    String text = replay.toText();
    if (finding.code().equals(Finding.EXHAUSTED)) {
      // It may run out a little earlier or later: the next replay may show it again.
      return new CheckResult.Reported(finding, execution, file.toString(), write(file, text));
    }
    Replay tried = tryOut(text, finding);
    Finding shown =
        tried.finding().filter(finding::isSameAs).orElseThrow(() -> notShown(finding, ""));
    String unwritten = write(file, text);
    return new CheckResult.Reported(shown, tried.reenactment(), file.toString(), unwritten);
  }

  /**
   * Records a finding of which the execution was done again only up to what it shows: whoever
   * replays it sees the rest.
   */
  CheckResult.Reported recordUntried(Finding finding, Reenactment execution) {
    Path file = nextFile(finding.kind());
    ReplayFile replay = ReplayFile.of(finding, execution, Version.current(), target.subject());
    return new CheckResult.Reported(
        finding, execution, file.toString(), write(file, replay.toText()));
  }

  private Path nextFile(FindingKind kind) {
    int number = numbers.merge(kind, 1, Integer::sum);
    return directory.resolve(target.name() + "-" + kind.id() + "-" + number + EXTENSION);
  }

  /** Writes a file; says why that is not possible, nothing if it was. */
  private String write(Path file, String text) {
    try {
      Files.createDirectories(directory);
      AtomicFile.write(file, text);
      return "";
    } catch (IOException e) {
      return Reason.of(e);
    }
  }

  /** Replays a file as the user will; a finding that does not show again is no finding to tell. */
  private Replay tryOut(String text, Finding finding) {
    try {
      return Replay.of(ReplayFile.parse(text), target.programToReenact());
    } catch (ReplayProblem e) {
      throw notShown(finding, ": " + e.getMessage());
    }
  }

  private RuntimeException notShown(Finding finding, String why) {
    return target.unrepeatable(finding.message(), why);
  }
}
