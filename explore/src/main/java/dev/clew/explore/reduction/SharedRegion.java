package dev.clew.explore.reduction;

import java.util.ArrayList;
import java.util.List;

/** What several explore below the node at which a part began. */
final class SharedRegion {
  /** Where it begins. */
  final SharedNode start;

  /** The nodes from which several explore what is in it, the start among them. */
  final List<SharedNode> nodes = new ArrayList<>();

  /** The parts in it, and regions below it, that are not explored. */
  int unfinished;

  /** The nodes in it that have plans. */
  int planned;

  SharedRegion(SharedNode start) {
    this.start = start;
  }
}
