package dev.clew.explore.parallel;

import dev.clew.explore.EndlessPaths;
import dev.clew.explore.Finding;
import dev.clew.explore.Observer;
import dev.clew.explore.SavedFindings;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.audit.ExecutedClasses;
import dev.clew.explore.audit.SearchedClasses;
import dev.clew.explore.reduction.OptimalStrategy;
import dev.clew.explore.reduction.SharedTree;
import dev.clew.explore.reduction.TraceColumns;
import dev.clew.trace.Ending;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Revealed;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Explores parts of a search, one after the other, with a program of its own.
 *
 * <p>Its owner hands it the messages that came, between two executions, and has it do one step at a
 * time. It never waits.
 */
public final class Worker {
  /** So many executions are told before it waits for answers, without which it tells the same. */
  private static final int MOST_UNANSWERED = 2;

  private final Program program;
  private final SearchOptions options;
  private final Observer[] observers;
  private final NumberExchange numbers;
  private final Consumer<byte[]> mail;

  /** The tree in which the parts are, if this worker has it. */
  private @Nullable Supplier<SharedTree> shared;

  private final Trace trace = new Trace();
  private final Schedule schedule = new Schedule();
  private final Counts counts = new Counts();

  /** Those of the search since its last start. */
  private SearchedClasses classes;

  private final List<Integer> visible = new ArrayList<>();
  private final List<Finding> found = new ArrayList<>();
  private final List<Integer> revealed = new ArrayList<>();
  private final Consumer<Finding> sink = this::report;

  /** The parts to explore after this one. */
  private final Queue<DataInput> waiting = new ArrayDeque<>();

  /** The number of the search: messages about an earlier one mean nothing any more. */
  private int search;

  private int part;
  private @Nullable OptimalStrategy strategy;
  private boolean isToShare;

  private final TimeToShare timeToShare = new TimeToShare();

  /** Whether what it found ends the search, as far as it can tell: it waits for the next one. */
  private boolean isHalted;

  private long allowance;

  /** Whether executions have fewer steps than they may, as there are some without end. */
  private boolean isShort;

  /** How many executions were told that were not answered yet. */
  private int unanswered;

  /**
   * A worker without work.
   *
   * @param numbers the exchange with the one who hands out the parts
   * @param mail takes what the worker tells
   */
  public Worker(
      Program program,
      SearchOptions options,
      List<Observer> observers,
      NumberExchange numbers,
      Consumer<byte[]> mail) {
    this.program = program;
    this.options = options;
    this.observers = observers.toArray(new Observer[0]);
    this.numbers = numbers;
    this.mail = mail;
    this.classes = noClasses();
    schedule.setStepLimit(options.budget().steps());
  }

  /** What numbers mean may change when a search starts again, if objects became one. */
  private SearchedClasses noClasses() {
    return new SearchedClasses(program.meanings(), new ExecutedClasses());
  }

  /**
   * Has it plan itself what begins above its parts, in a tree that it has. What it tells must then
   * be taken in at once.
   */
  public void workIn(Supplier<SharedTree> tree) {
    shared = tree;
  }

  /** Gives plans away after so many executions of a part, however long they take: for tests. */
  public void shareAfter(long executions) {
    timeToShare.setExecutions(executions);
  }

  // --- what it is told

  /** Takes in a message. */
  public void receive(byte[] message) {
    Letter.reading(() -> obey(new DataInputStream(new ByteArrayInputStream(message))));
  }

  private void obey(DataInput in) throws IOException {
    Order order = Order.values()[in.readByte()];
    numbers.hear(in);
    int about = in.readInt();
    switch (order) {
      case RESTART -> restart(about, in);
      case EXPLORE -> {
        waiting.add(in);
        if (strategy == null && !isHalted) {
          begin();
        }
      }
      case GRANT -> {
        long portion = in.readLong();
        allowance = portion == Long.MAX_VALUE ? portion : allowance + portion;
      }
      case REPORT -> tell(News.COUNTED, out -> {});
      case CLASSES -> {
        if (about == search) {
          tell(News.CLASSES, classes.executed()::save);
        }
      }
      case SHARE -> {
        if (about == search && strategy != null) {
          isToShare = true;
          shareIfPossible(strategy);
        }
      }
      case CLAIMS -> {
        if (about == search) {
          takeClaims(in);
        }
      }
    }
  }

  private void takeClaims(DataInput in) throws IOException {
    unanswered--;
    int aboutPart = in.readInt();
    if (strategy != null && aboutPart == part) {
      strategy.readClaims(in, numbers);
    }
  }

  private void restart(int newSearch, DataInput in) throws IOException {
    search = newSearch;
    strategy = null;
    isHalted = false;
    isToShare = false;
    waiting.clear();
    allowance = 0;
    unanswered = 0;
    counts.clear();
    classes = noClasses();
    schedule.setStepLimit(in.readInt());
    isShort = in.readBoolean();
    for (int theirs : SavedFindings.readInts(in)) {
      int object = numbers.object(theirs);
      if (!visible.contains(object)) {
        visible.add(object);
        program.makeVisible(object);
      }
    }
    tell(News.COUNTED, out -> {});
  }

  /** Begins the part that has waited for the longest time. */
  private void begin() throws IOException {
    DataInput in = waiting.remove();
    part = in.readInt();
    int cap = options.strategy() == StrategyKind.SOURCE ? 0 : options.planCap();
    trace.restart(0);
    OptimalStrategy begun = new OptimalStrategy(program, trace, cap, options.preemptions());
    begun.restrict(in, numbers);
    if (shared != null) {
      begun.planAbove(shared.get(), part);
    }
    isToShare = false;
    timeToShare.begin(counts.executions);
    strategy = begun;
    if (allowance == 0) {
      tell(News.STALLED, out -> {});
    }
  }

  /** Says that it cannot go on because of a defect. */
  public void fail(Throwable defect) {
    halt();
    if (defect instanceof OutOfMemoryError) {
      tell(News.OUT_OF_MEMORY, out -> {});
    } else {
      tell(News.FAILED, out -> SavedFindings.writeText(out, defect.toString()));
    }
  }

  /** Says that the program cannot be explored. */
  public void refuse(String why) {
    tell(News.REFUSED, out -> SavedFindings.writeText(out, why));
  }

  // --- what it does

  /** Whether there is something to do. */
  public boolean canStep() {
    return strategy != null && allowance > 0 && unanswered < MOST_UNANSWERED;
  }

  /** Does one execution, or finds that the part is explored. */
  public void step() {
    OptimalStrategy exploring = strategy;
    if (exploring == null) {
      return;
    }
    try {
      if (exploring.next(schedule)) {
        program.run(schedule, trace);
        allowance--;
        observe(exploring);
      } else {
        finish();
      }
    } catch (ReplayDivergence e) {
      halt();
      tell(
          News.DIVERGED,
          out -> {
            out.writeInt(e.step());
            SavedFindings.writeText(out, e.what(program.names()));
          });
    }
  }

  private void observe(OptimalStrategy exploring) {
    counts.executions++;
    counts.transitions += trace.size();
    if (options.audit().isWanted()) {
      classes.note(schedule, trace);
    }
    Ending ending = trace.ending();
    if (ending == Ending.SLEEP_BLOCKED) {
      counts.blocked++;
    } else {
      counts.deadlocks += ending == Ending.DEADLOCK ? 1 : 0;
      for (Observer observer : observers) {
        observer.observe(trace, sink);
      }
    }
    if (tellFound()) {
      halt();
    } else if (ending == Ending.STEP_LIMIT && (!isShort || isBrokenOff())) {
      tellEndless();
      halt();
    } else {
      counts.cut += ending == Ending.STEP_LIMIT ? 1 : 0;
      learn(exploring);
    }
  }

  /** Whether the execution ended for want of an answer, such as a hang. */
  private boolean isBrokenOff() {
    return trace.size() < schedule.stepLimit() && !trace.failures().isEmpty();
  }

  private void tellEndless() {
    List<Finding> path = isBrokenOff() ? List.of() : List.of(EndlessPaths.path(trace, visible));
    tell(
        News.STEP_LIMIT,
        out -> {
          SavedFindings.write(out, path);
          SavedFindings.writeInts(out, accessed());
        });
  }

  private void learn(OptimalStrategy exploring) {
    exploring.learn(schedule);
    if (exploring.takeEscaped()) {
      unanswered++;
      tell(News.ESCAPED, out -> TraceColumns.write(trace, out));
    }
    if (isToShare) {
      shareIfPossible(exploring);
    }
    if (allowance == 0) {
      if (exploring.hasNext()) {
        tell(News.STALLED, out -> {});
      } else {
        finish();
      }
    }
  }

  private void halt() {
    strategy = null;
    isHalted = true;
  }

  private void finish() {
    long unused = waiting.isEmpty() ? allowance : 0;
    long nanos = timeToShare.nanos();
    tell(
        News.FINISHED,
        out -> {
          out.writeLong(unused);
          out.writeLong(nanos);
        });
    allowance -= unused;
    strategy = null;
    if (!waiting.isEmpty()) {
      Letter.reading(this::begin);
    }
  }

  private void shareIfPossible(OptimalStrategy exploring) {
    if (timeToShare.hasCome(counts.executions) && exploring.canShare()) {
      isToShare = false;
      long nanos = timeToShare.nanos();
      timeToShare.begin(counts.executions);
      tell(
          News.SHARED,
          out -> {
            out.writeLong(nanos);
            exploring.share(out);
          });
      if (shared != null) {
        exploring.planAbove(shared.get(), part);
      }
    }
  }

  private void report(Finding finding) {
    found.add(finding.withVisible(visible));
  }

  /** Tells what the execution showed, if anything; says whether that ends the search. */
  private boolean tellFound() {
    boolean ends = false;
    Revealed hidden = trace.revealed();
    boolean isAgain = hidden.isAgain();
    ends |= isAgain;
    for (int i = 0; i < hidden.size(); i++) {
      if (!visible.contains(hidden.object(i))) {
        revealed.add(hidden.object(i));
        ends = true;
      }
    }
    if (found.isEmpty() && !ends) {
      return false;
    }
    if (ends || found.stream().anyMatch(this::isNewRace)) {
      found.removeIf(finding -> finding.plainLocation() < 0); // as in a search by one alone
    }
    for (Finding finding : found) {
      int location = finding.plainLocation();
      ends |= location >= 0 ? !visible.contains(location) : !options.keepGoing();
    }
    tell(
        News.FOUND,
        out -> {
          SavedFindings.write(out, found);
          SavedFindings.writeInts(out, accessed());
          SavedFindings.writeInts(out, revealed);
          out.writeBoolean(isAgain);
        });
    found.clear();
    revealed.clear();
    return ends;
  }

  private boolean isNewRace(Finding finding) {
    return finding.plainLocation() >= 0 && !visible.contains(finding.plainLocation());
  }

  /** What the events of the execution access first. */
  private List<Integer> accessed() {
    List<Integer> objects = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      objects.add(trace.object(i));
    }
    return objects;
  }

  /** Sends a message: what it is about, how far the worker is, and more. */
  private void tell(News news, Letter.Text text) {
    OptimalStrategy exploring = strategy;
    mail.accept(
        Letter.of(
            out -> {
              out.writeByte(news.ordinal());
              numbers.tell(out);
              out.writeInt(search);
              counts.write(out);
              out.writeInt(exploring == null ? -1 : part);
              out.writeDouble(exploring == null ? 1 : exploring.explored());
              out.writeBoolean(exploring == null || exploring.isOptimal());
              text.write(out);
            }));
  }
}
