package dev.clew.testkit;

import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.parallel.Coordinator;
import dev.clew.explore.parallel.JointAudit;
import dev.clew.explore.parallel.Worker;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A search by several workers in one thread: a seed decides who does an execution, and which
 * message arrives, next. Whatever the seed, the outcome must be the same.
 */
public final class SimulatedCrew {
  private static final int LONGEST_PATIENCE = 30;
  private static final int HERE = 0;

  private final Random random;
  private final Coordinator coordinator;
  private final JointAudit audit;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Queue<byte[]>> toWorkers = new ArrayList<>();
  private final List<Queue<byte[]>> fromWorkers = new ArrayList<>();

  /** How often, of a hundred times, a message is left where it is. */
  private final int slowness;

  /** Whether the first worker works in the thread of the one who hands out the parts. */
  private boolean hasHere;

  /**
   * A search that has not begun.
   *
   * @param programs gives each worker a program of its own
   */
  public SimulatedCrew(
      Supplier<? extends Program> programs,
      SearchOptions options,
      Function<Program, List<Observer>> observers,
      int workerCount,
      long seed) {
    this.random = new Random(seed);
    this.slowness = random.nextInt(100);
    // at once, or when some branches of the shared nodes are explored already
    int patience = random.nextInt(LONGEST_PATIENCE) * random.nextInt(2);
    Program first = programs.get();
    this.coordinator = new Coordinator(first, options, workerCount);
    this.audit = new JointAudit(first, options, observers.apply(first), coordinator);
    for (int w = 0; w < workerCount; w++) {
      Queue<byte[]> to = new ArrayDeque<>();
      Queue<byte[]> from = new ArrayDeque<>();
      boolean isHere = w == 0 && random.nextBoolean();
      Program program = isHere ? first : programs.get();
      boolean hasOwnNumbers = program != first;
      if (isHere) {
        coordinator.addHere(to::add);
      } else {
        coordinator.add(hasOwnNumbers ? first.numberExchange() : NumberExchange.NEEDLESS, to::add);
      }
      Worker worker =
          new Worker(
              program,
              options,
              observers.apply(program),
              hasOwnNumbers ? program.numberExchange() : NumberExchange.NEEDLESS,
              isHere ? news -> coordinator.receive(HERE, news) : from::add);
      if (isHere) {
        worker.workIn(coordinator::tree);
        hasHere = true;
      }
      worker.shareAfter(patience);
      workers.add(worker);
      toWorkers.add(to);
      fromWorkers.add(from);
    }
  }

  /** Searches to the end. */
  public Outcome explore() {
    coordinator.start();
    tend();
    do {
      search();
    } while (!audit.confirm(() -> 0, () -> true));
    return coordinator.outcome(0);
  }

  private void search() {
    while (coordinator.end() == null) {
      int w = random.nextInt(workers.size());
      boolean isSlow = random.nextInt(100) < slowness;
      if (w == HERE && hasHere) {
        workHere();
        continue;
      }
      switch (random.nextInt(3)) {
        case 0 -> {
          byte[] message = isSlow ? null : toWorkers.get(w).poll();
          if (message != null) {
            workers.get(w).receive(message);
          }
        }
        case 1 -> {
          byte[] message = isSlow ? null : fromWorkers.get(w).poll();
          if (message != null) {
            coordinator.receive(w, message);
            tend();
          }
        }
        default -> {
          if (workers.get(w).canStep()) {
            workers.get(w).step();
          }
        }
      }
    }
  }

  /** As a process does that hands out parts and explores some itself. */
  private void workHere() {
    if (workers.get(HERE).canStep()) {
      workers.get(HERE).step();
    }
    tend();
  }

  /** The worker here has the tree, so it hears of everything before the tree can be another one. */
  private void tend() {
    coordinator.tend();
    Queue<byte[]> orders = toWorkers.get(HERE);
    while (hasHere && !orders.isEmpty()) {
      workers.get(HERE).receive(orders.remove());
    }
  }
}
