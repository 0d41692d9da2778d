package dev.clew.explore.parallel;

import dev.clew.explore.Finding;
import dev.clew.explore.SavedFindings;
import dev.clew.trace.NumberExchange;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the workers found, each once, and the objects that must be visible because of it. */
final class Discoveries {
  private final boolean reportsRaces;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Integer> visible = new ArrayList<>();
  private boolean becameVisible;

  Discoveries(boolean reportsRaces) {
    this.reportsRaces = reportsRaces;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  List<Integer> visible() {
    return visible;
  }

  /** Takes in all that is found, and all that must be visible, when the search is over. */
  void replace(List<Finding> allFindings, List<Integer> allVisible) {
    findings.clear();
    findings.addAll(allFindings);
    visible.clear();
    visible.addAll(allVisible);
  }

  /**
   * Whether, since this was asked last, an object became visible that was not before, or the search
   * has to start again for another reason.
   */
  boolean takeBecameVisible() {
    boolean result = becameVisible;
    becameVisible = false;
    return result;
  }

  /**
   * Takes in what a worker tells; says whether there is a violation that does not only make
   * something visible.
   */
  boolean take(NumberExchange numbers, DataInput in) throws IOException {
    boolean isViolation = false;
    List<Finding> found = SavedFindings.read(in);
    List<Integer> accessed = SavedFindings.readInts(in);
    for (Finding theirs : found) {
      Finding finding = theirs.renumbered(numbers, accessed);
      int location = finding.plainLocation();
      boolean wanted = location < 0 || show(location) && reportsRaces;
      if (wanted && findings.stream().noneMatch(finding::isSameAs)) {
        findings.add(finding);
      }
      isViolation |= location < 0;
    }
    for (int theirs : SavedFindings.readInts(in)) {
      show(numbers.object(theirs));
    }
    becameVisible |= in.readBoolean();
    return isViolation;
  }

  /** Makes an object visible in the next search; says whether it was not before. */
  private boolean show(int object) {
    if (visible.contains(object)) {
      return false;
    }
    becameVisible = true;
    visible.add(object);
    return true;
  }
}
