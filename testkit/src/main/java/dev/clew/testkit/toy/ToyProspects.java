package dev.clew.testkit.toy;

import dev.clew.testkit.toy.ToyProspect.Access;
import dev.clew.testkit.toy.ToyProspect.Touch;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Prospects;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the threads of a toy program may still do, from its code; each answer is found once. */
final class ToyProspects implements Prospects {
  /** Where a thread is, and the mutexes it holds there. */
  private record Point(int thread, int pc, Set<Integer> held) {}

  /** A question about an access that was done. */
  private record Passed(
      int object, boolean isWrite, Set<Integer> held, int prospect, boolean isNear) {}

  private final ToyCode program;
  private final boolean[] visible;
  private final int[] locks;
  private final Map<Point, Integer> numbers = new HashMap<>();
  private final List<ToyProspect> prospects = new ArrayList<>();
  private final Map<Long, Boolean> races = new HashMap<>();
  private final Map<Long, Boolean> disturbances = new HashMap<>();
  private final Map<Passed, Boolean> passedRaces = new HashMap<>();
  private Trace trace = new Trace();

  ToyProspects(ToyCode program, boolean[] visible, int[] locks) {
    this.program = program;
    this.visible = visible;
    this.locks = locks;
  }

  /** Forgets everything: a location became visible. */
  void forget() {
    numbers.clear();
    prospects.clear();
    races.clear();
    disturbances.clear();
    passedRaces.clear();
  }

  /** Answers are about this execution from now on. */
  void begin(Trace newTrace) {
    trace = newTrace;
  }

  /** The prospect of a thread that goes on at an instruction, when the cells are these. */
  int at(int thread, int pc, int[] cells) {
    Set<Integer> held = new HashSet<>();
    for (int lock : locks) {
      if (cells[lock] == thread) {
        held.add(lock);
      }
    }
    return number(new Point(thread, pc, held));
  }

  private int number(Point point) {
    Integer known = numbers.get(point);
    if (known != null) {
      return known;
    }
    prospects.add(ToyForecast.of(program, visible, point.thread(), point.pc(), point.held()));
    numbers.put(point, prospects.size() - 1);
    return prospects.size() - 1;
  }

  @Override
  public int ofThread(int thread) {
    return number(new Point(thread, program.entry[thread], Set.of()));
  }

  @Override
  public boolean runsByItself(int thread) {
    return thread < program.threads && program.startsByItself[thread];
  }

  @Override
  public int startCount(int prospect) {
    ToyProspect at = prospects.get(prospect);
    return at.isUnknown ? UNKNOWN : at.starts.size();
  }

  @Override
  public int started(int prospect, int k) {
    return prospects.get(prospect).starts.get(k);
  }

  @Override
  public boolean mayRace(int prospect, boolean isNear, int other, boolean isOtherNear) {
    long pair = (2L * prospect + (isNear ? 1 : 0)) << 32 | 2L * other + (isOtherNear ? 1 : 0);
    Boolean known = races.get(pair);
    if (known == null) {
      known = findRace(prospect, isNear, other, isOtherNear);
      races.put(pair, known);
    }
    return known;
  }

  private boolean findRace(int prospect, boolean isNear, int otherProspect, boolean isOtherNear) {
    ToyProspect one = prospects.get(prospect);
    ToyProspect other = prospects.get(otherProspect);
    if (one.isUnknown || other.isUnknown) {
      return true;
    }
    for (Access a : one.accesses) {
      if (!isNear || a.isNear()) {
        for (Access b : other.accesses) {
          if ((!isOtherNear || b.isNear())
              && (a.isWrite() || b.isWrite())
              && ToyProspect.meet(a.object(), b.object(), program.plain, visible)
              && Collections.disjoint(a.locks(), b.locks())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Override
  public boolean mayDisturb(int prospect, int writer) {
    long pair = (long) prospect << 32 | writer;
    Boolean known = disturbances.get(pair);
    if (known == null) {
      known = findDisturbance(prospect, writer);
      disturbances.put(pair, known);
    }
    return known;
  }

  private boolean findDisturbance(int prospect, int writer) {
    ToyProspect reads = prospects.get(prospect);
    ToyProspect writes = prospects.get(writer);
    if (reads.isUnknown || writes.isUnknown) {
      return true;
    }
    boolean[] none = new boolean[visible.length];
    for (Access a : reads.accesses) {
      if (a.isNear() && !a.isWrite()) {
        for (Access b : writes.accesses) {
          if (b.isWrite() && ToyProspect.meet(a.object(), b.object(), program.plain, none)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Override
  public boolean mayDependOn(int prospect, Trace events, int event) {
    ToyProspect at = prospects.get(prospect);
    if (at.isUnknown) {
      return true;
    }
    OpKind kind = OpKind.of(events.kind(event));
    boolean releases = kind == OpKind.UNLOCK || kind == OpKind.WAIT;
    int modes = events.modes(event);
    for (Touch touch : at.touches) {
      boolean isMutex = touch.isMutexOnly() && releases;
      if (meets(touch, events.object(event), Dependence.first(modes)) && !isMutex
          || meets(touch, events.other(event), Dependence.second(modes))) {
        return true;
      }
    }
    return false;
  }

  private static boolean meets(Touch touch, int object, int mode) {
    return object >= 0
        && (touch.object() == object || touch.object() == ToyProspect.ANY)
        && !(touch.isLook() && mode == Dependence.READ);
  }

  @Override
  public int passedCount() {
    return trace.watched().size();
  }

  @Override
  public int passedThread(int k) {
    return trace.watched().thread(k);
  }

  @Override
  public int passedEvents(int k) {
    return trace.watched().eventsBefore(k);
  }

  @Override
  public boolean mayRaceWithPassed(int k, int[] held, int heldCount, int prospect, boolean isNear) {
    Set<Integer> with = new HashSet<>();
    for (int h = 0; h < heldCount; h++) {
      with.add(held[h]);
    }
    return passedRaces.computeIfAbsent(
        new Passed(trace.watched().object(k), trace.watched().isWrite(k), with, prospect, isNear),
        this::findPassedRace);
  }

  private boolean findPassedRace(Passed passed) {
    ToyProspect at = prospects.get(passed.prospect());
    if (at.isUnknown) {
      return true;
    }
    for (Access access : at.accesses) {
      if ((!passed.isNear() || access.isNear())
          && (access.isWrite() || passed.isWrite())
          && ToyProspect.meet(access.object(), passed.object(), program.plain, visible)
          && Collections.disjoint(access.locks(), passed.held())) {
        return true;
      }
    }
    return false;
  }
}
