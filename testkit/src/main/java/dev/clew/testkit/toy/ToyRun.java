package dev.clew.testkit.toy;

import dev.clew.analyze.RaceMemory;
import dev.clew.trace.Ending;
import dev.clew.trace.Fingerprint;
import dev.clew.trace.Guide;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Drives a machine through one schedule: first the steps the trace holds already, then the rest of
 * the prefix, then freely until nothing is left to do.
 */
final class ToyRun {
  private static final int NOBODY = -1;

  private final ToyMachine machine;
  private final ToyEvent event;
  private final int threads;

  /** The number of the clock, -1 if there is none. */
  private final int clock;

  private final ToyLabels labels = new ToyLabels();
  private final ToyChooser chooser;
  private final Program program;
  private final ToyTurns turns;
  private @Nullable ToyProspects prospects;

  /** Looks at states, once a schedule has a guide. */
  private @Nullable ToyFingerprint fingerprint;

  ToyRun(ToyCode code, Program program) {
    this.program = program;
    machine = new ToyMachine(code);
    event = machine.event();
    threads = code.threads;
    clock = code.hasClock ? code.threads : NOBODY;
    turns = new ToyTurns(machine);
    chooser = new ToyChooser(machine, turns, threads, clock);
  }

  void makeVisible(int object) {
    machine.makeVisible(object);
  }

  void setPatience(int patience) {
    machine.setPatience(patience);
  }

  /** Has alike threads take turns from the next execution on. */
  void takeTurns(int[] ahead) {
    turns.take(ahead);
  }

  /** Whether some yields of a thread that is left were not free, in any execution so far. */
  boolean isCut() {
    return machine.isCut();
  }

  /** The same, as another process saw it. */
  void noteCut() {
    machine.noteCut();
  }

  /** Which plain locations are visible. */
  boolean[] visible() {
    return machine.visible();
  }

  /** Whom to ask what threads may still do, for schedules that want to know. */
  void setProspects(ToyProspects newProspects) {
    prospects = newProspects;
  }

  void run(Schedule schedule, Trace trace) {
    int common = schedule.common();
    Guide guide = schedule.guide();
    boolean isEndless = guide != null && schedule.length() == 0;
    machine.setFreeRounds(isEndless ? Integer.MAX_VALUE : ToyProgram.ROUNDS);
    turns.begin(trace, common);
    trace.restart(common);
    machine.reset(trace);
    if (prospects != null && schedule.recordsProspects()) {
      prospects.begin(trace);
    }
    repeat(schedule, trace, common);
    trace.finish(goOn(schedule, trace));
    if (!machine.isComplete()) { // some may be left though the program has ended
      machine.addPending(trace.pending(), turns);
    }
  }

  /** Executes the steps that the trace holds from the previous execution. */
  private void repeat(Schedule schedule, Trace trace, int common) {
    boolean details = schedule.recordsDetails();
    for (int i = 0; i < common; i++) {
      int thread = schedule.thread(i);
      execute(i, thread, schedule.label(i));
      trace.confirm(i, thread, OpKind.of(event.kind), event.object, event.modes);
      turns.observe(i);
      if (details) {
        trace.addDetails(i, machine.line(), event.value);
      }
    }
  }

  private Ending goOn(Schedule schedule, Trace trace) {
    int length = schedule.length();
    int limit = schedule.stepLimit();
    chooser.begin(schedule, trace);
    Guide guide = schedule.guide();
    if (guide != null && length == 0) {
      return goGuided(schedule, trace, guide);
    }
    for (int i = schedule.common(); i < length; i++) {
      if (machine.isStuck() || i >= limit) {
        return Ending.STEP_LIMIT;
      }
      int thread = schedule.thread(i);
      int label = schedule.label(i);
      if (!isAble(thread)) {
        throw new ReplayDivergence(i, "thread " + thread + " cannot go on");
      }
      announce(schedule, trace, thread);
      execute(i, thread, label == Schedule.ANY_LABEL ? chooser.awakeLabel(thread) : label);
      append(schedule, trace, i, thread);
      chooser.observe(thread, event);
    }
    return goFreely(schedule, trace);
  }

  private Ending goFreely(Schedule schedule, Trace trace) {
    int limit = schedule.stepLimit();
    int size = trace.size();
    int last = size == 0 ? NOBODY : trace.thread(size - 1);
    while (!machine.isStuck()) {
      int thread = chooser.next(last);
      if (thread == NOBODY) {
        return ending();
      }
      if (size >= limit) {
        return Ending.STEP_LIMIT;
      }
      announce(schedule, trace, thread);
      execute(size, thread, chooser.label());
      append(schedule, trace, size, thread);
      chooser.observe(thread, event);
      last = thread;
      size++;
    }
    return Ending.STEP_LIMIT;
  }

  /** Has a guide decide at every state from the start on. */
  private Ending goGuided(Schedule schedule, Trace trace, Guide guide) {
    ToyFingerprint states = fingerprint();
    states.begin(trace);
    while (!machine.isStuck()) {
      int size = trace.size();
      boolean isAnyEnabled = offerEnabled(trace);
      Fingerprint state = states.look(size);
      if (machine.mayEnd()) {
        guide.mayEnd();
      }
      int thread = guide.next(trace, state.high(), state.low());
      if (thread == Guide.STOP) {
        return isAnyEnabled ? Ending.KNOWN_STATE : ending();
      }
      if (size >= schedule.stepLimit()) {
        return Ending.STEP_LIMIT;
      }
      if (thread == clock || machine.mayHaveLabel(thread)) {
        offerOptions(trace, thread);
      }
      int label = guide.label();
      execute(size, thread, label == Schedule.ANY_LABEL ? chooser.awakeLabel(thread) : label);
      append(schedule, trace, size, thread);
    }
    return Ending.STEP_LIMIT;
  }

  private ToyFingerprint fingerprint() {
    if (fingerprint == null) {
      fingerprint = machine.fingerprint(new RaceMemory(program));
    }
    return fingerprint;
  }

  private Ending ending() {
    if (chooser.sawSleeper()) {
      return Ending.SLEEP_BLOCKED;
    }
    return machine.mayEnd() ? Ending.COMPLETED : Ending.DEADLOCK;
  }

  /** Records what could happen instead of the next event of a thread. */
  private void announce(Schedule schedule, Trace trace, int thread) {
    if (schedule.recordsEnabled()) {
      offerEnabled(trace);
    }
    if (thread == clock || machine.mayHaveLabel(thread)) {
      offerOptions(trace, thread);
    }
  }

  private void append(Schedule schedule, Trace trace, int i, int thread) {
    event.appendTo(trace, thread);
    turns.observe(i);
    if (schedule.recordsDetails()) {
      trace.addDetails(i, machine.line(), event.value);
    }
    if (prospects != null && schedule.recordsProspects()) {
      trace.addProspect(i, machine.prospect(prospects, thread));
    }
  }

  private boolean isAble(int thread) {
    boolean isThread = thread >= 0 && thread < threads;
    return isThread
        ? turns.isEnabled(thread) || machine.isAtRound(thread)
        : thread >= 0 && thread == clock;
  }

  private void execute(int i, int thread, int label) {
    boolean isThread = thread >= 0 && thread < threads;
    if (isThread && (machine.execute(thread, label) || machine.executeRound(thread))) {
      return;
    }
    if (thread < 0 || thread != clock) {
      throw new ReplayDivergence(i, "thread " + thread + " cannot go on");
    }
    passTime(i, label);
  }

  private void passTime(int i, int label) {
    machine.timeouts(labels);
    if (labels.size() == 0 || label >= 0 && !labels.contains(label)) {
      String who = label >= 0 ? "thread " + label : "a thread";
      throw new ReplayDivergence(i, who + " cannot give up an operation here");
    }
    machine.giveUp(label >= 0 ? label : labels.get(0));
  }

  private boolean offerEnabled(Trace trace) {
    boolean any = false;
    for (int t = 0; t < threads; t++) {
      if (turns.isEnabled(t)) {
        trace.offerEnabled(t);
        any = true;
      }
    }
    if (!any && clock >= 0) {
      machine.timeouts(labels);
      any = labels.size() > 0;
      if (any) {
        trace.offerEnabled(clock);
      }
    }
    return any;
  }

  private void offerOptions(Trace trace, int thread) {
    if (thread == clock) {
      machine.timeouts(labels);
    } else {
      machine.alternatives(thread, labels);
    }
    for (int k = 0; labels.size() > 1 && k < labels.size(); k++) {
      trace.offerOption(labels.get(k));
    }
  }
}
