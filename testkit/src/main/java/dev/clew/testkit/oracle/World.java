package dev.clew.testkit.oracle;

import dev.clew.testkit.toy.Toy;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The threads and objects of a program, numbered, and where a {@link State} keeps what it knows of
 * each.
 *
 * <p>Objects are the globals in the order of the text, arrays element by element, with the lock of
 * the process after them if there are hooks, then for every thread its permit, its interrupt status
 * and its liveness. The last thread is the one that ends a program with hooks.
 */
final class World {
  /** Cells of a thread before its locals. */
  static final int THREAD_HEADER = 13;

  /**
   * A thread: its name, its index in its array, and its code.
   *
   * @param keepsAlive whether the program does not end by itself before it has ended
   * @param canBeLeft whether the program may end before it has ended
   */
  record Actor(
      String name,
      int self,
      List<Instruction> code,
      boolean startedByOther,
      boolean interruptible,
      boolean observed,
      boolean keepsAlive,
      boolean canBeLeft) {}

  /** A global object. */
  record Thing(Toy.GlobalKind kind, String name, int initial, int cell) {}

  private final List<Actor> actors = new ArrayList<>();
  private final List<Thing> things = new ArrayList<>();
  private final int[] threadCells;
  private final boolean timed;
  private final boolean hasHooks;
  private final int patience;

  /** The first cell is the clock. */
  private int cellCount = 1;

  World(Toy program) {
    patience = program.patience();
    Mentions mentions = new Mentions();
    for (Toy.ThreadCode thread : program.threads()) {
      mentions.scan(thread.body());
    }
    Map<String, Reference> names = number(program);
    int threads = 0;
    List<Integer> hooks = new ArrayList<>();
    for (Toy.ThreadCode thread : program.threads()) {
      for (int i = 0; i < elements(thread.size()); i++, threads++) {
        if (thread.role() == Toy.Role.HOOK) {
          hooks.add(threads);
        }
      }
    }
    hasHooks = !hooks.isEmpty();
    int ender = threads;
    threads += hasHooks ? 1 : 0;
    for (Toy.Global global : program.globals()) {
      addThings(global, threads);
    }
    Endings endings = new Endings(things.size(), hooks);
    if (hasHooks) {
      things.add(new Thing(Toy.GlobalKind.LOCK, "process", 0, cellCount));
      cellCount += 2;
    }
    threadCells = new int[threads];
    for (Toy.ThreadCode thread : program.threads()) {
      addActors(thread, new Flattener(names, endings), mentions);
    }
    if (hasHooks) {
      threadCells[ender] = cellCount;
      cellCount += THREAD_HEADER + 1;
      List<Instruction> code = endings.afterThreads(program.threads(), names);
      actors.add(new Actor("(end)", 0, code, false, false, false, false, false));
    }
    timed = mentions.timed || actors.stream().anyMatch(World::goesRound);
  }

  /** Whether only some yields of a thread are free, and it has some. */
  private static boolean goesRound(Actor actor) {
    return actor.canBeLeft()
        && actor.code().stream()
            .anyMatch(i -> i instanceof Instruction.Operation op && op.kind() == OpKind.YIELD);
  }

  private static Map<String, Reference> number(Toy program) {
    Map<String, Reference> names = new LinkedHashMap<>();
    int objects = 0;
    for (Toy.Global global : program.globals()) {
      names.put(global.name(), new Reference(objects, global.size(), LocalExpression.ONE));
      objects += elements(global.size());
    }
    int threads = 0;
    for (Toy.ThreadCode thread : program.threads()) {
      names.put(thread.name(), new Reference(threads, thread.size(), LocalExpression.ONE));
      threads += elements(thread.size());
    }
    return names;
  }

  private void addThings(Toy.Global global, int threads) {
    int cells =
        switch (global.kind()) {
          case ATOMIC, SHARED, SEMAPHORE -> 1;
          case CONDITION -> 0;
          case LOCK, BARRIER -> 2;
          case RWLOCK -> 2 + threads;
        };
    for (int i = 0; i < elements(global.size()); i++) {
      String name = elementName(global.name(), global.size(), i);
      things.add(new Thing(global.kind(), name, global.initial(), cellCount));
      cellCount += cells;
    }
  }

  private void addActors(Toy.ThreadCode thread, Flattener flattener, Mentions mentions) {
    List<Instruction> code = flattener.flatten(thread.body());
    for (int i = 0; i < elements(thread.size()); i++) {
      threadCells[actors.size()] = cellCount;
      cellCount += THREAD_HEADER + flattener.slotCount();
      actors.add(
          new Actor(
              elementName(thread.name(), thread.size(), i),
              i,
              code,
              thread.role() == Toy.Role.HOOK || mentions.started.contains(thread.name()),
              mentions.interrupted.contains(thread.name()),
              mentions.observed.contains(thread.name()),
              thread.role() == Toy.Role.THREAD,
              mentions.exits || thread.role() == Toy.Role.DAEMON));
    }
  }

  private static int elements(int size) {
    return size < 0 ? 1 : size;
  }

  private static String elementName(String name, int size, int i) {
    return size < 0 ? name : name + "[" + i + "]";
  }

  /** The number of real threads. */
  int threadCount() {
    return actors.size();
  }

  /** The number of the pseudo-thread whose only events are timeouts. */
  int clock() {
    return actors.size();
  }

  /** How far sleeping may take a thread ahead of the clock. */
  int patience() {
    return patience;
  }

  /** Whether something runs when the program is to end. */
  boolean hasHooks() {
    return hasHooks;
  }

  /** Whether some statement can give up. */
  boolean isTimed() {
    return timed;
  }

  int objectCount() {
    return things.size() + 3 * actors.size();
  }

  int globalCount() {
    return things.size();
  }

  Actor actor(int thread) {
    return actors.get(thread);
  }

  Thing thing(int object) {
    return things.get(object);
  }

  boolean isPlain(int object) {
    return object < things.size() && things.get(object).kind() == Toy.GlobalKind.SHARED;
  }

  int permitOf(int thread) {
    return things.size() + 3 * thread;
  }

  int interruptStatusOf(int thread) {
    return things.size() + 3 * thread + 1;
  }

  int livenessOf(int thread) {
    return things.size() + 3 * thread + 2;
  }

  int cellCount() {
    return cellCount;
  }

  int threadCell(int thread) {
    return threadCells[thread];
  }

  /** Which threads the statements of a program mention in ways that matter to others. */
  private static final class Mentions {
    final Set<String> started = new LinkedHashSet<>();
    final Set<String> interrupted = new LinkedHashSet<>();
    final Set<String> observed = new LinkedHashSet<>();
    boolean timed;
    boolean exits;

    void scan(List<Toy.Statement> statements) {
      for (Toy.Statement statement : statements) {
        if (statement instanceof Toy.If s) {
          scan(s.then());
          scan(s.otherwise());
        } else if (statement instanceof Toy.While s) {
          scan(s.body());
        } else if (statement instanceof Toy.Repeat s) {
          scan(s.body());
        } else if (statement instanceof Toy.Wait s) {
          timed |= s.timed();
        } else if (statement instanceof Toy.Act s) {
          scan(s);
        }
      }
    }

    private void scan(Toy.Act act) {
      timed |= act.timed() || act.verb() == Toy.Verb.SLEEP;
      exits |= act.verb() == Toy.Verb.EXIT || act.verb() == Toy.Verb.HALT;
      Toy.Ref object = act.object();
      if (object == null) {
        return;
      }
      if (act.verb() == Toy.Verb.START) {
        started.add(object.name());
      } else if (act.verb() == Toy.Verb.INTERRUPT) {
        interrupted.add(object.name());
      } else if (act.verb() == Toy.Verb.ALIVE) {
        observed.add(object.name());
      }
    }
  }
}
