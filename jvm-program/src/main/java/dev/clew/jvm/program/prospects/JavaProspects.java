package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.CodePlace;
import dev.clew.jvm.agent.ProgramCode;
import dev.clew.jvm.program.prospects.JavaProspect.Access;
import dev.clew.jvm.program.prospects.JavaProspect.Target;
import dev.clew.jvm.program.prospects.JavaProspect.Touch;
import dev.clew.jvm.run.ClassInitialisation;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Foresight;
import dev.clew.jvm.run.PlainAccesses;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Standpoint;
import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Prospects;
import dev.clew.trace.Trace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the threads of a Java program may still do; each answer is found once. */
public final class JavaProspects implements Prospects, Foresight {
  private static final int UNKNOWN_PROSPECT = 0;
  private static final int NOTHING = 1;

  /** In the place of a prospect: a thread has not begun. */
  private static final int NOT_BEGUN = -1;

  /** In the place of a prospect: nobody knows what a thread does besides its methods. */
  private static final int ASTRAY = -2;

  /** A question about an access that was done. */
  private record Passed(
      Location location, boolean isWrite, Set<Integer> held, int prospect, boolean isNear) {}

  /** A prospect, and what was read for it. */
  private record Answer(int prospect, List<Heap.Read> reads) {}

  private final Execution execution;
  private final ProgramCode code;
  private final Standpoint standpoint;
  private final Things things;
  private final Heap heap;
  private final Standing standing;
  private final PlainAccesses accesses = new PlainAccesses();
  private final Held held;
  private final boolean isMainKnown;

  private final Map<List<Integer>, List<Answer>> answers = new HashMap<>();
  private final Map<ByteBuffer, Integer> initialised = new HashMap<>();
  private final List<JavaProspect> prospects = new ArrayList<>();
  private final Map<Long, Boolean> races = new HashMap<>();
  private final Map<Long, Boolean> disturbances = new HashMap<>();
  private final Map<Passed, Boolean> passedRaces = new HashMap<>();

  /** What each thread begins with in this execution. */
  private int[] first = new int[8];

  /**
   * What a program may do.
   *
   * @param isMainKnown whether its main thread does nothing but call one static method
   */
  public JavaProspects(
      Execution execution, ProgramCode code, ClassLoader loader, boolean isMainKnown) {
    this.isMainKnown = isMainKnown;
    this.execution = execution;
    this.code = code;
    this.standpoint = new Standpoint(execution);
    this.things = new Things(execution, standpoint);
    this.heap = new Heap(things, loader);
    this.standing = new Standing(standpoint, code, things, heap);
    this.held = new Held(execution, things);
    forget();
    execution.foresee(this, accesses);
  }

  /** Forgets everything: something became visible. */
  public void forget() {
    answers.clear();
    races.clear();
    disturbances.clear();
    passedRaces.clear();
    prospects.clear();
    JavaProspect unknown = new JavaProspect();
    unknown.isUnknown = true;
    prospects.add(unknown);
    prospects.add(new JavaProspect());
  }

  // --- while the program runs

  @Override
  public void beginExecution() {
    Arrays.fill(first, NOT_BEGUN);
    held.begin();
  }

  @Override
  public void begun(ProgramThread thread) {
    int number = thread.number;
    if (number >= first.length) {
      int known = first.length;
      first = Arrays.copyOf(first, 2 * number);
      Arrays.fill(first, known, first.length, NOT_BEGUN);
    }
    boolean isFirst = first[number] == NOT_BEGUN;
    boolean isOnly = isFirst && (isMainKnown || number != Execution.MAIN);
    CodePlace place =
        isOnly && standpoint.height(thread) == 1 ? code.place(standpoint.point(thread, 0)) : null;
    if (place == null || place.method().isSynchronized()) {
      first[number] = ASTRAY;
    } else {
      first[number] = isKnown(thread) ? prospect(thread, null, -1) : UNKNOWN_PROSPECT;
    }
  }

  @Override
  public int after(ProgramThread thread, OpKind kind, int object, boolean isDone) {
    held.catchUp();
    if (kind == OpKind.END) {
      return NOTHING;
    }
    boolean isKnown =
        thread.number < first.length
            && first[thread.number] >= 0
            && isKnown(thread)
            && standing.areCalls(thread);
    return isKnown ? prospect(thread, kind, object) : UNKNOWN_PROSPECT;
  }

  private boolean isKnown(ProgramThread thread) {
    return !standpoint.isBeyondCode()
        && standpoint.isKnown(thread)
        && standpoint.runsOneMethod(thread);
  }

  private int prospect(ProgramThread thread, @Nullable OpKind kind, int object) {
    List<Integer> key = new ArrayList<>();
    Set<Integer> holds = kind == null ? Set.of() : held.of(thread.number);
    int mutex = kind == null ? -1 : things.mutexOf(object);
    key.add(thread.number);
    key.add(kind == null ? -1 : kind.code());
    key.add(mutex);
    key.add(
        initialised.computeIfAbsent(
            ByteBuffer.wrap(ClassInitialisation.states()), any -> initialised.size()));
    key.add(code.classes());
    key.add(holds.size());
    key.addAll(holds);
    if (!standing.describe(thread, key)) {
      return UNKNOWN_PROSPECT;
    }
    List<Answer> known = answers.computeIfAbsent(key, any -> new ArrayList<>());
    for (Answer each : known) {
      if (heap.confirms(each.reads)) {
        return each.prospect;
      }
    }
    List<Heap.Read> reads = heap.begin();
    JavaProspect prospect = foresee(thread, kind, mutex, holds);
    int number = prospect.isUnknown ? UNKNOWN_PROSPECT : prospects.size();
    if (!prospect.isUnknown) {
      prospects.add(prospect);
    }
    known.add(new Answer(number, reads));
    return number;
  }

  private JavaProspect foresee(
      ProgramThread thread, @Nullable OpKind kind, int mutex, Set<Integer> holds) {
    Surroundings around = new Surroundings(execution, standpoint, code, things, heap);
    JavaProspect prospect = new JavaProspect();
    Forecast forecast = new Forecast(prospect, around, true);
    follow(forecast, prospect, thread, kind, mutex, holds);
    if (forecast.isTooLong()) {
      prospect = new JavaProspect();
      follow(new Forecast(prospect, around, false), prospect, thread, kind, mutex, holds);
    }
    return prospect;
  }

  private void follow(
      Forecast forecast,
      JavaProspect prospect,
      ProgramThread thread,
      @Nullable OpKind kind,
      int mutex,
      Set<Integer> holds) {
    if (execution.objects.isLivenessVisible(thread.number)) {
      Target liveness = new Target.Number(execution.objects.liveness(thread.number));
      prospect.touches.add(new Touch(liveness, false, false));
    }
    Place place = standing.place(thread, holds);
    if (kind == null) {
      forecast.goTo(place);
    } else if (!standing.begin(forecast, place, kind, mutex < 0 ? null : mutex)) {
      prospect.isUnknown = true;
    }
    forecast.follow();
  }

  // --- questions

  @Override
  public int ofThread(int thread) {
    return thread < first.length ? Math.max(first[thread], UNKNOWN_PROSPECT) : UNKNOWN_PROSPECT;
  }

  @Override
  public boolean runsByItself(int thread) {
    return thread == Execution.MAIN;
  }

  @Override
  public int startCount(int prospect) {
    boolean isUnknown =
        prospect == UNKNOWN_PROSPECT || standpoint.isBeyondCode() || standpoint.isAnyDaemon();
    return isUnknown ? UNKNOWN : 0;
  }

  @Override
  public int started(int prospect, int k) {
    throw new IndexOutOfBoundsException(k);
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
    JavaProspect one = prospects.get(prospect);
    JavaProspect other = prospects.get(otherProspect);
    if (one.isUnknown || other.isUnknown) {
      return true;
    }
    for (Access a : one.accesses) {
      for (Access b : other.accesses) {
        if ((!isNear || a.isNear())
            && (!isOtherNear || b.isNear())
            && (a.isWrite() || b.isWrite())
            && isWatched(a.location())
            && a.location().meets(b.location())
            && Collections.disjoint(a.locks(), b.locks())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether races on a location are not known yet. */
  private boolean isWatched(Location location) {
    return location.field() < 0 || execution.objects.isWatched(location.field());
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
    JavaProspect reads = prospects.get(prospect);
    JavaProspect writes = prospects.get(writer);
    if (reads.isUnknown || writes.isUnknown) {
      return true;
    }
    for (Access a : reads.accesses) {
      for (Access b : writes.accesses) {
        if (a.isNear() && !a.isWrite() && b.isWrite() && a.location().meets(b.location())) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public boolean mayDependOn(int prospect, Trace trace, int event) {
    JavaProspect at = prospects.get(prospect);
    if (at.isUnknown) {
      return true;
    }
    OpKind kind = OpKind.of(trace.kind(event));
    boolean releases = kind == OpKind.UNLOCK || kind == OpKind.WAIT;
    int modes = trace.modes(event);
    for (Touch touch : at.touches) {
      boolean isMutex = touch.isMutexOnly() && releases;
      if (meets(touch, trace.object(event), Dependence.first(modes)) && !isMutex
          || meets(touch, trace.other(event), Dependence.second(modes))) {
        return true;
      }
    }
    return false;
  }

  private boolean meets(Touch touch, int object, int mode) {
    return object >= 0
        && !(touch.isLook() && mode == Dependence.READ)
        && isOf(touch.target(), object);
  }

  private boolean isOf(Target target, int object) {
    if (target instanceof Target.Number known) {
      return known.number() == object;
    }
    if (target instanceof Target.Place place) {
      return isAt(place.location(), object);
    }
    if (target instanceof Target.Part part) {
      return execution.objects.partOf(object) == part.part()
          && isPartOf(object, part.maker(), part.ordinal());
    }
    Target.Thing thing = (Target.Thing) target;
    return isPartOf(object, thing.maker(), thing.ordinal());
  }

  private boolean isPartOf(int object, int maker, int ordinal) {
    return execution.objects.makerOf(object) == maker
        && maker != Integer.MIN_VALUE
        && execution.objects.ordinalOf(object) == ordinal;
  }

  private boolean isAt(Location location, int object) {
    if (location.field() >= 0) {
      boolean isStatic = location.ordinal() < 0;
      return execution.objects.fieldOf(object) == location.field()
          && (isStatic
              || location.maker() == Location.ANYONE
              || isPartOf(object, location.maker(), location.ordinal()));
    }
    return execution.objects.isElement(object)
        && (location.maker() == Location.ANYONE
            || isPartOf(object, location.maker(), location.ordinal()))
        && (location.index() == Location.ANY_INDEX
            || execution.objects.partOf(object) == location.index());
  }

  // --- what was done

  @Override
  public int passedCount() {
    return accesses.size();
  }

  @Override
  public int passedThread(int k) {
    return accesses.thread(k);
  }

  @Override
  public int passedEvents(int k) {
    return accesses.events(k);
  }

  @Override
  public boolean mayRaceWithPassed(
      int k, int[] mutexes, int heldCount, int prospect, boolean isNear) {
    Set<Integer> with = new TreeSet<>();
    for (int h = 0; h < heldCount; h++) {
      with.add(things.mutexOf(mutexes[h]));
    }
    int field = accesses.field(k);
    Location location =
        new Location(
            Math.max(field, -1),
            accesses.elements(k),
            accesses.maker(k),
            accesses.ordinal(k),
            field >= 0 ? 0 : accesses.index(k));
    return passedRaces.computeIfAbsent(
        new Passed(location, accesses.isWrite(k), with, prospect, isNear), this::findPassedRace);
  }

  private boolean findPassedRace(Passed passed) {
    JavaProspect at = prospects.get(passed.prospect);
    if (at.isUnknown) {
      return true;
    }
    for (Access access : at.accesses) {
      if ((!passed.isNear || access.isNear())
          && (access.isWrite() || passed.isWrite)
          && isWatched(access.location())
          && access.location().meets(passed.location)
          && Collections.disjoint(access.locks(), passed.held)) {
        return true;
      }
    }
    return false;
  }
}
