package dev.clew.explore.parallel;

import dev.clew.explore.EndlessPaths;
import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.explore.SavedFindings;
import dev.clew.explore.SearchOptions;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The attempts that a search by several workers takes if executions do not end: after the first one
 * that is cut short it begins again with few steps for each, and then with more, as a search by one
 * alone does.
 */
final class Attempts {
  private final EndlessPaths endless;
  private final List<Member> members;

  /** What was done in attempts that are over. */
  private final Counts earlier = new Counts();

  private boolean isToSearchNearer;

  Attempts(SearchOptions options, List<Member> members) {
    this.endless = new EndlessPaths(options);
    this.members = members;
  }

  /** Writes how many steps an execution may have now, and whether these are few. */
  void writeLimit(DataOutput out) throws IOException {
    out.writeInt(endless.limit());
    out.writeBoolean(endless.isShort());
  }

  /** Whether an execution without end was met. */
  boolean areEndless() {
    return endless.isAny();
  }

  /** Takes in what a worker tells that was cut short; false if the search is over because of it. */
  boolean hear(Member member, DataInput in) throws IOException {
    List<Finding> path = SavedFindings.read(in);
    List<Integer> accessed = SavedFindings.readInts(in);
    if (!isToSearchNearer) { // two workers may come to one at once
      isToSearchNearer =
          !path.isEmpty() && endless.add(path.get(0).renumbered(member.numbers, accessed));
    }
    return isToSearchNearer;
  }

  /**
   * Whether the next attempt is to begin.
   *
   * @param isDone whether nothing is left of this one
   */
  boolean isNextDue(boolean isDone) {
    if (isToSearchNearer) {
      return true;
    }
    if (!isDone || !endless.isShort()) {
      return false;
    }
    if (ofMembers().cut > 0) {
      endless.noteCut();
    }
    return endless.deepen();
  }

  /** Whether they have taken as long as they may. */
  boolean areOver() {
    return endless.isShort() && endless.isOver(ofMembers().transitions);
  }

  /** The next attempt begins. */
  void beginNext() {
    isToSearchNearer = false;
    Counts done = ofMembers();
    endless.count(done.transitions);
    earlier.add(done);
    members.forEach(member -> member.counts.clear());
  }

  /** The search begins anew: what was done so far does not count. */
  void clear() {
    isToSearchNearer = false;
    earlier.clear();
    members.forEach(member -> member.counts.clear());
  }

  /** What was done in all of them. */
  Counts counts() {
    Counts all = ofMembers();
    all.add(earlier);
    return all;
  }

  private Counts ofMembers() {
    Counts all = new Counts();
    members.forEach(member -> all.add(member.counts));
    return all;
  }

  Outcome.Endless outcome(String cutShort) {
    return endless.outcome(cutShort);
  }
}
