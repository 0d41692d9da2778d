package dev.clew.report.story;

import dev.clew.analyze.DeadlockObserver;
import dev.clew.explore.Finding;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One finding for a person: the table of what happened, and a paragraph on why it is wrong. */
public final class FindingText {
  private static final int LONGEST_HEADLINE = 600;

  /** The first line of a stack, or of the cause of an exception. */
  private static final String STACK = "\\s*at .*|caused by .*";

  private static final int MOST_DETAILS = 20;
  private static final String DETAILS_INDENT = "    ";
  private static final String TAB = "    ";

  private final Reenactment reenactment;
  private final Finding finding;
  private final boolean everything;
  private final boolean[] matters;
  private final Places places;
  private final Storyline story;
  private final String why;

  /**
   * The text of a finding.
   *
   * @param reenactment the execution that shows it
   * @param everything whether to tell also what has nothing to do with it
   */
  public FindingText(Reenactment reenactment, Finding finding, boolean everything) {
    this.reenactment = reenactment;
    this.finding = finding;
    this.everything = everything;
    this.matters = Relevance.of(reenactment, finding);
    this.places = new Places(reenactment, finding, matters, everything);
    this.story = new Storyline(reenactment, finding, matters, everything, places);
    this.why = explain();
  }

  /** One line that says what is wrong. */
  public String headline() {
    String kind = finding.kind().id().replace('-', ' ');
    String message =
        finding.code().equals(DeadlockObserver.CYCLE)
            ? new DeadlockExplanation(reenactment, finding, places).headline()
            : finding.message();
    String shown = everything ? message : Phrases.shortened(message, LONGEST_HEADLINE);
    return shown.startsWith(kind) ? shown : kind + ": " + shown;
  }

  /** What a finding has to say besides its headline; a stack only if everything is asked for. */
  public String details() {
    StringBuilder details = new StringBuilder();
    Stream<String> lines = finding.details().lines();
    if (!everything) {
      lines = lines.takeWhile(line -> !line.matches(STACK)).limit(MOST_DETAILS);
    }
    lines
        .map(line -> DETAILS_INDENT + Printable.line(line.replace("\t", TAB)))
        .forEach(line -> details.append(line.stripTrailing()).append('\n'));
    return details.toString();
  }

  /** A column for each thread, time downward. */
  public String table() {
    Map<Integer, List<String>> endings =
        switch (finding.kind()) {
          case DEADLOCK, LIVELOCK ->
              goesRound()
                  ? new RoundsExplanation(reenactment, finding, places).endings()
                  : new DeadlockExplanation(reenactment, finding, places).endings();
          case ASSERTION, EXCEPTION, CRASH, HANG, LEAK, DATA_RACE, UNEXPLORED, ENDLESS -> Map.of();
        };
    List<Row> rows = story.rows(places.mentioned());
    TreeSet<Integer> threads = new TreeSet<>(endings.keySet());
    rows.forEach(row -> threads.add(row.thread()));
    Map<Integer, String> names = new LinkedHashMap<>();
    threads.forEach(
        thread -> names.put(thread, Printable.line(reenactment.names().thread(thread))));
    String table = new ThreadTable(names, rows, endings).layOut();
    if (story.leftOut() == 0) {
      return table;
    }
    boolean isExcerpt = rows.stream().anyMatch(row -> row.missing() > 0);
    String steps = Phrases.count(story.leftOut(), isExcerpt ? "other step" : "step");
    return table + "  (" + steps + " not shown, --verbose shows all)\n";
  }

  /** The lines of source that the table speaks of, each once; empty if they are not known. */
  public String source() {
    Set<Integer> positions = new LinkedHashSet<>(story.positions());
    positions.addAll(finding.positions());
    return new SourceLines(reenactment.names(), places).of(positions);
  }

  /** What went wrong, and why. */
  public String why() {
    return why;
  }

  private boolean goesRound() {
    return finding.code().equals(Finding.ROUNDS);
  }

  private String explain() {
    return switch (finding.kind()) {
      case DEADLOCK, LIVELOCK ->
          goesRound()
              ? new RoundsExplanation(reenactment, finding, places).why()
              : new DeadlockExplanation(reenactment, finding, places).why();
      case DATA_RACE -> new RaceExplanation(reenactment, finding, places).why();
      case UNEXPLORED -> MissedExecution.WHY;
      case ENDLESS ->
          "This is how the execution begins. It was cut off, as it has more steps than --steps allows.";
      case ASSERTION, EXCEPTION, CRASH, HANG, LEAK ->
          new FailureExplanation(reenactment, finding, matters, places).why(story.lostUpdate());
    };
  }

  /** How often the execution goes from one thread to another; a timeout is part of its thread. */
  public int switches() {
    return story.switches();
  }

  /** A name for what happened that is more telling than the kind of finding, empty if none is. */
  public String pattern() {
    return story.lostUpdate().isPresent() ? "lost update" : "";
  }
}
