package dev.clew.report;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.report.story.FindingText;
import dev.clew.report.story.Paragraph;
import dev.clew.report.story.Phrases;
import dev.clew.report.story.Printable;
import dev.clew.report.story.Reenactment;
import dev.clew.trace.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A result for a person: each finding with its table and explanation, then the verdict. */
public final class TextReport {
  /** How the reader replays a file by the command line, with %s for the file. */
  public static final String REPLAY_COMMAND = "./clew replay %s";

  private final CheckResult result;
  private final boolean everything;
  private final String replayWords;
  private final StringBuilder text = new StringBuilder();

  private TextReport(CheckResult result, boolean everything, String replayWords) {
    this.result = result;
    this.everything = everything;
    this.replayWords = replayWords;
  }

  /**
   * The text of a result.
   *
   * @param everything whether tables show also what has nothing to do with the finding
   * @param replayWords how the reader replays a file, with %s for the file
   */
  public static String of(CheckResult result, boolean everything, String replayWords) {
    TextReport report = new TextReport(result, everything, replayWords);
    report.write();
    return report.text.toString();
  }

  /** The text of one finding, without a verdict. */
  public static String of(Finding finding, Reenactment reenactment, boolean everything) {
    StringBuilder text = new StringBuilder();
    write(text, "", finding, reenactment, everything, "");
    return text.toString();
  }

  private void write() {
    List<CheckResult.Reported> findings = result.findings();
    for (int i = 0; i < findings.size(); i++) {
      CheckResult.Reported reported = findings.get(i);
      boolean isOnly = findings.size() == 1;
      String number = isOnly ? "" : "[" + (i + 1) + "/" + findings.size() + "] ";
      String effort = isOnly ? effort() : "";
      write(text, number, reported.finding(), reported.reenactment(), everything, effort);
      text.append("  ").append(replay(reported)).append("\n\n");
    }
    text.append(VerdictText.of(result));
  }

  private static void write(
      StringBuilder text,
      String number,
      Finding finding,
      Reenactment reenactment,
      boolean everything,
      String effort) {
    FindingText story = new FindingText(reenactment, finding, everything);
    text.append(Paragraph.of(number + story.headline()));
    text.append(Paragraph.of("  at", facts(finding, reenactment, story) + effort));
    text.append('\n').append(story.table()).append('\n');
    if (!story.source().isEmpty()) {
      text.append(story.source()).append('\n');
    }
    if (!story.details().isEmpty()) {
      text.append(story.details()).append('\n');
    }
    text.append(Paragraph.of("  Why:", story.why())).append('\n');
  }

  private static String facts(Finding finding, Reenactment reenactment, FindingText story) {
    Names names = reenactment.names();
    List<String> facts = new ArrayList<>();
    facts.add(
        finding.positions().stream()
            .map(position -> place(names, position))
            .distinct()
            .collect(Collectors.joining(", ")));
    if (!story.pattern().isEmpty()) {
      facts.add(story.pattern());
    }
    if (finding.kind() != FindingKind.DATA_RACE) {
      facts.add(Phrases.count(story.switches(), "context switch"));
    }
    return String.join("; ", facts);
  }

  private static String place(Names names, int position) {
    String file = names.file(position).isEmpty() ? "an unknown place" : names.file(position);
    return names.line(position) > 0 ? file + ":" + names.line(position) : file;
  }

  private String effort() {
    return "; "
        + Phrases.count(result.allExecutions(), "execution")
        + ", "
        + Quantities.time(result.outcome().seconds());
  }

  /** One line, however long, for those who copy it. */
  private String replay(CheckResult.Reported reported) {
    return reported.canBeReplayed()
        ? "replay: " + replayWords.replace("%s", path(reported.replay()))
        : Printable.line(
            "no replay: cannot write the file " + reported.replay() + ": " + reported.unwritten());
  }

  private String path(String path) {
    return replayWords.equals(REPLAY_COMMAND) ? quoted(path) : Printable.line(path);
  }

  /** A path as a shell takes it. */
  private static String quoted(String path) {
    if (path.matches("[A-Za-z0-9_./+@%:,=-]+")) {
      return path;
    }
    if (path.codePoints().anyMatch(Printable::isHidden)) {
      String escaped = path.replace("\\", "\\\\").replace("'", "\\'");
      return "$'" + Printable.line(escaped) + "'";
    }
    return "'" + path.replace("'", "'\\''") + "'";
  }
}
