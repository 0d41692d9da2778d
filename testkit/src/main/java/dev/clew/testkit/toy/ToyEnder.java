package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.While;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The thread that ends a program with hooks once all its threads have ended, daemons apart: it
 * joins each, and then does what an exit does.
 *
 * <p>A thread that another one starts is joined after that one, so that it is known by then whether
 * it was started.
 */
final class ToyEnder {
  /** The name of this thread in messages; no thread can be called so, as it is no name. */
  static final String NAME = "(end)";

  private ToyEnder() {}

  /** Whom it joins, in this order; threads that start each other in a circle never run. */
  static List<ThreadCode> joined(List<ThreadCode> threads) {
    Map<String, String> starters = new LinkedHashMap<>();
    for (ThreadCode thread : threads) {
      addStarted(thread.name(), thread.body(), starters);
    }
    List<ThreadCode> joined = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    boolean grew = true;
    while (grew) {
      grew = false;
      for (ThreadCode thread : threads) {
        String starter = starters.get(thread.name());
        boolean isDue = starter == null || names.contains(starter);
        if (thread.role() == Role.THREAD && isDue && names.add(thread.name())) {
          joined.add(thread);
          grew = true;
        }
      }
    }
    return joined;
  }

  private static void addStarted(
      String starter, List<Statement> body, Map<String, String> starters) {
    for (Statement statement : body) {
      if (statement instanceof Act act && act.verb() == Verb.START) {
        Ref target = act.object();
        if (target != null) {
          starters.put(target.name(), starter);
        }
      } else if (statement instanceof If branch) {
        addStarted(starter, branch.then(), starters);
        addStarted(starter, branch.otherwise(), starters);
      } else if (statement instanceof While loop) {
        addStarted(starter, loop.body(), starters);
      } else if (statement instanceof Repeat loop) {
        addStarted(starter, loop.body(), starters);
      }
    }
  }
}
