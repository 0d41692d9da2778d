package dev.clew.jvm.program;

import dev.clew.jvm.agent.JdkClasses;
import dev.clew.jvm.agent.ProgramCode;
import dev.clew.jvm.program.prospects.JavaProspects;
import dev.clew.jvm.run.BeyondControl;
import dev.clew.jvm.run.Console;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.IdentityHashes;
import dev.clew.jvm.run.ProgramMeanings;
import dev.clew.jvm.run.ProgramNumberExchange;
import dev.clew.jvm.run.ProgramNumbers;
import dev.clew.jvm.run.Sites;
import dev.clew.jvm.run.Spins;
import dev.clew.trace.Failure;
import dev.clew.trace.Meanings;
import dev.clew.trace.Names;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Program;
import dev.clew.trace.Prospects;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JVM program as the engine sees it: schedule in, trace out.
 *
 * <p>To be made and run by one thread, which carries all threads of the program; give it a large
 * stack.
 */
public final class JvmProgram implements Program, AutoCloseable {
  private static final int MOST_NAMES = 5;

  /** The most steps of an execution that a search begins with, unless it is told otherwise. */
  private static final int USUAL_STEPS = 100_000;

  private final Execution execution;
  private final ProgramNumbers numbers;
  private final Console console = Console.install();
  private final EntryPoint entry;
  private final ThreadGroup group = new ThreadGroup("main");
  private final Names names;
  private final @Nullable JavaProspects prospects;
  private boolean takesTurns;

  /** How many methods the classes named that were looked at for what tells threads apart. */
  private int usesSeen = -1;

  private boolean isWarm;
  private boolean isWarmForDetails;

  /** The program that begins at an entry point; words for its source come from source files. */
  public JvmProgram(EntryPoint entry, SourceFiles sources) {
    this(entry, sources, false);
  }

  /**
   * The same.
   *
   * @param onPlatformThreads for programs that need them, see {@link dev.clew.jvm.run.PinnedThread}
   */
  public JvmProgram(EntryPoint entry, SourceFiles sources, boolean onPlatformThreads) {
    this.execution = Execution.create(onPlatformThreads);
    this.numbers = new ProgramNumbers(execution);
    IdentityHashes.give(group, group.getName());
    this.entry = entry;
    this.names = new JvmNames(execution, sources, entry.loader());
    ProgramCode code = entry.loader() instanceof ProgramLoader own ? own.code() : null;
    this.prospects =
        code == null ? null : new JavaProspects(execution, code, entry.loader(), entry.isStatic());
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    if (!isWarm && isReplay(schedule)) {
      isWarm = true;
      beginLikeSearch(schedule);
    }
    if (!isWarm || schedule.recordsDetails() && !isWarmForDetails) {
      isWarm = true;
      isWarmForDetails |= schedule.recordsDetails();
      Trace earlier = warmUp(schedule);
      execute(schedule, trace);
      if (schedule.common() == 0 && schedule.guide() == null) {
        compareFailures(earlier, trace);
      }
    } else {
      execute(schedule, trace);
    }
  }

  /** Whether given steps are to be done, of which none was done in this JVM. */
  private static boolean isReplay(Schedule schedule) {
    return schedule.length() > 0 && schedule.common() == 0 && !schedule.stopsAfterSteps();
  }

  /**
   * Executes it once before in the way in which a search begins. What lives as long as the JVM, and
   * gets its identity hash code from the thread that is the first to ask for it, has the same one
   * then as where the steps were found.
   */
  private void beginLikeSearch(Schedule replayed) {
    Schedule schedule = new Schedule();
    schedule.setStepLimit(Math.max(replayed.stepLimit(), USUAL_STEPS));
    execute(schedule, new Trace());
  }

  /**
   * Executes it once before: what the JVM does when code runs for the first time, such as loading
   * classes and linking, must not make the first execution different from the others.
   */
  private Trace warmUp(Schedule first) {
    Schedule schedule = first;
    if (first.common() > 0 || first.guide() != null) {
      schedule = new Schedule();
      schedule.setStepLimit(first.stepLimit());
      schedule.recordDetails(first.recordsDetails());
    }
    Trace trace = new Trace();
    boolean hadTurns = execution.likeness.stop();
    execute(schedule, trace);
    if (hadTurns) {
      execution.likeness.takeTurns();
    }
    return trace;
  }

  /** A failure because of what an earlier execution left behind is no finding. */
  private static void compareFailures(Trace earlier, Trace later) {
    if (earlier.failures().isEmpty() != later.failures().isEmpty()) {
      boolean isNew = earlier.failures().isEmpty();
      Failure failure = (isNew ? later : earlier).failures().get(0);
      throw new ReplayDivergence(
          later.size(),
          "the program fails when it is executed for the "
              + (isNew ? "second time, but not for the first time: " : "first time only: ")
              + failure.headline());
    }
  }

  @Override
  public void takeTurns() {
    takesTurns = true;
    execution.likeness.setTaskClasses(new TaskClasses(entry.loader()));
    execution.likeness.takeTurns();
  }

  @Override
  public boolean judgesStates() {
    return execution.invariants.wereSeen();
  }

  @Override
  public String cutShort() {
    Spins spins = execution.spinning;
    if (spins.fairSite() >= 0) {
      return loop(spins.fairSite())
          + " was left to itself after "
          + spins.fairRounds()
          + " rounds in vain";
    }
    return spins.clockSite() < 0
        ? ""
        : loop(spins.clockSite()) + " looks at the clock, and found no time at which it ends";
  }

  private static String loop(int site) {
    return "the loop at " + Sites.file(site) + ":" + Sites.line(site);
  }

  @Override
  public List<String> reductions() {
    return takesTurns ? List.of(execution.likeness.reduction()) : List.of();
  }

  private void execute(Schedule schedule, Trace trace) {
    console.begin();
    JdkClasses.giveHashCodes();
    Thread main = new Thread(group, null, "main", 0, false);
    main.setDaemon(false);
    main.setContextClassLoader(entry.loader());
    try {
      execution.run(schedule, trace, main, entry);
    } catch (BeyondControl e) {
      throw new UnusableProgram(String.valueOf(e.getMessage()));
    }
    String damage = entry.loader() instanceof ProgramLoader own ? own.damage() : "";
    if (!damage.isEmpty()) {
      throw new UnusableProgram(damage);
    }
    if (takesTurns) {
      lookForLeaks();
    }
  }

  /** Loaded classes may have named something that tells threads apart. */
  private void lookForLeaks() {
    int size = uses().size();
    if (size != usesSeen) {
      usesSeen = size;
      String leak = IdentityLeaks.in(uses());
      if (!leak.isEmpty()) {
        execution.likeness.giveUp(leak);
      }
    }
  }

  @Override
  public int threadCount() {
    return execution.threads.count();
  }

  @Override
  public int objectCount() {
    return execution.objects.count();
  }

  @Override
  public boolean isPlain(int object) {
    return execution.objects.isPlain(object);
  }

  @Override
  public int interruptStatus(int thread) {
    return execution.objects.areInterruptsVisible(thread)
        ? execution.objects.interrupts(thread)
        : -1;
  }

  @Override
  public void makeVisible(int object) {
    execution.objects.makeVisible(object);
    if (prospects != null) {
      prospects.forget();
    }
  }

  /** Takes back all {@link #makeVisible}. */
  public void hideAll() {
    execution.objects.hideAll();
    if (prospects != null) {
      prospects.forget();
    }
  }

  @Override
  public @Nullable Prospects prospects() {
    return prospects;
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public int threadOf(String key) {
    return execution.threads.ofKey(key);
  }

  @Override
  public int objectOf(String key) {
    return execution.objects.ofKey(key);
  }

  @Override
  public void saveNumbers(DataOutput out) throws IOException {
    numbers.save(out);
  }

  @Override
  public void restoreNumbers(DataInput in) throws IOException {
    numbers.restore(in);
  }

  @Override
  public NumberExchange numberExchange() {
    return new ProgramNumberExchange(execution, uses());
  }

  @Override
  public Meanings meanings() {
    return new ProgramMeanings(execution);
  }

  /** Why the program may have done something else under the same schedule, in one sentence. */
  public String causeOfDivergence() {
    return DivergenceCause.of(uses(), entry.loader());
  }

  /** Whether a cause is known for which it may do something else under the same schedule. */
  public boolean mayDiffer() {
    return DivergenceCause.isAny(uses(), entry.loader());
  }

  /** The classes of the JDK that it shares objects of in an order that is not explored. */
  public Set<String> unexplored() {
    Set<String> all = new TreeSet<>(uses().unexplored());
    all.addAll(uses().seenElsewhere());
    return all;
  }

  /** What of its own code has no hooks, or not all, in words; empty if all has. */
  public List<String> withoutHooks() {
    List<String> parts = new ArrayList<>();
    Set<String> large = entry.loader() instanceof ProgramLoader own ? own.tooLarge() : Set.of();
    if (!large.isEmpty()) {
      parts.add(
          "accesses to fields, elements and collections in what is too large for hooks: "
              + String.join(", ", large));
    }
    addNames(
        "classes that the program defined by class loaders of its own",
        execution.foreignClasses(),
        parts);
    addNames(
        "what handlers of the JDK's loggers call of the program",
        execution.uncontrolledClasses(),
        parts);
    return parts;
  }

  private static void addNames(String what, Set<String> names, List<String> to) {
    if (!names.isEmpty()) {
      to.add(
          what
              + ": "
              + names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
              + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : ""));
    }
  }

  private ProgramUses uses() {
    return entry.loader() instanceof ProgramLoader own ? own.uses() : new ProgramUses();
  }

  /** The execution that runs it, for settings. */
  public Execution execution() {
    return execution;
  }

  /** The standard streams while it lives: what it reads, and what it printed. */
  public Console console() {
    return console;
  }

  @Override
  public void close() {
    console.close();
    execution.close();
  }
}
