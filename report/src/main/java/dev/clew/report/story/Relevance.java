package dev.clew.report.story;

import dev.clew.analyze.Rounds;
import dev.clew.explore.Finding;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decides which events of an execution matter to a finding: the rest is noise to its reader. */
final class Relevance {
  /** More than fit on a screen: then only what has to do with more than one thread is told. */
  private static final int MANY = 30;

  private final Reenactment reenactment;
  private final Trace trace;
  private final boolean[] matters;

  private Relevance(Reenactment reenactment) {
    this.reenactment = reenactment;
    this.trace = reenactment.trace();
    this.matters = new boolean[trace.size()];
  }

  /** The events that matter. */
  static boolean[] of(Reenactment reenactment, Finding finding) {
    Relevance relevance = new Relevance(reenactment);
    switch (finding.kind()) {
      case DEADLOCK, LIVELOCK -> {
        relevance.addBlocked(finding);
        if (finding.code().equals(Finding.ROUNDS)) {
          relevance.removeLastRound();
        }
      }
      case ASSERTION, EXCEPTION, CRASH, HANG, LEAK -> {
        if (finding.code().equals(Finding.INVARIANT)) {
          Arrays.fill(relevance.matters, true);
        } else {
          relevance.addCauses(finding.threads(), relevance.trace.size());
        }
      }
      case DATA_RACE -> relevance.addCausesOfRace(finding);
      case UNEXPLORED -> Arrays.fill(relevance.matters, true);
      case ENDLESS -> Arrays.fill(relevance.matters, true);
    }
    relevance.removeExpectedChoices();
    relevance.removeUnspoken();
    relevance.thinOut();
    return relevance.matters;
  }

  /** What anyone would expect does not help to understand. */
  private void removeExpectedChoices() {
    Names names = reenactment.program().names();
    for (int i = 0; i < trace.size(); i++) {
      boolean isChoice = OpKind.of(trace.kind(i)) == OpKind.CHOICE;
      matters[i] &= !isChoice || !names.chosen(trace.label(i)).isEmpty();
    }
  }

  /** What a library does by itself, for reasons of its own. */
  private void removeUnspoken() {
    EventWords words = new EventWords(trace, reenactment.names());
    for (int i = 0; i < trace.size(); i++) {
      matters[i] = matters[i] && !words.of(i).isEmpty();
    }
  }

  /** What the blocked threads did, and what others did to the objects they are blocked on. */
  private void addBlocked(Finding finding) {
    Set<Integer> threads = new HashSet<>(finding.threads());
    Set<Integer> objects = new HashSet<>();
    PendingOperations pending = trace.pending();
    for (int p = 0; p < pending.size(); p++) {
      if (threads.contains(pending.thread(p))) {
        boolean waits = isInWaitSet(pending, p);
        objects.add(waits ? pending.target(p) : pending.object(p));
      }
    }
    objects.remove(Trace.NONE);
    for (int i = 0; i < trace.size(); i++) {
      matters[i] =
          threads.contains(trace.thread(i))
              || threads.contains(trace.target(i))
              || objects.contains(trace.object(i))
              || objects.contains(trace.other(i));
    }
    for (int i = 0; i < trace.size(); i++) {
      if (threads.contains(trace.thread(i)) && looks(OpKind.of(trace.kind(i)))) {
        addWhatItFound(i);
      }
    }
  }

  /** Of two rounds that are the same one is enough. */
  private void removeLastRound() {
    Arrays.fill(matters, trace.size() - Rounds.length(trace), trace.size(), false);
  }

  private static boolean looks(OpKind kind) {
    return kind == OpKind.READ
        || kind == OpKind.READ_MODIFY_WRITE
        || kind == OpKind.COMPARE_AND_SET;
  }

  /** What another thread wrote last before an event looks at it. */
  private void addWhatItFound(int event) {
    int i = event - 1;
    while (i >= 0 && !LostUpdate.changes(trace, i, trace.object(event))) {
      i--;
    }
    if (i >= 0) {
      matters[i] = true;
    }
  }

  /** Whether a blocked thread is still in the wait set of a condition. */
  static boolean isInWaitSet(PendingOperations pending, int p) {
    return pending.kind(p) == OpKind.REACQUIRE.code() && pending.target(p) >= 0;
  }

  private void addCausesOfRace(Finding finding) {
    RacingAccesses.of(trace, finding)
        .ifPresent(
            race -> {
              addCauses(List.of(race.first().thread()), race.first().events());
              addCauses(List.of(race.second().thread()), race.second().events());
            });
  }

  /** What happens before the point that the threads have reached after the first events. */
  private void addCauses(List<Integer> threads, int events) {
    HappensBefore order = reenactment.orderOf(events);
    for (int thread : threads) {
      int last = order.nextPredecessor(thread);
      for (int i = 0; i <= last; i++) {
        matters[i] |= order.isBefore(i, last);
      }
    }
  }

  // --- long stories

  /**
   * Leaves out of a long story what other threads cannot notice: what happens before the first of
   * them starts, and what is done to objects that the threads do not share.
   */
  private void thinOut() {
    int count = 0;
    for (boolean each : matters) {
      count += each ? 1 : 0;
    }
    if (count <= MANY) {
      return;
    }
    SharedObjects shared = SharedObjects.of(trace);
    for (int i = 0; i < trace.size(); i++) {
      matters[i] &= shared.isTouchedBy(i);
    }
  }
}
