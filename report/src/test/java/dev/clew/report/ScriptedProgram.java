package dev.clew.report;

import dev.clew.trace.Dependence;
import dev.clew.trace.Ending;
import dev.clew.trace.Failure;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Program;
import dev.clew.trace.Race;
import dev.clew.trace.ReplayDivergence;
import dev.clew.trace.Schedule;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that numbers its threads and objects when it first sees them: each thread does its list
 * of operations, in the order of the schedule.
 *
 * <p>The key of a thread or object is {@code name#detail}, its display name the part before the
 * sign, so that several have the same. Position 2007 is line 7 of {@code src/File2.java}; a value
 * is shown as {@code <code>}.
 */
final class ScriptedProgram implements Program, Names {
  /**
   * One operation.
   *
   * @param object the key of its object
   * @param choice the key of the thread that a notify chooses, empty if it is none
   */
  private record Operation(OpKind kind, String object, int value, int position, String choice) {}

  private final Map<String, List<Operation>> code = new LinkedHashMap<>();
  private final List<String> threads = new ArrayList<>();
  private final List<String> objects = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<Race> races = new ArrayList<>();
  private final List<Integer> visible = new ArrayList<>();

  /** Adds a read or write to a thread. */
  ScriptedProgram add(String thread, OpKind kind, String object, int value, int position) {
    operations(thread).add(new Operation(kind, object, value, position, ""));
    return this;
  }

  /** Adds a notify that wakes another thread. */
  ScriptedProgram addNotify(String thread, String object, String woken, int position) {
    operations(thread).add(new Operation(OpKind.NOTIFY, object, 0, position, woken));
    return this;
  }

  private List<Operation> operations(String thread) {
    return code.computeIfAbsent(thread, key -> new ArrayList<>());
  }

  /** Every execution that is long enough shows this failure. */
  void failWith(Failure failure) {
    failures.add(failure);
  }

  /** Every execution that is long enough shows this race. */
  void raceWith(Race race) {
    races.add(race);
  }

  @Override
  public void run(Schedule schedule, Trace trace) {
    trace.restart(0);
    int[] done = new int[code.size()];
    for (int i = 0; i < schedule.length(); i++) {
      int thread = schedule.thread(i);
      List<Operation> operations = thread < threads.size() ? operations(threads.get(thread)) : null;
      if (operations == null || done[thread] == operations.size()) {
        throw new ReplayDivergence(i, "thread " + thread + " cannot go on");
      }
      execute(trace, thread, operations.get(done[thread]++), schedule.label(i));
    }
    failures.stream().filter(f -> f.events() <= trace.size()).forEach(trace::addFailure);
    races.stream().filter(race -> race.events() <= trace.size()).forEach(trace::addRace);
    trace.finish(Ending.STEP_LIMIT);
  }

  private void execute(Trace trace, int thread, Operation operation, int label) {
    boolean notifies = operation.kind() == OpKind.NOTIFY;
    if (notifies && label != threadOf(operation.choice())) {
      throw new ReplayDivergence(trace.size(), "thread " + label + " does not wait");
    }
    int i =
        trace.append(
            thread,
            operation.kind(),
            objectOf(operation.object()),
            -1,
            Dependence.modes(operation.kind(), true),
            label,
            operation.value(),
            0,
            0,
            -1,
            -1);
    trace.addDetails(i, operation.position(), operation.value());
  }

  List<Integer> visible() {
    return visible;
  }

  @Override
  public int threadCount() {
    return threads.size();
  }

  @Override
  public int objectCount() {
    return objects.size();
  }

  @Override
  public int threadOf(String key) {
    return code.containsKey(key) ? numberOf(key, threads) : -1;
  }

  @Override
  public int objectOf(String key) {
    return key.startsWith("no") ? -1 : numberOf(key, objects);
  }

  private static int numberOf(String key, List<String> known) {
    if (!known.contains(key)) {
      known.add(key);
    }
    return known.indexOf(key);
  }

  @Override
  public boolean isPlain(int object) {
    return false;
  }

  @Override
  public int interruptStatus(int thread) {
    return -1;
  }

  @Override
  public void makeVisible(int object) {
    visible.add(object);
  }

  @Override
  public Names names() {
    return this;
  }

  @Override
  public String thread(int thread) {
    return display(threads.get(thread));
  }

  @Override
  public String threadKey(int thread) {
    return threads.get(thread);
  }

  @Override
  public String object(int object) {
    return display(objects.get(object));
  }

  @Override
  public String objectKey(int object) {
    return objects.get(object);
  }

  private static String display(String key) {
    return key.contains("#") ? key.substring(0, key.indexOf('#')) : key;
  }

  @Override
  public String value(int object, int code) {
    return "<" + "v".repeat(code) + ">";
  }

  @Override
  public String file(int position) {
    return "src/File" + position / 1000 + ".java";
  }

  @Override
  public int line(int position) {
    return position % 1000;
  }

  @Override
  public String text(int position) {
    return "";
  }
}
