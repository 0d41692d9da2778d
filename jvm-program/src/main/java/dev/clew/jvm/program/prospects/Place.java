package dev.clew.jvm.program.prospects;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A place in the code and how a path came to it.
 *
 * @param call the call of the method that it is in
 * @param index the instruction
 * @param isNear whether no visible operation was surely done since the beginning
 * @param escaped the makers of fresh objects that others may know by now, in this call
 */
record Place(
    Call call,
    int index,
    List<Value> locals,
    List<Value> stack,
    Holds holds,
    boolean isNear,
    Set<Integer> escaped) {

  Place at(int newIndex) {
    return new Place(call, newIndex, locals, stack, holds, isNear, escaped);
  }

  Place next() {
    return at(index + 1);
  }

  /** The k-th value from the top of the stack, from 0. */
  Value top(int k) {
    return stack.get(stack.size() - 1 - k);
  }

  Place popped(int count) {
    return withStack(stack.subList(0, stack.size() - count));
  }

  Place pushed(Value value) {
    List<Value> more = new ArrayList<>(stack);
    more.add(value);
    return withStack(more);
  }

  Place withStack(List<Value> newStack) {
    List<Value> copy = List.copyOf(newStack);
    return new Place(call, index, locals, copy, holds, isNear, escaped);
  }

  Place with(int variable, Value value) {
    List<Value> changed = new ArrayList<>(locals);
    changed.set(variable, value);
    return new Place(call, index, List.copyOf(changed), stack, holds, isNear, escaped);
  }

  Place with(Holds newHolds) {
    return new Place(call, index, locals, stack, newHolds, isNear, escaped);
  }

  /** After an operation, if it is surely visible. */
  Place after(boolean isVisible) {
    return isVisible && isNear
        ? new Place(call, index, locals, stack, holds, false, escaped)
        : this;
  }

  /** Others may know an object from here on. */
  Place escape(Value value) {
    return value instanceof Value.Fresh fresh ? escape(Set.of(fresh.maker())) : this;
  }

  Place escape(Set<Integer> makers) {
    if (makers.isEmpty()) {
      return this;
    }
    Set<Integer> more = new HashSet<>(escaped);
    more.addAll(makers);
    return new Place(
        call, index, hide(locals, makers), hide(stack, makers), holds, isNear, Set.copyOf(more));
  }

  private static List<Value> hide(List<Value> values, Set<Integer> makers) {
    List<Value> hidden = new ArrayList<>(values);
    hidden.replaceAll(
        each ->
            each instanceof Value.Fresh fresh && makers.contains(fresh.maker()) ? Value.ANY : each);
    return List.copyOf(hidden);
  }

  /** The same, with no number known. */
  Place blurred() {
    return new Place(call, index, blur(locals), blur(stack), holds, isNear, escaped);
  }

  private static List<Value> blur(List<Value> values) {
    List<Value> blurred = new ArrayList<>(values);
    blurred.replaceAll(each -> each instanceof Value.Int ? Value.ANY : each);
    return List.copyOf(blurred);
  }

  /** A stack with nothing but an exception. */
  static List<Value> thrown() {
    return Collections.singletonList(Value.ANY);
  }
}
