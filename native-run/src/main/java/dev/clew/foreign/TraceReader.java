package dev.clew.foreign;

import dev.clew.foreign.Layout.Region;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Race;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes what a program recorded in the shared file into a trace. */
final class TraceReader {
  private static final int EVENTS = Region.EVENTS.at();
  private static final int OPTIONS = Region.OPTIONS.at();
  private static final int ENABLED = Region.ENABLED.at();
  private static final int BLOCKED = Region.BLOCKED.at();
  private static final int RACES = Region.RACES.at();
  private static final int REVEALED = Region.REVEALED.at();
  private static final int FAILURES = Region.FAILURES.at();
  private static final int TURNS = Region.TURNS.at();
  private static final int DIVERGENCE = Region.OFFERS.at();

  private static final Failure.Kind[] KINDS = Failure.Kind.values();

  private static final Pattern POSITION = Pattern.compile("@(-?\\d+)@");

  private final SharedFile shared;
  private final Names names;
  private int optionsRead;
  private int enabledRead;
  private int pollPosition = -1;

  TraceReader(SharedFile shared, Names names) {
    this.shared = shared;
    this.names = names;
  }

  /** A new execution begins with the first events of the one before. */
  void begin(Trace trace, int common) {
    trace.restart(common);
    optionsRead = 0;
    enabledRead = 0;
  }

  /** Writes the first events of a trace to the shared file, which holds those of another one. */
  void writeBack(Trace trace, int count) {
    for (int i = 0; i < count; i++) {
      int row = EVENTS + i * Layout.EVENT_SIZE;
      shared.put(row, trace.thread(i));
      shared.put(row + 4, trace.kind(i));
      shared.put(row + 8, trace.object(i));
      shared.put(row + 12, trace.other(i));
      shared.put(row + 16, trace.modes(i));
      shared.put(row + 20, trace.label(i));
    }
  }

  /** Appends the events that were recorded since the last call. */
  void readEvents(Schedule schedule, Trace trace) {
    int count = shared.get(Layout.EVENTS);
    for (int i = trace.size(); i < count; i++) {
      int row = EVENTS + i * Layout.EVENT_SIZE;
      int options = shared.get(row + 44);
      for (int k = 0; k < options; k++) {
        trace.offerOption(shared.get(OPTIONS + Integer.BYTES * optionsRead++));
      }
      int enabled = shared.get(row + 48);
      for (int k = 0; k < enabled; k++) {
        trace.offerEnabled(shared.get(ENABLED + Integer.BYTES * enabledRead++));
      }
      trace.append(
          shared.get(row),
          OpKind.of(shared.get(row + 4)),
          shared.get(row + 8),
          shared.get(row + 12),
          shared.get(row + 16),
          shared.get(row + 20),
          shared.get(row + 24),
          shared.get(row + 28),
          shared.get(row + 32),
          shared.get(row + 36),
          shared.get(row + 40));
    }
    if (schedule.recordsDetails()) {
      readDetails(trace);
    }
  }

  private void readDetails(Trace trace) {
    for (int i = 0; i < trace.size(); i++) {
      int row = EVENTS + i * Layout.EVENT_SIZE;
      trace.addDetails(i, shared.get(row + 52), shared.get(row + 56));
    }
  }

  /** Where a thread looked at the clock until the end of time, -1 if that is not known. */
  int pollPosition() {
    return pollPosition;
  }

  /** Adds what the execution told besides its events. */
  void readResults(Trace trace) {
    for (int i = 0; i < shared.get(Layout.BLOCKED); i++) {
      int row = BLOCKED + i * Layout.BLOCKED_SIZE;
      if (shared.get(row + 4) == OpKind.YIELD.code()
          && shared.get(row + 12) == PendingOperations.FOR_TIME
          && pollPosition < 0) {
        pollPosition = shared.get(row + 24);
      }
      trace
          .pending()
          .add(
              shared.get(row),
              OpKind.of(shared.get(row + 4)),
              shared.get(row + 8),
              shared.get(row + 12),
              shared.get(row + 16),
              shared.get(row + 20),
              shared.get(row + 24));
    }
    for (int i = 0; i < shared.get(Layout.RACES); i++) {
      trace.addRace(race(RACES + i * Layout.RACE_SIZE));
    }
    for (int i = 0; i < shared.get(Layout.REVEALED); i++) {
      trace.reveal(shared.get(REVEALED + i * Integer.BYTES));
    }
    for (int i = 0; i < shared.get(Layout.FAILURES); i++) {
      int row = FAILURES + i * Layout.FAILURE_SIZE;
      trace.addFailure(
          new Failure(
              KINDS[shared.get(row)],
              shared.get(row + 4),
              shared.get(row + 8),
              shared.get(row + 12),
              words(shared.text(shared.get(row + 16)))));
    }
    int turns = shared.get(Layout.TURNS);
    for (int i = 0; i < turns; i++) {
      int row = TURNS + i * Layout.TURN_SIZE;
      trace.addTurn(shared.get(row), shared.get(row + 4));
    }
    if (shared.get(Layout.STARTS_AGAIN) != 0) {
      trace.startAgain();
    }
  }

  /** A text of the program, in which {@code @n@} stands for the place of position n. */
  private String words(String text) {
    return POSITION
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(place(Integer.parseInt(found.group(1)))));
  }

  private String place(int position) {
    String file = position < 0 ? "" : names.file(position);
    return file.isEmpty() ? "" : " at " + file + ":" + names.line(position);
  }

  private Race race(int row) {
    return new Race(
        shared.get(row),
        shared.get(row + 4),
        shared.get(row + 8) != 0,
        shared.get(row + 12),
        shared.get(row + 16),
        shared.get(row + 20) != 0,
        shared.get(row + 24),
        shared.get(row + 28),
        shared.get(row + 32));
  }

  /** How the program did not do again what it had done before. */
  ReplayDivergence divergence(Schedule schedule) {
    int step = shared.get(DIVERGENCE);
    if (shared.get(DIVERGENCE + 4) == 0) {
      return new ReplayDivergence(step, shared.text(0));
    }
    int row = EVENTS + step * Layout.EVENT_SIZE;
    return new ReplayDivergence(
        step,
        schedule.thread(step),
        OpKind.of(shared.get(row + 4)),
        shared.get(row + 8),
        shared.get(DIVERGENCE + 8),
        OpKind.of(shared.get(DIVERGENCE + 12)),
        shared.get(DIVERGENCE + 16));
  }
}
