package dev.clew.explore.parallel;

import dev.clew.explore.Limits;
import dev.clew.explore.Observer;
import dev.clew.explore.Outcome;
import dev.clew.explore.Pace;
import dev.clew.explore.Progress;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.ExecutionCutOff;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import java.io.DataOutput;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A search by this process, which hands out the parts and explores some itself, and by others.
 *
 * <p>Everything but reading the messages of the others happens in one thread: between two
 * executions of its own it answers them.
 */
public final class ParallelExploration implements Progress {
  private static final int SELF = 0;
  private static final long PATIENCE = 10;

  /** Parts that take less time than this stay in this process. */
  private static final long NANOS_OF_SMALL_PARTS = 1_000_000;

  /** A signal to end reaches all processes, and some end at once. */
  private static final long MILLIS_TO_HEAR_A_SIGNAL = 200;

  private final Coordinator coordinator;
  private final JointAudit audit;
  private final Worker self;
  private final Inbox inbox;
  private final Pace pace;
  private final Limits limits;
  private final Queue<byte[]> toSelf = new ArrayDeque<>();

  /** Whether the worker of this process has told something since all were tended to. */
  private boolean isToTend;

  private long rounds;

  /**
   * A search that has not begun.
   *
   * @param others take the messages for the other workers
   * @param inbox holds what these tell; they are numbered from 1
   */
  public ParallelExploration(
      Program program,
      SearchOptions options,
      List<Observer> observers,
      Pace pace,
      List<Consumer<byte[]>> others,
      Inbox inbox) {
    this.pace = pace;
    this.inbox = inbox;
    this.limits = new Limits(options);
    this.coordinator = new Coordinator(program, options, 1 + others.size());
    this.self = new Worker(program, options, observers, NumberExchange.NEEDLESS, this::hearSelf);
    this.audit = new JointAudit(program, options, observers, coordinator);
    self.workIn(coordinator::tree);
    coordinator.keepSmallParts(NANOS_OF_SMALL_PARTS);
    coordinator.addHere(toSelf::add);
    for (Consumer<byte[]> mail : others) {
      coordinator.add(program.numberExchange(), mail);
    }
  }

  /** Begins only when every worker is there; else the first one begins alone. */
  public void awaitAll() {
    coordinator.awaitAll();
  }

  /**
   * Searches to the end; to be called once.
   *
   * @throws WorkerLost if another worker is gone
   * @throws ToolDefect if another worker failed
   * @throws OutOfMemoryError if another worker has no memory left
   */
  public Outcome explore() throws InterruptedException {
    coordinator.start();
    coordinator.tend();
    do {
      search();
    } while (!confirm());
    return coordinator.outcome(limits.seconds());
  }

  private boolean confirm() {
    try {
      return audit.confirm(
          limits::seconds, () -> !limits.isTimeToLook(++rounds) || pace.goOn(this));
    } catch (ExecutionCutOff e) {
      return true; // as if there had been no time for it
    }
  }

  private void search() throws InterruptedException {
    while (coordinator.end() == null) {
      for (byte[] order = toSelf.poll(); order != null; order = toSelf.poll()) {
        self.receive(order);
      }
      if (self.canStep()) {
        step();
      } else if (!isToTend) {
        inbox.await(PATIENCE);
      }
      if (inbox.isFilled() || isToTend || coordinator.isToTend()) {
        readAll();
        isToTend = false;
        coordinator.tend();
      }
      if (limits.isTimeToLook(++rounds)) {
        look();
      }
    }
  }

  private void step() {
    try {
      self.step();
    } catch (ExecutionCutOff e) {
      Outcome.End over = limits.timeIsOver();
      coordinator.stop(over == null ? Outcome.End.STOPPED : over);
    }
  }

  private void hearSelf(byte[] news) {
    coordinator.receive(SELF, news);
    isToTend = true;
  }

  private void readAll() throws InterruptedException {
    while (inbox.isFilled() && coordinator.end() == null) {
      Inbox.@Nullable Item item = inbox.poll();
      if (item != null) {
        byte[] message = item.message();
        if (message == null) {
          lose(item.sender(), item.why());
        } else {
          coordinator.receive(item.sender(), message);
        }
      }
    }
  }

  private void lose(int worker, String why) throws InterruptedException {
    Thread.sleep(MILLIS_TO_HEAR_A_SIGNAL);
    look();
    if (coordinator.end() == null) {
      throw new WorkerLost(worker, why);
    }
  }

  private void look() {
    coordinator.ask();
    Outcome.End over = limits.timeIsOver();
    if (!pace.goOn(this) && over == null) {
      over = Outcome.End.STOPPED;
    }
    if (over != null) {
      coordinator.stop(over);
    }
  }

  @Override
  public long executions() {
    return coordinator.executions();
  }

  @Override
  public double explored() {
    return coordinator.explored();
  }

  @Override
  public boolean isEndless() {
    return coordinator.isEndless();
  }

  @Override
  public double seconds() {
    return limits.seconds();
  }

  @Override
  public void save(DataOutput out) {
    throw new UnsupportedOperationException("a search by several workers is not saved");
  }
}
