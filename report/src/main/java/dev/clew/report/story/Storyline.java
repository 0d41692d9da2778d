package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import dev.clew.trace.WatchedAccesses;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The rows of a story: the events of the execution, and between them what else matters. */
final class Storyline {
  private static final int LONGEST_SOURCE = 60;

  private final Finding finding;
  private final boolean everything;
  private final Trace trace;
  private final Names names;
  private final Places places;
  private final EventWords words;
  private final boolean[] matters;
  private final Optional<LostUpdate> lostUpdate;
  private final Optional<RacingAccesses> race;
  private final List<Row> rows = new ArrayList<>();

  /** For each row its event, {@link Trace#NONE} for what is none. */
  private final List<Integer> events = new ArrayList<>();

  Storyline(Reenactment reenactment, Finding finding, boolean everything, Places places) {
    this.finding = finding;
    this.everything = everything;
    this.trace = reenactment.trace();
    this.names = reenactment.names();
    this.places = places;
    this.words = new EventWords(trace, names);
    this.matters = Relevance.of(reenactment, finding);
    this.race = RacingAccesses.of(reenactment, finding);
    this.lostUpdate =
        switch (finding.kind()) {
          case ASSERTION, EXCEPTION -> LostUpdate.in(trace, matters);
          case DATA_RACE, DEADLOCK -> Optional.empty();
        };
    tell();
  }

  /**
   * The rows, in the order of time; of a long story an excerpt, unless everything is asked for.
   *
   * @param mentioned the events that the excerpt must not leave out
   */
  List<Row> rows(BitSet mentioned) {
    if (everything) {
      return rows;
    }
    BitSet counts = new BitSet();
    for (int row = 0; row < rows.size(); row++) {
      int event = events.get(row);
      counts.set(row, event == Trace.NONE || mentioned.get(event));
    }
    return Excerpt.of(rows, counts);
  }

  /** A lost update that explains a failure. */
  Optional<LostUpdate> lostUpdate() {
    return lostUpdate;
  }

  /** How many events the rows leave out. */
  int leftOut() {
    int count = 0;
    for (boolean shown : matters) {
      count += shown || everything ? 0 : 1;
    }
    return count;
  }

  /** How often the execution goes from one thread to another. */
  int switches() {
    int switches = 0;
    for (int i = 1; i < trace.size(); i++) {
      switches += actor(i) == actor(i - 1) ? 0 : 1;
    }
    return switches;
  }

  /** The thread of an event; a timeout counts as one of the thread that gives up. */
  private int actor(int i) {
    return OpKind.of(trace.kind(i)) == OpKind.TIMEOUT ? trace.target(i) : trace.thread(i);
  }

  private void tell() {
    int access = 0;
    WatchedAccesses watched = trace.watched();
    for (int i = 0; i <= trace.size(); i++) {
      while (access < watched.size() && watched.eventsBefore(access) <= i) {
        addAccess(watched, access++);
      }
      if (i < trace.size() && (everything || matters[i])) {
        addEvent(i);
      }
    }
    for (Failure failure : trace.failures()) {
      if (failure.events() == trace.size()
          && names.thread(failure.thread()).equals(finding.threads().get(0))) {
        addFailure(failure);
      }
    }
  }

  private void addEvent(int i) {
    String note =
        lostUpdate
            .filter(update -> update.write() == i)
            .map(update -> "overwrites " + written(update.lost()))
            .orElse("");
    add(i, new Row(actor(i), places.mark(trace.position(i)), words.of(i), note));
  }

  private void addAccess(WatchedAccesses watched, int access) {
    boolean races = race.filter(r -> r.first() == access || r.second() == access).isPresent();
    if (!races && !everything) {
      return;
    }
    String text =
        (watched.isWrite(access) ? "write " : "read ") + names.object(watched.object(access));
    String note =
        race.filter(r -> r.second() == access)
            .map(r -> "races with " + place(watched, r.first()))
            .orElse("");
    String mark = places.mark(watched.position(access));
    add(Trace.NONE, new Row(watched.thread(access), mark, text, note));
  }

  private String place(WatchedAccesses watched, int access) {
    return names.thread(watched.thread(access)) + ", " + places.phrase(watched.position(access));
  }

  private void addFailure(Failure failure) {
    String what =
        switch (failure.kind()) {
          case ASSERTION -> "assertion";
          case EXCEPTION -> "operation";
        };
    String source = names.text(failure.position());
    int message = source.indexOf('"');
    String statement = (message >= 0 ? source.substring(0, message) : source).strip();
    boolean isOne =
        !statement.isEmpty()
            && statement.length() <= LONGEST_SOURCE
            && statement.indexOf(';') < 0
            && statement.indexOf('{') < 0;
    String text = (isOne ? statement : what) + " fails";
    add(Trace.NONE, new Row(failure.thread(), places.mark(failure.position()), text, ""));
  }

  private void add(int event, Row row) {
    rows.add(row);
    events.add(event);
  }

  private String written(int event) {
    String variable = names.object(trace.object(event));
    return variable + " = " + trace.value(event) + " of " + names.thread(trace.thread(event));
  }
}
