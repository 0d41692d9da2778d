package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.While;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets about half of all random programs end while threads are left: some threads become daemons or
 * hooks, some end the program, some go round for ever.
 */
final class RandomEndings {
  private final Random random;
  private final IntSupplier nextLine;
  private final List<ThreadCode> threads;

  /** Who starts a thread, by its name. */
  private final Map<String, String> starters = new LinkedHashMap<>();

  private RandomEndings(Random random, List<ThreadCode> threads, IntSupplier nextLine) {
    this.random = random;
    this.nextLine = nextLine;
    this.threads = new ArrayList<>(threads);
    threads.forEach(thread -> addStarted(thread.name(), thread.body()));
  }

  /** The threads with other endings, or as they are. */
  static List<ThreadCode> of(List<ThreadCode> threads, Random random, IntSupplier nextLine) {
    if (random.nextBoolean()) {
      return threads;
    }
    RandomEndings endings = new RandomEndings(random, threads, nextLine);
    endings.change();
    return List.copyOf(endings.threads);
  }

  private void change() {
    boolean hasHooks = random.nextInt(4) == 0 && addHooks();
    if (random.nextInt(4) != 0) {
      addDaemons();
    }
    if (hasHooks) {
      keepStartersAwaited();
    }
    int exits = random.nextInt(3);
    for (int i = 0; i < exits; i++) {
      addExit(random.nextInt(threads.size()));
    }
    if (random.nextInt(6) == 0) {
      goRound(random.nextInt(threads.size()));
    }
  }

  private boolean addHooks() {
    boolean isAny = false;
    for (int i = 0; i < threads.size(); i++) {
      boolean isFree = !starters.containsKey(threads.get(i).name());
      if (isFree && random.nextInt(threads.size()) == 0) {
        threads.set(i, threads.get(i).as(Role.HOOK));
        isAny = true;
      }
    }
    return isAny;
  }

  private void addDaemons() {
    for (int i = 0; i < threads.size(); i++) {
      if (threads.get(i).role() == Role.THREAD && random.nextInt(5) < 3) {
        threads.set(i, threads.get(i).as(Role.DAEMON));
      }
    }
  }

  /** Where there are hooks, only threads that the program waits for can start such threads. */
  private void keepStartersAwaited() {
    for (int round = 0; round < threads.size(); round++) {
      for (int i = 0; i < threads.size(); i++) {
        String starter = starters.get(threads.get(i).name());
        boolean isAwaited =
            starter == null
                || threads.stream()
                    .anyMatch(t -> t.name().equals(starter) && t.role() == Role.THREAD);
        if (!isAwaited) {
          threads.set(i, threads.get(i).as(Role.DAEMON));
        }
      }
    }
  }

  private void addExit(int i) {
    List<Statement> body = new ArrayList<>(threads.get(i).body());
    boolean isLast = random.nextInt(3) != 0;
    int at = isLast ? body.size() : random.nextInt(body.size() + 1);
    Statement exit = exit();
    boolean isConditional = random.nextInt(4) == 0;
    body.add(
        at,
        isConditional
            ? new If(new Local("r"), List.of(exit), List.of(), new Position(line(), 1))
            : exit);
    threads.set(i, threads.get(i).withBody(List.copyOf(body)));
  }

  private Act exit() {
    Verb verb = random.nextInt(4) == 0 ? Verb.HALT : Verb.EXIT;
    @Nullable Expr status =
        switch (random.nextInt(6)) {
          case 0 -> new Constant(1 + random.nextInt(2));
          case 1 -> new Local("r");
          case 2 -> new Constant(0);
          default -> null;
        };
    return new Act(verb, null, null, status, false, new Position(line(), 1));
  }

  /**
   * Repeats what a daemon does, with a yield in each round; only what it closes it closes once, as
   * permits of a closed semaphore are counted.
   */
  private void goRound(int i) {
    ThreadCode thread = threads.get(i);
    if (thread.role() != Role.DAEMON) {
      return;
    }
    List<Statement> body = new ArrayList<>();
    List<Statement> round = new ArrayList<>();
    for (Statement statement : thread.body()) {
      boolean isClose = statement instanceof Act act && act.verb() == Verb.CLOSE;
      (isClose ? body : round).add(statement);
    }
    Act yield = new Act(Verb.YIELD, null, null, null, false, new Position(line(), 1));
    round.add(random.nextInt(round.size() + 1), yield);
    Statement loop = new While(new Constant(1), List.copyOf(round), new Position(line(), 1));
    body.add(loop);
    threads.set(i, thread.withBody(List.copyOf(body)));
  }

  private int line() {
    return nextLine.getAsInt();
  }

  private void addStarted(String starter, List<Statement> body) {
    for (Statement statement : body) {
      if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
        starters.put(act.object().name(), starter);
      } else if (statement instanceof If branch) {
        addStarted(starter, branch.then());
        addStarted(starter, branch.otherwise());
      } else if (statement instanceof While loop) {
        addStarted(starter, loop.body());
      } else if (statement instanceof Repeat loop) {
        addStarted(starter, loop.body());
      }
    }
  }
}
