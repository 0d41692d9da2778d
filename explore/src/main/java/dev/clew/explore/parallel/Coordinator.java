package dev.clew.explore.parallel;

import dev.clew.explore.Audit;
import dev.clew.explore.Finding;
import dev.clew.explore.Outcome;
import dev.clew.explore.SavedFindings;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.explore.audit.ExecutedClasses;
import dev.clew.explore.bounded.Coverage;
import dev.clew.explore.reduction.SharedTree;
import dev.clew.explore.strategy.ToolDefect;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the parts of a search to workers, and puts together what they find.
 *
 * <p>It executes nothing, and never waits: its owner hands it the messages of the workers and calls
 * {@link #tend} after that.
 */
public final class Coordinator {
  private static final int MOST_IN_ADVANCE = 16;

  /** The shortest time between two questions to the workers. */
  private static final long NANOS_BETWEEN_QUESTIONS = 100_000_000;

  /** So many questions a worker may leave without an answer: it is busy with one execution. */
  private static final int MOST_QUESTIONS = 6000;

  private final Program program;
  private final SearchOptions options;
  private final List<Member> members = new ArrayList<>();
  private final Discoveries discoveries;
  private final Allowance allowance;
  private final PartSizes sizes = new PartSizes();
  private final Attempts attempts;

  /** What all workers executed, once they have told it. */
  private final ExecutedClasses executed = new ExecutedClasses();

  private SharedTree tree;
  private int search;
  private long warmup;
  private long askedAt = System.nanoTime();
  private boolean awaitsAll;
  private boolean isOptimal = true;

  /** Whether nothing is left to explore. */
  private boolean isDone;

  private boolean isToBeConfirmed;
  private Outcome.Audit audit = Outcome.Audit.NONE;
  private Outcome.@Nullable End end;

  /** A search that has not begun, by so many workers. */
  public Coordinator(Program program, SearchOptions options, int workers) {
    this.program = program;
    this.options = options;
    this.allowance = new Allowance(options.budget().executions(), workers);
    this.discoveries = new Discoveries(options.reportRaces());
    this.attempts = new Attempts(options, members);
    this.tree = newTree();
  }

  private SharedTree newTree() {
    int cap = options.strategy() == StrategyKind.SOURCE ? 0 : options.planCap();
    return new SharedTree(program, cap);
  }

  /** Adds a worker, which is told what to do in messages. */
  public void add(NumberExchange numbers, Consumer<byte[]> mail) {
    members.add(new Member(numbers, false, mail));
  }

  /**
   * Adds a worker that works in the thread of this one: it has the {@linkplain #tree tree}. What it
   * is told is to be handed to it before it does something, and what it tells to be handed over
   * here after that.
   */
  public void addHere(Consumer<byte[]> mail) {
    members.add(new Member(NumberExchange.NEEDLESS, true, mail));
  }

  /** Parts that take less time on average are explored here, as telling them would take longer. */
  public void keepSmallParts(long nanos) {
    sizes.setSmall(nanos);
  }

  /**
   * Hands out nothing until every worker is there, so that all take part however small the search.
   */
  public void awaitAll() {
    awaitsAll = true;
  }

  /** Begins the search; all workers were added. */
  public void start() {
    for (Member member : members) {
      member.restart();
      member.tell(
          Order.RESTART,
          search,
          out -> {
            attempts.writeLimit(out);
            SavedFindings.writeInts(out, discoveries.visible());
          });
    }
  }

  // --- what workers tell

  /** Takes in a message of a worker; they are numbered in the order in which they were added. */
  public void receive(int worker, byte[] message) {
    Letter.reading(
        () -> hear(members.get(worker), new DataInputStream(new ByteArrayInputStream(message))));
  }

  private void hear(Member member, DataInput in) throws IOException {
    News news = News.values()[in.readByte()];
    member.numbers.hear(in);
    member.isReady = true;
    member.questions = 0;
    boolean isCurrent = in.readInt() == search;
    Counts counts = new Counts();
    counts.read(in);
    int part = in.readInt();
    double explored = in.readDouble();
    boolean isStillOptimal = in.readBoolean();
    if (isCurrent) {
      member.counts.clear();
      member.counts.add(counts);
      isOptimal &= isStillOptimal;
      if (member.has(part)) {
        tree.note(part, explored);
      }
    }
    switch (news) {
      case FOUND -> {
        if (discoveries.take(member.numbers, in) && !options.keepGoing()) {
          end(Outcome.End.VIOLATION);
        }
      }
      case DIVERGED -> throw new ReplayDivergence(in.readInt(), SavedFindings.readText(in));
      case REFUSED -> throw new ProgramRefused(SavedFindings.readText(in));
      case OUT_OF_MEMORY -> throw new OutOfMemoryError("of another process of the search");
      case FAILED -> throw new ToolDefect("a worker failed: " + SavedFindings.readText(in));
      default -> {
        if (isCurrent) {
          hear(member, news, part, !isStillOptimal, in);
        }
      }
    }
  }

  private void hear(Member member, News news, int part, boolean isShallow, DataInput in)
      throws IOException {
    switch (news) {
      case FINISHED -> {
        tree.finish(part);
        allowance.giveBack(in.readLong());
        sizes.add(in.readLong());
        member.finish(part);
      }
      case SHARED -> {
        sizes.add(in.readLong());
        tree.share(part, isShallow, in, member.numbers);
        member.isAsked = false;
      }
      case ESCAPED -> {
        byte[] claims = Letter.of(out -> tree.plan(part, isShallow, in, member.numbers, out));
        member.tell(
            Order.CLAIMS,
            search,
            out -> {
              out.writeInt(part);
              out.write(claims);
            });
      }
      case STALLED -> member.isStalled = true;
      case CLASSES -> {
        executed.restore(in);
        member.hasToldClasses = true;
      }
      case STEP_LIMIT -> {
        if (!attempts.hear(member, in)) {
          end(Outcome.End.STEP_LIMIT);
        }
      }
      case COUNTED, FOUND, DIVERGED, REFUSED, OUT_OF_MEMORY, FAILED -> {}
    }
  }

  private void end(Outcome.End newEnd) {
    if (end == null) {
      end = newEnd;
    }
  }

  // --- what workers are told

  /** What is shared, for a worker that works here; another one after each start of the search. */
  public SharedTree tree() {
    return tree;
  }

  /** Whether a worker that works here planned something for others. */
  public boolean isToTend() {
    return tree.takeNewPlans();
  }

  /** Has idle workers do something, if there is something to do. */
  public void tend() {
    if (end != null || awaitsAll && members.stream().anyMatch(member -> !member.isReady)) {
      return;
    }
    if (discoveries.takeBecameVisible()) {
      startAgain();
    } else if (attempts.isNextDue(tree.isOver())) {
      attempts.beginNext();
      begin();
    }
    if (tree.isOver() || attempts.areOver()) {
      conclude();
      return;
    }
    int idle = 0;
    boolean canGoOn = false;
    for (Member member : members) {
      if (member.isIdle() && mayHave(member) && tree.canIssue() && !allowance.isUsedUp()) {
        grant(member);
        issue(member);
      } else if (member.isStalled && !allowance.isUsedUp()) {
        grant(member);
      }
      idle += member.isIdle() ? 1 : 0;
      canGoOn |= member.isBusy() && !member.isStalled;
    }
    if (!canGoOn && allowance.isUsedUp()) {
      end(Outcome.End.EXECUTION_LIMIT);
    }
    issueInAdvance();
    askToShare(idle);
  }

  /** Ends a search of which nothing is left, when it is known which classes were executed. */
  private void conclude() {
    isDone = true;
    Outcome.End why = exhausted();
    boolean isWanted = Audit.isWanted(options, why, discoveries.findings().isEmpty(), program);
    if (!isWanted || haveAllToldClasses()) {
      isToBeConfirmed = isWanted;
      end(why);
    }
  }

  private boolean haveAllToldClasses() {
    boolean haveAll = true;
    for (Member member : members) {
      if (member.isReady && !member.isAskedForClasses) {
        member.isAskedForClasses = true;
        member.tell(Order.CLASSES, search, out -> {});
      }
      haveAll &= !member.isReady || member.hasToldClasses; // what is not ready executed nothing
    }
    return haveAll;
  }

  private Outcome.End exhausted() {
    if (attempts.areEndless()) {
      return Outcome.End.STEP_LIMIT;
    }
    return program.cutShort().isEmpty() ? Outcome.End.EXHAUSTED : Outcome.End.CUT_SHORT;
  }

  private boolean mayHave(Member member) {
    return member.isHere || !sizes.areSmall();
  }

  /** Gives workers parts to go on with, so that they need not wait; the fewer the less is left. */
  private void issueInAdvance() {
    if (sizes.areSmall()) {
      return;
    }
    int sharers = 2 * members.size();
    int wanted = 1 + tree.planCount(MOST_IN_ADVANCE * sharers) / sharers;
    for (Member member : members) {
      while (member.isBusy() && !member.isHere && member.partCount() < wanted && tree.canIssue()) {
        issue(member);
      }
    }
  }

  private void issue(Member member) {
    int part = tree.nextPart();
    member.begin(part);
    member.tell(
        Order.EXPLORE,
        search,
        out -> {
          out.writeInt(part);
          tree.issue(out, member.isHere);
        });
  }

  private void grant(Member member) {
    long portion = allowance.take();
    member.isStalled = false;
    member.tell(Order.GRANT, search, out -> out.writeLong(portion));
  }

  /** For each idle worker one that is busy is asked to give plans away. */
  private void askToShare(int idle) {
    int wanted = idle;
    for (Member member : members) {
      wanted -= member.isAsked ? 1 : 0;
    }
    while (wanted-- > 0) {
      Member oldest = null;
      for (Member member : members) {
        boolean canBeAsked = member.isBusy() && !member.isAsked;
        if (canBeAsked && (oldest == null || member.oldestPart() < oldest.oldestPart())) {
          oldest = member;
        }
      }
      if (oldest == null) {
        return;
      }
      oldest.isAsked = true;
      oldest.tell(Order.SHARE, search, out -> {});
    }
  }

  private void startAgain() {
    warmup += executions();
    attempts.clear();
    begin();
  }

  private void begin() {
    search++;
    isOptimal = true;
    isDone = false;
    isToBeConfirmed = false;
    executed.clear();
    allowance.restart(executions());
    tree = newTree();
    start();
  }

  /**
   * Asks the workers how far they are.
   *
   * @throws ToolDefect if one has not answered for a very long time
   */
  public void ask() {
    long now = System.nanoTime();
    if (now - askedAt < NANOS_BETWEEN_QUESTIONS) {
      return;
    }
    askedAt = now;
    for (int w = 0; w < members.size(); w++) {
      Member member = members.get(w);
      if (member.isBusy() && ++member.questions > MOST_QUESTIONS) {
        throw new ToolDefect(
            "worker " + w + " has not answered for minutes; search without --jobs to learn why");
      }
      if (member.isBusy() && member.questions == 1) {
        member.tell(Order.REPORT, search, out -> {});
      }
    }
  }

  // --- what came of it

  /** Why the search is over, null if it is not. */
  public Outcome.@Nullable End end() {
    return end;
  }

  /** Ends the search, if it is not over. */
  public void stop(Outcome.End why) {
    end(isDone ? exhausted() : why);
  }

  // --- the audit

  /** Whether executions at random are to confirm a search that is over. */
  boolean isToBeConfirmed() {
    return isToBeConfirmed;
  }

  /** The classes that the workers executed, in a search that is to be confirmed. */
  ExecutedClasses executed() {
    return executed;
  }

  /** What was found so far. */
  List<Finding> findings() {
    return discoveries.findings();
  }

  /** The objects that are visible. */
  List<Integer> visible() {
    return discoveries.visible();
  }

  /** Takes in what came of an audit, and all that is known after it. */
  void takeIn(List<Finding> findings, List<Integer> visible, Outcome.Audit result) {
    discoveries.replace(findings, visible);
    audit = result;
  }

  /** Starts a search again that was over, as an audit revealed something. */
  void goOn() {
    end = null;
    startAgain();
    tend();
  }

  /** An estimate of the part of the search that was explored, from 0 to 1. */
  public double explored() {
    return end == Outcome.End.EXHAUSTED || end == Outcome.End.CUT_SHORT ? 1 : tree.explored();
  }

  /** The executions that are known of, of the search since its last start. */
  public long executions() {
    return attempts.counts().executions;
  }

  /** Whether an execution without end was met. */
  boolean isEndless() {
    return attempts.areEndless();
  }

  /** The executions before the last start of the search. */
  public long warmup() {
    return warmup;
  }

  /** The outcome of a search that is over. */
  public Outcome outcome(double seconds) {
    Outcome.End why = end;
    if (why == null) {
      throw new IllegalStateException("the search goes on");
    }
    List<String> reductions = new ArrayList<>(options.strategy().reductions());
    if (options.strategy() == StrategyKind.OPTIMAL && !(isOptimal && tree.isOptimal())) {
      reductions.add("memory limit reached: source sets from there on");
    }
    Counts all = attempts.counts();
    double explored = explored();
    return new Outcome(
        why,
        options.strategy().id(),
        members.size(),
        reductions,
        all.executions,
        all.blocked,
        all.deadlocks,
        warmup,
        all.transitions,
        seconds,
        explored > 0 ? all.executions / explored : Double.NaN,
        discoveries.findings(),
        Coverage.ALL,
        Outcome.Samples.NONE,
        Outcome.Bounds.NONE,
        audit,
        attempts.outcome(program.cutShort()));
  }
}
