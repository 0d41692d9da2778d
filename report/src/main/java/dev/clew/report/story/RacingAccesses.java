package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.WatchedAccesses;
import java.util.Optional;

/**
 * The two accesses of a data race, as numbers of watched accesses.
 *
 * @param first the earlier one
 * @param second the later one, with which the race shows
 */
record RacingAccesses(int first, int second) {

  /** Finds the accesses in the execution that shows the race. */
  static Optional<RacingAccesses> of(Reenactment reenactment, Finding finding) {
    if (finding.plainLocation() < 0) {
      return Optional.empty();
    }
    int second = lastMatch(reenactment, finding, 1, reenactment.trace().watched().size());
    int first = second < 0 ? -1 : lastMatch(reenactment, finding, 0, second);
    return first < 0 ? Optional.empty() : Optional.of(new RacingAccesses(first, second));
  }

  private static int lastMatch(Reenactment reenactment, Finding finding, int which, int before) {
    WatchedAccesses watched = reenactment.trace().watched();
    int thread = reenactment.threadNamed(finding.threads().get(which));
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
}
