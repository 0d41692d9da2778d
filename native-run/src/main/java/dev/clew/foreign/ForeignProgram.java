package dev.clew.foreign;

import dev.clew.trace.Ending;
import dev.clew.trace.ExecutionCutOff;
import dev.clew.trace.Failure;
import dev.clew.trace.Meanings;
import dev.clew.trace.Names;
import dev.clew.trace.NumberExchange;
import dev.clew.trace.Picker;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A program in a process of its own, as the engine sees it: schedule in, trace out.
 *
 * <p>The process executes the program again and again, putting its memory back in between. If it
 * does not do the same again under the same schedule that was not enough: then each execution gets
 * a process of its own, forked from one in which nothing was executed, and the search starts again.
 */
public final class ForeignProgram implements Program, AutoCloseable {
  private static final int FIRST_THREADS = 16;
  private static final int TRIES = 2;
  private static final int KILLED = 9;
  private static final Ending[] ENDINGS = Ending.values();

  private final Launch launch;
  private final PrivateDirectory directory;
  private final SharedFile shared;
  private final Tables tables;
  private final ScheduleWriter writer;
  private final TraceReader reader;
  private final Names names;
  private @Nullable ProgramProcess process;

  /** The trace of which the shared file holds the events. */
  private @Nullable Trace last;

  private int threads = FIRST_THREADS;
  private boolean isApart;
  private boolean isTried;
  private boolean isRepeating;
  private volatile BooleanSupplier isOver = () -> false;
  private long executions;
  private long nextConfirmed = 2;

  /** The program; it is started when it is first run. */
  public ForeignProgram(Launch launch, Function<Numbers, Names> words) {
    this.launch = launch;
    this.directory = PrivateDirectory.create();
    try {
      this.shared = SharedFile.in(directory.path());
    } catch (IOException e) {
      directory.close();
      throw new UncheckedIOException(e);
    }
    shared.put(Layout.EARLY_TIMEOUTS, launch.earlyTimeouts());
    shared.put(Layout.SPURIOUS_WAKEUPS, launch.spuriousWakeups());
    this.tables = new Tables(shared);
    this.writer = new ScheduleWriter(shared);
    this.names = words.apply(tables);
    this.reader = new TraceReader(shared, names);
  }

  // --- executions

  @Override
  public void run(Schedule schedule, Trace trace) {
    if (schedule.guide() != null || schedule.recordsProspects()) {
      throw new UnsupportedOperationException("nothing looks at the states of this program");
    }
    if (!isTried) {
      isTried = true;
      tryTwice(schedule.stepLimit());
    }
    int common = schedule.common();
    if (tables.wasRegrouped() && common > 0) {
      startAgain(trace);
      return;
    }
    if (trace != last && common > 0) {
      reader.writeBack(trace, common);
    }
    last = trace;
    reader.begin(trace, common);
    writer.write(schedule);
    Picker picker = schedule.picker();
    if (picker != null) {
      picker.begin(trace);
    }
    execute(schedule, trace);
    if (isToBeConfirmed(schedule, trace)) {
      confirm(schedule.stepLimit(), trace);
    }
    if (schedule.recordsDetails() && !isRepeating && isAnyRaceUnplaced(trace)) {
      repeat(schedule, trace);
    }
  }

  /**
   * Executes the program several times under the same schedule, to see whether it repeats itself;
   * one that hangs only once, as that takes long.
   */
  private void tryTwice(int stepLimit) {
    Schedule schedule = new Schedule();
    schedule.setStepLimit(stepLimit);
    if (!repeatsItself(schedule) && !isApart) {
      runApart();
      if (!repeatsItself(schedule)) {
        throw new ReplayDivergence(
            0, "two executions differ that nothing but their time tells apart");
      }
    }
  }

  private boolean repeatsItself(Schedule schedule) {
    Trace trace = new Trace();
    run(schedule, trace);
    if (trace.failures().stream().anyMatch(failure -> failure.kind() == Failure.Kind.HANG)) {
      return true; // to see it hang again would take long
    }
    long first = digestOf(trace);
    for (int i = 0; i < TRIES; i++) {
      if (digestOf(schedule) != first) {
        return false;
      }
    }
    return true;
  }

  private long digestOf(Schedule schedule) {
    Trace trace = new Trace();
    run(schedule, trace);
    return digestOf(trace);
  }

  private static long digestOf(Trace trace) {
    long digest = trace.ending().ordinal();
    for (int i = 0; i < trace.size(); i++) {
      digest = (digest * 31 + trace.thread(i)) * 31 + trace.kind(i);
      digest = (digest * 31 + trace.object(i)) * 31 + trace.modes(i);
    }
    return digest * 31 + trace.failures().size();
  }

  /**
   * Whether an execution is done once more, to see whether it repeats itself to its end: the
   * second, the fourth, the eighth and so on, if the search goes on with what it shows.
   */
  private boolean isToBeConfirmed(Schedule schedule, Trace trace) {
    if (schedule.recordsDetails() || schedule.picker() != null || ++executions < nextConfirmed) {
      return false;
    }
    boolean isComplete =
        (trace.ending() == Ending.COMPLETED || trace.ending() == Ending.DEADLOCK)
            && trace.failures().isEmpty()
            && trace.races().isEmpty()
            && trace.revealed().size() == 0
            && !trace.revealed().isAgain();
    if (isComplete) {
      nextConfirmed = 2 * executions;
    }
    return isComplete;
  }

  private void confirm(int stepLimit, Trace trace) {
    int size = trace.size();
    Ending ending = trace.ending();
    Schedule again = new Schedule();
    for (int i = 0; i < size; i++) {
      again.add(trace.thread(i), trace.label(i));
    }
    again.keep(size);
    again.setStepLimit(stepLimit);
    reader.begin(trace, size);
    writer.write(again);
    execute(again, trace);
    if (trace.size() != size || trace.ending() != ending) {
      diverged(
          again,
          trace,
          new ReplayDivergence(size, "it ended after " + size + " steps the first time only"));
    }
  }

  /** Gives each execution from now on a process of its own. */
  public void runApart() {
    stop();
    isApart = true;
    last = null;
  }

  /**
   * Has executions cut off soon when nobody waits for them any more.
   *
   * @param question asked by another thread, now and then
   */
  public void cutOffWhen(BooleanSupplier question) {
    isOver = question;
  }

  /** Where the first access of a race was is noted once the location is known to race. */
  private static boolean isAnyRaceUnplaced(Trace trace) {
    return trace.races().stream().anyMatch(race -> race.firstEvents() < 0);
  }

  private void repeat(Schedule schedule, Trace trace) {
    isRepeating = true;
    try {
      run(schedule, trace);
    } finally {
      isRepeating = false;
    }
  }

  private void execute(Schedule schedule, Trace trace) {
    boolean wasKilled = false;
    while (true) {
      ProgramProcess running = process();
      int message = running.goOn() ? shared.get(Layout.MESSAGE) : 0;
      switch (message) {
        case Layout.FINISHED -> {
          finish(schedule, trace);
          return;
        }
        case Layout.PICK_THREAD, Layout.PICK_OPTION -> answer(message, schedule, trace);
        case Layout.MORE_THREADS -> {
          stop();
          threads = Math.max(2 * threads, shared.get(Layout.OFFERS));
          reader.begin(trace, Math.min(schedule.common(), trace.size()));
        }
        case Layout.REFUSED -> {
          String why = shared.text(0);
          stop();
          throw new UnusableProgram(why);
        }
        default -> {
          int code = running.exitCode();
          throwIfEnded(running.watch());
          if (wasKilled || !ProgramProcess.isKill(code)) {
            died(code, schedule, trace);
            return;
          }
          wasKilled = true; // perhaps by accident: that is nothing of the program
          executeAgain(schedule, trace);
        }
      }
    }
  }

  /** Has the execution under way begin again, in another process. */
  private void executeAgain(Schedule schedule, Trace trace) {
    stop();
    reader.begin(trace, Math.min(schedule.common(), trace.size()));
    Picker picker = schedule.picker();
    if (picker != null) {
      picker.begin(trace);
    }
  }

  /** Whether this tool ended the process, and why. */
  private void throwIfEnded(ProgramWatch watch) {
    if (watch.cause() == ProgramWatch.Cause.NONE) {
      return;
    }
    stop();
    last = null;
    if (watch.cause() == ProgramWatch.Cause.CUT_OFF) {
      throw new ExecutionCutOff();
    }
    String call = watch.call();
    throw new UnusableProgram(
        "the program waits for something outside of it"
            + (call.isEmpty() ? "" : ", in " + call)
            + ", and all of its threads with it, so it cannot be checked."
            + "\n  Only what its threads do to each other is under control: have it use a file, or a"
            + " stand-in."
            + "\n  If it takes that long, give more than "
            + watch.secondsAsleep()
            + " seconds to --hang.");
  }

  private ProgramProcess process() {
    ProgramProcess running = process;
    if (running == null) {
      try {
        running =
            ProgramProcess.start(
                launch, shared, directory.path(), threads, isApart, () -> isOver.getAsBoolean());
      } catch (IOException e) {
        throw new UnusableProgram(
            "'" + launch.command().get(0) + "' cannot be started: " + e.getMessage());
      }
      process = running;
    }
    return running;
  }

  private void stop() {
    ProgramProcess running = process;
    process = null;
    if (running != null) {
      running.close();
    }
  }

  private void answer(int message, Schedule schedule, Trace trace) {
    Picker picker = schedule.picker();
    if (picker == null) {
      throw new IllegalStateException("the program asks who goes on, and nobody knows");
    }
    reader.readEvents(schedule, trace);
    int count = shared.get(Layout.OFFERS);
    if (message == Layout.PICK_OPTION) {
      shared.put(Layout.ANSWER, picker.chooseAlternative(count));
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = Layout.Region.OFFERS.at() + i * Layout.OFFER_SIZE;
      picker.offer(shared.get(row), shared.get(row + 4), shared.get(row + 8));
    }
    shared.put(Layout.ANSWER, picker.choose());
  }

  private void finish(Schedule schedule, Trace trace) {
    int ending = shared.get(Layout.ENDING);
    if (ending == Layout.DIVERGED) {
      diverged(schedule, trace, reader.divergence(schedule));
      return;
    }
    reader.readEvents(schedule, trace);
    reader.readResults(trace);
    trace.finish(ENDINGS[ending]);
  }

  /** Something was not put back: from now on each execution has a process of its own. */
  private void diverged(Schedule schedule, Trace trace, ReplayDivergence divergence) {
    last = null;
    if (isApart || schedule.common() == 0) {
      throw divergence;
    }
    runApart();
    startAgain(trace);
  }

  /** What the search relies on is different now: it has to start again. */
  private static void startAgain(Trace trace) {
    trace.restart(0);
    trace.startAgain();
    trace.finish(Ending.SLEEP_BLOCKED);
  }

  /** The process is gone: the program took it down. */
  private void died(int code, Schedule schedule, Trace trace) {
    String errors = errors();
    stop();
    last = null;
    if (trace.size() == 0 && shared.get(Layout.THREADS) == 0) {
      throw new UnusableProgram(
          "the program ended before main began"
              + ending(code)
              + ": look at what runs before it,\n  constructors and initialisers"
              + (errors.isEmpty() ? "" : ". It said:\n    ")
              + errors.replace("\n", "\n    "));
    }
    reader.readEvents(schedule, trace);
    trace.addFailure(
        new Failure(
            Failure.Kind.CRASH,
            trace.size() == 0 ? 0 : trace.thread(trace.size() - 1),
            trace.size(),
            -1,
            "the process of the program ended" + ending(code)));
    trace.finish(Ending.COMPLETED);
  }

  private static String ending(int code) {
    return code == 128 + KILLED
        ? ", killed by signal 9: was there too little memory?"
        : code > 128 ? ", killed by signal " + (code - 128) : ", with status " + code;
  }

  private String errors() {
    try {
      return Files.readString(directory.path().resolve("errors"), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  // --- what the engine asks

  @Override
  public int threadCount() {
    return tables.threadCount();
  }

  @Override
  public int objectCount() {
    return tables.objectCount();
  }

  @Override
  public boolean isPlain(int object) {
    return tables.isPlain(object);
  }

  @Override
  public int interruptStatus(int thread) {
    return tables.cancelStatus(thread);
  }

  @Override
  public void makeVisible(int object) {
    tables.makeVisible(object);
  }

  /** Takes back all {@link #makeVisible}. */
  public void hideAll() {
    tables.hideAll();
  }

  @Override
  public List<String> reductions() {
    return List.of();
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public int threadOf(String key) {
    if (Keys.isClock(key)) {
      return Keys.CLOCK_THREAD;
    }
    int[] path = Keys.pathOf(key).orElse(null);
    if (path == null) {
      return -1;
    }
    int thread = 0;
    for (int n : path) {
      thread = thread < 0 ? -1 : tables.child(thread, n);
    }
    return thread;
  }

  @Override
  public int objectOf(String key) {
    return Keys.objectOf(key, this::threadOf).map(tables::objectOf).orElse(-1);
  }

  @Override
  public void saveNumbers(DataOutput out) throws IOException {
    tables.save(out);
    out.writeBoolean(isApart);
  }

  @Override
  public void restoreNumbers(DataInput in) throws IOException {
    stop();
    tables.restore(in);
    isApart = in.readBoolean();
    isTried = true;
  }

  @Override
  public NumberExchange numberExchange() {
    return new TableExchange(tables);
  }

  @Override
  public Meanings meanings() {
    return new TableMeanings(tables);
  }

  /** What the numbers mean. */
  public Numbers numbers() {
    return tables;
  }

  /**
   * A loop that looks at the clock may end some time, and no execution got that far. One that takes
   * a lock in each round may let another thread find it taken more often than it did.
   */
  @Override
  public String cutShort() {
    if (has(Feature.NOTICED_ROUNDS)) {
      return "a loop that waits by looking takes a lock in each round, and another thread finds it"
          + " taken";
    }
    if (!has(Feature.ENDLESS_POLLS)) {
      return "";
    }
    int position = reader.pollPosition();
    String loop =
        position < 0
            ? "a loop"
            : "the loop at " + names.file(position) + ":" + names.line(position);
    return loop + " looks at the clock, and found no time at which it ends";
  }

  /** Whether the program did what a bit of {@code enum feature} says. */
  public boolean has(Feature feature) {
    return (shared.get(Layout.FEATURES) & feature.bit()) != 0;
  }

  /** What a verdict should say about how the program was executed. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (isApart) {
      notes.add(
          "each execution had a process of its own: the program keeps something outside of its"
              + " memory, or uses memory that it did not set");
    }
    return notes;
  }

  /** What the program printed when it was executed last for a report. */
  public String output() {
    Path output = directory.path().resolve("output");
    try {
      return Files.exists(output)
          ? new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
          : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    stop();
    directory.close();
  }
}
