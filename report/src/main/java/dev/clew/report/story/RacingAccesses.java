package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.Race;
import dev.clew.trace.Trace;
import dev.clew.trace.WatchedAccesses;
import java.util.Optional;

/**
 * The two accesses of a data race.
 *
 * @param first the earlier one
 * @param second the later one, with which the race shows
 */
record RacingAccesses(Access first, Access second) {

  /** Finds the accesses in the execution that shows the race. */
  static Optional<RacingAccesses> of(Trace trace, Finding finding) {
    if (finding.plainLocation() < 0) {
      return Optional.empty();
    }
    WatchedAccesses watched = trace.watched();
    int second = lastMatch(watched, finding, 1, watched.size());
    int first = second < 0 ? -1 : lastMatch(watched, finding, 0, second);
    return first < 0
        ? noticed(trace, finding)
        : Optional.of(
            new RacingAccesses(Access.watched(watched, first), Access.watched(watched, second)));
  }

  private static int lastMatch(WatchedAccesses watched, Finding finding, int which, int before) {
    int thread = finding.threads().get(which);
    int position = finding.positions().get(which);
    int match = before - 1;
    while (match >= 0
        && !(watched.thread(match) == thread
            && watched.object(match) == finding.plainLocation()
            && watched.position(match) == position)) {
      match--;
    }
    return match;
  }

  /** The accesses of a race that the front end noticed itself. */
  private static Optional<RacingAccesses> noticed(Trace trace, Finding finding) {
    for (Race race : trace.races()) {
      if (race.location() == finding.plainLocation()
          && race.events() == finding.steps().steps().size()) {
        return Optional.of(
            new RacingAccesses(
                new Access(
                    race.firstThread(),
                    race.location(),
                    race.firstWrites(),
                    race.firstPosition(),
                    eventsBeforeFirst(trace, race),
                    Access.NOT_WATCHED),
                new Access(
                    race.secondThread(),
                    race.location(),
                    race.secondWrites(),
                    race.secondPosition(),
                    race.events(),
                    Access.NOT_WATCHED)));
      }
    }
    return Optional.empty();
  }

  /** Where the earlier access happened; as late as possible if that is not known. */
  private static int eventsBeforeFirst(Trace trace, Race race) {
    int events = race.firstEvents() >= 0 ? race.firstEvents() : race.events();
    while (race.firstEvents() < 0 && events > 0 && trace.thread(events - 1) != race.firstThread()) {
      events--;
    }
    return events;
  }
}
