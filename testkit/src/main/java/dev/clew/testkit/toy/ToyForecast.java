package dev.clew.testkit.toy;

import dev.clew.testkit.toy.ToyProspect.Access;
import dev.clew.testkit.toy.ToyProspect.Touch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Follows every path of the code of a thread from an instruction on, whatever the values, and notes
 * what is done on the way.
 *
 * <p>As in the thesis (5.1.1) the sets of locks of different paths are kept apart, not merged: a
 * place is an instruction together with what is surely held there.
 */
final class ToyForecast {
  private static final int MOST_PLACES = 20_000;

  /**
   * An instruction and how a path came to it.
   *
   * @param holds how often each mutex is held at least; exactly, if {@code isExact} and it was not
   *     held at the beginning
   * @param isNear whether no visible operation was surely done since the beginning
   */
  private record Place(int pc, Map<Integer, Integer> holds, boolean isExact, boolean isNear) {}

  private final ToyCode program;
  private final int[] code;
  private final boolean[] visible;
  private final int thread;
  private final Set<Integer> heldAtFirst;
  private final ToyProspect prospect = new ToyProspect();
  private final Set<Place> seen = new HashSet<>();
  private final Deque<Place> left = new ArrayDeque<>();

  private ToyForecast(ToyCode program, boolean[] visible, int thread, Set<Integer> held) {
    this.program = program;
    this.code = program.code;
    this.visible = visible;
    this.thread = thread;
    this.heldAtFirst = held;
  }

  /** What a thread may do from an instruction on, where it holds these mutexes. */
  static ToyProspect of(ToyCode program, boolean[] visible, int thread, int pc, Set<Integer> held) {
    ToyForecast forecast = new ToyForecast(program, visible, thread, held);
    forecast.followFrom(pc);
    return forecast.prospect;
  }

  private void followFrom(int pc) {
    Map<Integer, Integer> holds = new TreeMap<>();
    heldAtFirst.forEach(lock -> holds.put(lock, 1));
    if (program.hasClock || program.hasHooks) {
      // what gives up when time passes depends on everything; a hook may be started by several
      prospect.isUnknown = true;
      return;
    }
    if (program.observed[thread]) {
      touch(program.livenesses + thread);
    }
    goTo(new Place(pc, holds, true, true));
    while (!left.isEmpty()) {
      if (seen.size() > MOST_PLACES) {
        prospect.isUnknown = true;
        return;
      }
      follow(left.pop());
    }
  }

  private void goTo(Place place) {
    if (seen.add(place)) {
      left.push(place);
    }
  }

  private void follow(Place at) {
    int pc = at.pc();
    int op = code[pc];
    switch (op) {
      case ToyOp.NOT_STARTED, ToyOp.ENDED, ToyOp.HALTED -> {}
      case ToyOp.END, ToyOp.FINISH, ToyOp.FAIL, ToyOp.HALT -> {}
      case ToyOp.JUMP -> goTo(at, code[pc + 1]);
      case ToyOp.JUMP_IF_EQUAL,
          ToyOp.JUMP_IF_NOT_EQUAL,
          ToyOp.JUMP_IF_LESS,
          ToyOp.JUMP_IF_LESS_OR_EQUAL,
          ToyOp.JUMP_IF_UNSTARTED -> {
        goTo(at, code[pc + 1]);
        goTo(at, pc + ToyOp.length(op));
      }
      case ToyOp.PLAIN_READ, ToyOp.PLAIN_WRITE -> access(at, op == ToyOp.PLAIN_WRITE);
      case ToyOp.LOCK -> take(at);
      case ToyOp.TRY_LOCK -> {
        touches(operand(pc), false, false);
        takeOrNot(at);
      }
      case ToyOp.UNLOCK -> release(at);
      case ToyOp.WAIT -> {
        touchMutex(operand(pc));
        touch(second(pc));
        goOn(at); // the mutex is held again when the next access can be done
      }
      case ToyOp.REACQUIRE -> reacquire(at);
      default -> {
        if (op < ToyOp.NOT_STARTED) {
          act(at, op);
        } else {
          goTo(at, pc + ToyOp.length(op)); // local code; if it fails the thread ends
        }
      }
    }
  }

  /** Does a visible operation that is none on a mutex. */
  private void act(Place at, int op) {
    int pc = at.pc();
    switch (op) {
      case ToyOp.READ -> touches(operand(pc), true, false);
      case ToyOp.START -> {
        start(operand(pc));
        touchLiveness(operand(pc));
      }
      case ToyOp.IS_ALIVE -> touchLiveness(operand(pc));
      case ToyOp.UNPARK -> touchOf(program.permits, operand(pc));
      case ToyOp.INTERRUPT -> touchOf(program.statuses, operand(pc));
      case ToyOp.PARK -> {
        touchOf(program.permits, thread);
        touchOf(program.statuses, thread);
      }
      case ToyOp.TEST_INTERRUPT -> touchOf(program.statuses, thread);
      case ToyOp.JOIN, ToyOp.YIELD, ToyOp.ROUND, ToyOp.CHOOSE, ToyOp.PASS -> {}
      default -> touch(operand(pc));
    }
    boolean mayBeLocal =
        op == ToyOp.READ_LOCK
            || op == ToyOp.WRITE_LOCK
            || op >= ToyOp.TRY_READ_LOCK && op <= ToyOp.WRITE_UNLOCK;
    if (mayBeLocal) {
      goTo(at, pc + ToyOp.length(op));
    } else {
      goOn(at);
    }
  }

  private void access(Place at, boolean isWrite) {
    int pc = at.pc();
    int object = operand(pc);
    prospect.accesses.add(
        new Access(object, isWrite, at.isNear(), Set.copyOf(at.holds().keySet())));
    for (int o = 0; o < program.objects; o++) {
      if (visible[o] && (object == o || object == ToyProspect.ANY && program.plain[o])) {
        touches(o, !isWrite, false);
      }
    }
    goTo(at, pc + ToyOp.length(code[pc]));
  }

  // --- mutexes

  private void take(Place at) {
    int lock = operand(at.pc());
    touchMutex(lock);
    goTo(taken(at, lock));
  }

  private void takeOrNot(Place at) {
    int lock = operand(at.pc());
    goTo(taken(at, lock));
    goTo(after(at, at.holds(), at.isExact(), at.isNear() && !isSurelyFree(at, lock)));
  }

  private Place taken(Place at, int lock) {
    boolean isNear = at.isNear() && !isSurelyFree(at, lock);
    if (lock == ToyProspect.ANY) {
      return after(at, at.holds(), false, isNear);
    }
    Map<Integer, Integer> holds = new TreeMap<>(at.holds());
    holds.merge(lock, 1, Integer::sum);
    return after(at, holds, at.isExact(), isNear);
  }

  private void release(Place at) {
    int lock = operand(at.pc());
    touchMutex(lock);
    Map<Integer, Integer> holds = new TreeMap<>(at.holds());
    if (lock == ToyProspect.ANY) {
      holds.clear();
      goTo(after(at, holds, false, at.isNear()));
      return;
    }
    boolean isLast = isExact(at, lock) && at.holds().getOrDefault(lock, 0) == 1;
    holds.computeIfPresent(lock, (any, count) -> count == 1 ? null : count - 1);
    goTo(after(at, holds, at.isExact(), at.isNear() && !isLast));
  }

  /** Comes back from a wait, with the mutex that was given back for it. */
  private void reacquire(Place at) {
    int lock = operand(at.pc());
    touchMutex(lock);
    touch(second(at.pc()));
    touchOf(program.statuses, thread);
    Map<Integer, Integer> holds = new TreeMap<>(at.holds());
    if (lock != ToyProspect.ANY) {
      holds.putIfAbsent(lock, 1);
    }
    goTo(after(at, holds, at.isExact(), false));
  }

  private boolean isSurelyFree(Place at, int lock) {
    return isExact(at, lock) && !at.holds().containsKey(lock);
  }

  private boolean isExact(Place at, int lock) {
    return at.isExact() && lock != ToyProspect.ANY && !heldAtFirst.contains(lock);
  }

  // --- paths

  private void goTo(Place at, int pc) {
    goTo(new Place(pc, at.holds(), at.isExact(), at.isNear()));
  }

  /** After an operation that is surely visible. */
  private void goOn(Place at) {
    goTo(after(at, at.holds(), at.isExact(), false));
  }

  private Place after(Place at, Map<Integer, Integer> holds, boolean isExact, boolean isNear) {
    return new Place(at.pc() + ToyOp.length(code[at.pc()]), holds, isExact, isNear);
  }

  // --- operands

  private int operand(int pc) {
    return code[pc + 2] == ToyCode.ZERO ? code[pc + 3] : ToyProspect.ANY;
  }

  private int second(int pc) {
    return code[pc + 4] == ToyCode.ZERO ? code[pc + 5] : ToyProspect.ANY;
  }

  private void start(int target) {
    for (int t = 0; t < program.threads; t++) {
      boolean isMeant = target == t || target == ToyProspect.ANY && !program.startsByItself[t];
      if (isMeant && !prospect.starts.contains(t)) {
        prospect.starts.add(t);
      }
    }
  }

  private void touchLiveness(int target) {
    touchOf(program.livenesses, target);
  }

  /** Touches what belongs to a thread, if the program has such things. */
  private void touchOf(int first, int target) {
    if (first >= 0) {
      touch(target == ToyProspect.ANY ? ToyProspect.ANY : first + target);
    }
  }

  private void touch(int object) {
    touches(object, false, false);
  }

  private void touchMutex(int object) {
    touches(object, false, true);
  }

  private void touches(int object, boolean isLook, boolean isMutexOnly) {
    prospect.touches.add(new Touch(object, isLook, isMutexOnly));
  }
}
