package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.MethodCode;
import dev.clew.jvm.program.prospects.Call.End;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows every path of the code of a thread from where it stands, whatever the values, and notes
 * what is done on the way.
 *
 * <p>As in the thesis (5.1.1) the sets of locks of different paths are kept apart, not merged.
 * Numbers are followed as far as they are known, but not for ever: an instruction that was come to
 * too often is come to with unknown numbers.
 */
final class Forecast {
  private static final int MOST_PLACES = 20_000;
  private static final int MOST_PLACES_WITH_NUMBERS = 4_000;

  /** How often paths meet at an instruction with the numbers that are known. */
  private static final int MOST_VISITS = 12;

  /** Calls that begin alike. */
  private record Beginning(MethodCode method, List<Value> locals, Holds holds, boolean isNear) {}

  private record Spot(Call call, int index) {}

  private final JavaProspect prospect;
  private final Steps steps;
  private final Map<Beginning, Call> calls = new HashMap<>();
  private final Set<Place> seen = new HashSet<>();
  private final Map<Spot, Integer> visits = new HashMap<>();
  private final Map<MethodCode, Integer> callsOf = new HashMap<>();
  private final Deque<Place> left = new ArrayDeque<>();
  private final int mostVisits;
  private final int mostPlaces;
  private int followed;
  private boolean isTooLong;

  /** With {@code followsNumbers} there are more places, and more is known there. */
  Forecast(JavaProspect prospect, Surroundings surroundings, boolean followsNumbers) {
    this.prospect = prospect;
    this.mostVisits = followsNumbers ? MOST_VISITS : 0;
    this.mostPlaces = followsNumbers ? MOST_PLACES_WITH_NUMBERS : MOST_PLACES;
    this.steps = new Steps(this, prospect, surroundings);
  }

  Steps steps() {
    return steps;
  }

  /** Follows all paths from the places that were added. */
  void follow() {
    while (!left.isEmpty() && !prospect.isUnknown) {
      if (++followed > mostPlaces) {
        isTooLong = true;
        prospect.isUnknown = true;
      } else {
        steps.step(left.pop());
      }
    }
  }

  /** Whether there were too many places to follow them all. */
  boolean isTooLong() {
    return isTooLong;
  }

  /** A path comes to a place; where paths can meet, it ends if another one was there alike. */
  void goTo(Place place) {
    if (place.index() > 0 && !place.call().method.isTarget(place.index())) {
      left.push(place);
      return;
    }
    Place known = place;
    int count = visits.merge(new Spot(place.call(), place.index()), 1, Integer::sum);
    if (count > mostVisits) {
      known = place.blurred();
    }
    if (seen.add(known)) {
      left.push(known);
    }
  }

  // --- calls

  /** A path comes to the call of a method; the arguments are off the stack already. */
  void call(Place caller, MethodCode method, List<Value> arguments, @Nullable Value monitor) {
    int count = callsOf.merge(method, 1, Integer::sum);
    List<Value> locals = locals(method, arguments, count > mostVisits);
    Beginning beginning = new Beginning(method, locals, caller.holds(), caller.isNear());
    Call call = calls.get(beginning);
    boolean isNew = call == null;
    if (call == null) {
      call = new Call(method, monitor);
      calls.put(beginning, call);
    }
    if (!call.callers.contains(caller)) {
      call.callers.add(caller);
      for (End end : List.copyOf(call.ends)) {
        goOn(caller, end);
      }
    }
    if (isNew) {
      goTo(
          new Place(
              call, 0, locals, List.of(), caller.holds(), caller.isNear(), Collections.emptySet()));
    }
  }

  private static List<Value> locals(
      MethodCode method, List<Value> arguments, boolean areNumbersUnknown) {
    List<Value> locals =
        new ArrayList<>(Collections.nCopies(Math.max(method.maxLocals(), 1), Value.ANY));
    int[] kinds = method.arguments();
    int variable = 0;
    for (int k = 0; k < kinds.length; k++) {
      Value value = arguments.get(k);
      boolean isBlurred = areNumbersUnknown && value instanceof Value.Int;
      locals.set(variable, isBlurred ? Value.ANY : value);
      variable += kinds[k] == 'J' || kinds[k] == 'D' ? 2 : 1;
    }
    return List.copyOf(locals);
  }

  /** A path comes to the end of a call; what the method held is given back already. */
  void end(Call call, End end) {
    if (call.ends.add(end)) {
      for (Place caller : List.copyOf(call.callers)) {
        goOn(caller, end);
      }
    }
  }

  private void goOn(Place caller, End end) {
    Place place =
        new Place(
            caller.call(),
            caller.index(),
            caller.locals(),
            caller.stack(),
            end.holds(),
            end.isNear(),
            caller.escaped());
    place = place.escape(end.escaped());
    if (end.throwsUp()) {
      raise(place);
      return;
    }
    goTo(Calls.returned(place, end.result()));
  }

  /** A path may go on with an exception thrown by the instruction of a place. */
  void raise(Place place) {
    for (int handler : place.call().method.handlersOf(place.index())) {
      if (handler >= 0) {
        goTo(place.withStack(Place.thrown()).at(handler));
      } else {
        steps.leave(place, true, null);
      }
    }
  }
}
