package dev.clew.cli;

import dev.clew.analyze.Observers;
import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.Shortener;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.report.CheckResult;
import dev.clew.report.Replay;
import dev.clew.report.ReplayFile;
import dev.clew.report.ReplayProblem;
import dev.clew.report.story.EndlessPath;
import dev.clew.report.story.MissedExecution;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Steps;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Shortens findings and writes the replay file of each, after trying that it shows the finding. One
 * that does not show any more when it is shortened is told as it was found. A file that cannot be
 * written takes nothing from the finding.
 */
final class FindingRecorder {
  private final Target target;
  private final ReplayPlaces places;
  private final StopSignal stop;
  private final Shortener shortener;
  private final Map<FindingKind, Integer> numbers = new EnumMap<>(FindingKind.class);

  /** A recorder for a check that began at {@code start}. */
  FindingRecorder(Target target, CheckOptions options, Instant start, StopSignal stop) {
    int stepLimit = options.search().budget().steps();
    this.target = target;
    this.places = new ReplayPlaces(options.out(), start, options.isOfTest());
    this.stop = stop;
    this.shortener = new Shortener(target::programToReenact, Observers::standard, stepLimit);
  }

  /** Records all findings; the result begins with the one that has the fewest switches. */
  List<CheckResult.Reported> record(List<Finding> findings) {
    List<Shortened> shortest = new ArrayList<>();
    for (Finding finding : findings) {
      shortest.add(
          new Shortened(finding, stop.isRequested() ? finding : shortener.shorten(finding)));
    }
    shortest.sort(
        Comparator.comparingInt((Shortened each) -> each.finding.steps().switches())
            .thenComparingInt(each -> each.finding.steps().steps().size()));
    List<CheckResult.Reported> reported = new ArrayList<>();
    for (Shortened each : shortest) {
      reported.add(record(each));
    }
    return reported;
  }

  /** A finding as it was found, and the shortest execution that shows it. */
  private record Shortened(Finding asFound, Finding finding) {}

  private CheckResult.Reported record(Shortened shortened) {
    String name = nextName(shortened.finding.kind());
    try {
      return record(shortened.finding, name);
    } catch (NotShown e) {
      if (shortened.asFound.equals(shortened.finding)) {
        throw notShown(shortened.asFound, e);
      }
    }
    try {
      return record(shortened.asFound, name);
    } catch (NotShown e) {
      throw notShown(shortened.asFound, e);
    }
  }

  private CheckResult.Reported record(Finding finding, String name) throws NotShown {
    Reenactment execution = reenact(finding);
    ReplayFile replay = ReplayFile.of(finding, execution, Version.current(), target.subject());
    if (finding.code().equals(Finding.EXHAUSTED)) {
      // It may run out a little earlier or later: the next replay may show it again.
      return reported(finding, execution, name, replay);
    }
    Replay tried = tryOut(replay.toText());
    Finding shown = tried.finding().filter(finding::isSameAs).orElseThrow(() -> new NotShown(""));
    return reported(shown, tried.reenactment(), name, replay);
  }

  /**
   * Records a finding of which the execution was done again only up to what it shows: whoever
   * replays it sees the rest.
   */
  CheckResult.Reported recordUntried(Finding finding, Reenactment execution) {
    ReplayFile replay = ReplayFile.of(finding, execution, Version.current(), target.subject());
    return reported(finding, execution, nextName(finding.kind()), replay);
  }

  /** Records an execution that the search missed. */
  CheckResult.Reported record(Outcome.Missed missed) {
    Reenactment execution = reenact(missed, missed.steps());
    Steps near = missed.nearest();
    Reenactment nearest = near == null ? null : reenact(missed, near);
    return recordUntried(MissedExecution.of(execution, missed.visible(), nearest), execution);
  }

  /**
   * Does an execution again.
   *
   * @throws ReplayDivergence if the program does not do the same: then it is not the search that is
   *     to blame
   */
  private Reenactment reenact(Outcome.Missed missed, Steps steps) {
    Reenactment again = Reenactment.of(target.programToReenact(), missed.visible(), steps);
    ReplayDivergence divergence = again.divergence();
    if (divergence != null) {
      throw divergence;
    }
    return again;
  }

  /**
   * Records an execution that does not end, or rather its beginning; says in words where its
   * threads go round.
   */
  String recordEndless(Finding path) {
    Reenactment whole = Reenactment.upTo(target.programToReenact(), path.visible(), path.steps());
    String words = EndlessPath.words(path, whole);
    int shown = Math.min(path.steps().steps().size(), EndlessPath.MOST_STEPS);
    Steps beginning = new Steps(path.steps().steps().subList(0, shown));
    Reenactment execution = Reenactment.upTo(target.programToReenact(), path.visible(), beginning);
    CheckResult.Reported reported =
        recordUntried(EndlessPath.told(path, words, beginning), execution);
    return words
        + (reported.unwritten().isEmpty()
            ? " (replay: " + reported.replay() + ")"
            : " (no replay: " + reported.unwritten() + ")");
  }

  private String nextName(FindingKind kind) {
    int number = numbers.merge(kind, 1, Integer::sum);
    return target.name() + "-" + kind.id() + "-" + number;
  }

  /** Writes the replay file of a finding; the result says why that is not possible. */
  private CheckResult.Reported reported(
      Finding finding, Reenactment execution, String name, ReplayFile replay) {
    try {
      Path file = places.write(name, replay);
      return new CheckResult.Reported(finding, execution, file.toString(), "");
    } catch (IOException e) {
      String file = places.plain(name).toString();
      return new CheckResult.Reported(finding, execution, file, Reason.of(e));
    }
  }

  /** An execution that was done again does not show the finding. */
  private static final class NotShown extends Exception {
    private static final long serialVersionUID = 1L;

    NotShown(String why) {
      super(why);
    }
  }

  /** Replays a file as the user will. */
  private Replay tryOut(String text) throws NotShown {
    try {
      return Replay.of(ReplayFile.parse(text), target.programToReenact());
    } catch (ReplayProblem e) {
      throw new NotShown(": " + e.getMessage());
    }
  }

  /**
   * What to say of a finding that does not show again. The program is to blame if it does not do
   * the same each time, or is known to depend on what nobody controls; otherwise Clew is.
   */
  private RuntimeException notShown(Finding finding, NotShown why) {
    if (target.mayDiffer() || !doesTheSameAgain(finding)) {
      return target.unrepeatable(finding.message(), String.valueOf(why.getMessage()));
    }
    return new ToolDefect(
        "a violation was found ("
            + finding.message()
            + "), but its steps do not show it again, though the program does the same each time");
  }

  private boolean doesTheSameAgain(Finding finding) {
    Reenactment once = reenact(finding);
    Reenactment again = reenact(finding);
    if (once.divergence() != null || again.divergence() != null) {
      return false;
    }
    return Steps.of(once.trace(), once.trace().size())
            .equals(Steps.of(again.trace(), again.trace().size()))
        && once.findings().equals(again.findings());
  }

  private Reenactment reenact(Finding finding) {
    return Reenactment.of(target.programToReenact(), finding.visible(), finding.steps());
  }
}
