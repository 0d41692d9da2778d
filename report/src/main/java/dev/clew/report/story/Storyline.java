package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import dev.clew.trace.WatchedAccesses;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /** The events told so far, also those that have no row of their own. */
  private final List<Integer> told = new ArrayList<>();

  /** The source positions of rows of which the source is worth seeing. */
  private final Set<Integer> positions = new LinkedHashSet<>();

  /**
   * A story.
   *
   * @param matters the events that matter
   * @param everything whether to tell the others too
   */
  Storyline(
      Reenactment reenactment,
      Finding finding,
      boolean[] matters,
      boolean everything,
      Places places) {
    this.finding = finding;
    this.everything = everything;
    this.trace = reenactment.trace();
    this.names = reenactment.names();
    this.places = places;
    this.words = new EventWords(trace, names);
    this.matters = matters;
    this.race = RacingAccesses.of(trace, finding);
    this.lostUpdate =
        switch (finding.kind()) {
          case ASSERTION, EXCEPTION, CRASH, HANG, LEAK -> LostUpdate.in(trace, names, matters);
          case DATA_RACE, DEADLOCK, LIVELOCK, UNEXPLORED, ENDLESS -> Optional.empty();
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
      counts.set(row, event == Trace.NONE || isMentioned(event, mentioned));
    }
    return Excerpt.of(rows, counts);
  }

  /** Whether an event is mentioned, or another one that has the same row. */
  private boolean isMentioned(int event, BitSet mentioned) {
    int next = told.indexOf(event);
    do {
      if (mentioned.get(told.get(next))) {
        return true;
      }
      next++;
    } while (next < told.size() && !events.contains(told.get(next)));
    return false;
  }

  /** The source positions of the rows. */
  Set<Integer> positions() {
    return positions;
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
    List<Access> accesses = accesses();
    int next = 0;
    for (int i = 0; i <= trace.size(); i++) {
      while (next < accesses.size() && accesses.get(next).events() <= i) {
        addAccess(accesses.get(next++));
      }
      if (i < trace.size() && (everything || matters[i]) && !words.of(i).isEmpty()) {
        addEvent(i);
      }
    }
    for (Failure failure : trace.failures()) {
      if (failure.events() == trace.size() && failure.thread() == finding.threads().get(0)) {
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
    if (everything || !isPlumbing(OpKind.of(trace.kind(i)))) {
      positions.add(trace.position(i));
    }
    Row row = new Row(actor(i), places.mark(trace.position(i)), words.of(i), note);
    if (everything || !goesOnWith(i, row)) {
      add(i, row);
    }
    told.add(i);
  }

  /**
   * Whether an event says no more than the last row: it is a further part of the same call, or a
   * thread looks once more.
   */
  private boolean goesOnWith(int i, Row row) {
    int last = told.isEmpty() ? Trace.NONE : told.get(told.size() - 1);
    boolean isLastRow = !events.isEmpty() && events.get(events.size() - 1) <= last;
    if (last == Trace.NONE || !isLastRow) {
      return false;
    }
    if (names.callAround(i) == null) {
      return OpKind.of(trace.kind(i)) == OpKind.READ && rows.get(rows.size() - 1).equals(row);
    }
    return isSameCall(last, i) && !isNewCall(i);
  }

  private boolean isSameCall(int one, int other) {
    EnclosingCall call = names.callAround(one);
    EnclosingCall next = names.callAround(other);
    return call != null
        && next != null
        && actor(one) == actor(other)
        && trace.position(one) == trace.position(other)
        && call.method().equals(next.method())
        && isDone(one) == isDone(other);
  }

  private boolean isDone(int event) {
    return words.of(event).endsWith(EventWords.DONE);
  }

  /** Whether a call has changed the same thing before, so that this is another call. */
  private boolean isNewCall(int i) {
    if (OpKind.of(trace.kind(i)) != OpKind.READ_MODIFY_WRITE) {
      return false;
    }
    for (int t = told.size() - 1; t >= 0 && isSameCall(told.get(t), i); t--) {
      int earlier = told.get(t);
      if (trace.kind(earlier) == trace.kind(i) && trace.object(earlier) == trace.object(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an event is well understood without its source. */
  private static boolean isPlumbing(OpKind kind) {
    return kind == OpKind.START || kind == OpKind.JOIN || kind == OpKind.END;
  }

  /** The accesses to tell of that are no events: those that race, or all; in their order. */
  private List<Access> accesses() {
    List<Access> accesses = new ArrayList<>();
    WatchedAccesses watched = trace.watched();
    for (int i = 0; everything && i < watched.size(); i++) {
      accesses.add(Access.watched(watched, i));
    }
    race.ifPresent(
        two -> {
          for (Access access : List.of(two.first(), two.second())) {
            if (!accesses.contains(access)) {
              accesses.add(access);
            }
          }
        });
    accesses.sort(Comparator.comparingInt(Access::events));
    return accesses;
  }

  private void addAccess(Access access) {
    String text = (access.writes() ? "write " : "read ") + names.brief(access.object());
    String note =
        race.filter(two -> two.second().equals(access))
            .map(two -> "races with " + place(two.first()))
            .orElse("");
    positions.add(access.position());
    add(Trace.NONE, new Row(access.thread(), places.mark(access.position()), text, note));
  }

  private String place(Access access) {
    return names.thread(access.thread()) + ", " + places.phrase(access.position());
  }

  private void addFailure(Failure failure) {
    String known = names.failure(failure);
    String text = known.isEmpty() ? inGeneralWords(failure) : known;
    positions.add(failure.position());
    add(Trace.NONE, new Row(failure.thread(), places.mark(failure.position()), text, ""));
  }

  private String inGeneralWords(Failure failure) {
    String fails =
        switch (failure.kind()) {
          case ASSERTION, INVARIANT, EXCEPTION, EXHAUSTED -> "fails";
          case HANG -> "goes on without end";
          case CRASH -> "breaks off";
          case LEAK -> "is left behind";
        };
    String what =
        switch (failure.kind()) {
          case ASSERTION -> "assertion";
          case INVARIANT -> "invariant";
          case EXCEPTION, EXHAUSTED -> "operation";
          case HANG -> "thread";
          case CRASH -> "program";
          case LEAK -> "memory";
        };
    String source = names.text(failure.position());
    int message = source.indexOf('"');
    String statement = (message >= 0 ? source.substring(0, message) : source).strip();
    boolean isOne =
        !statement.isEmpty()
            && statement.length() <= LONGEST_SOURCE
            && statement.indexOf(';') < 0
            && statement.indexOf('{') < 0;
    return (isOne ? statement : what) + " " + fails;
  }

  private void add(int event, Row row) {
    rows.add(row);
    events.add(event);
  }

  private String written(int event) {
    String variable = names.brief(trace.object(event));
    return variable + " = " + words.value(event) + " of " + names.thread(trace.thread(event));
  }
}
