package dev.clew.explore.reduction;

import dev.clew.trace.HappensBefore;
import dev.clew.trace.Program;
import dev.clew.trace.Renumbering;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans the reversals that belong to shared nodes: takes in an execution of a worker and evaluates
 * those of its races whose reversal begins at such a node.
 */
final class Escapes {
  /** A walk down the tree from a depth, and where it ended. */
  private record Walk(int depth, int end) {}

  private final Trace trace = new Trace();
  private final WakeupTrees trees;
  private final HappensBefore order;
  private final Races races;
  private final Reversal reversal;
  private final Runnable evaluation = this::evaluate;
  private final List<Walk> walks = new ArrayList<>();
  private SharedNode[] path = new SharedNode[0];

  Escapes(Program program, SleepStack sleep, WakeupTrees trees) {
    this.trees = trees;
    this.order = new HappensBefore(trace, program.threadCount(), program.objectCount());
    this.races = new Races(program, trace, order);
    this.reversal = new Reversal(trace, order, sleep, trees);
  }

  void setShallow(boolean shallow) {
    reversal.setShallow(shallow);
  }

  /**
   * Plans what an execution of a part shows at the nodes above the part; the last of the path is
   * the part itself.
   */
  void plan(
      DataInput in, Renumbering numbers, SharedNode[] newPath, SharedPart part, DataOutput answer)
      throws IOException {
    races.truncate(0);
    order.truncate(0);
    TraceColumns.read(trace, in, numbers);
    path = newPath;
    walks.clear();
    for (int i = 0; i < trace.size(); i++) {
      order.append();
      races.append(true);
    }
    for (int r = 0; r < races.size(); r++) {
      if (races.describe(r, reversal.operation(), reversal.removal())) {
        evaluate();
      }
    }
    races.forEachPending(reversal.operation(), reversal.removal(), evaluation);
    for (Walk walk : walks) {
      part.tellWalk(trees, walk.depth, path[walk.depth].top, walk.end, answer);
    }
    answer.writeInt(-1);
  }

  /** The nodes below which something may have been planned. */
  List<Integer> ends() {
    return walks.stream().map(Walk::end).distinct().toList();
  }

  private void evaluate() {
    int depth = reversal.removal().first();
    if (depth < path.length - 1) {
      reversal.useTop(path[depth].top, end -> walks.add(new Walk(depth, end)));
      reversal.evaluate();
    }
  }
}
