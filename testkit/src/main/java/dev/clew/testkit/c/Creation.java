package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.written.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who creates and who joins the threads of a toy program in C.
 *
 * <p>A thread of C can be joined once, and only by a thread that has its identifier: the main
 * thread creates a thread after those that it joins. A thread that another one starts is joined by
 * that one alone, below the start.
 *
 * <p>If the program may end while threads are left the main thread joins those, and only those,
 * that the program waits for, each after its starter, and returns.
 *
 * @param inOrder the threads that the main thread creates
 * @param toJoin the threads that it joins
 * @param leavesThreads whether there are others, for which it waits when it is done
 */
record Creation(List<Element> inOrder, List<Element> toJoin, boolean leavesThreads) {
  /** A thread. */
  record Element(String name, int index) {}

  /** Nothing if C cannot express how the program starts and joins threads. */
  static Optional<Creation> of(Toy toy) {
    Map<String, ThreadCode> starters = new HashMap<>();
    Map<Element, ThreadCode> joiners = new LinkedHashMap<>();
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
          starters.put(act.object().name(), thread);
        }
      }
    }
    for (ThreadCode thread : toy.threads()) {
      if (!addJoins(toy, thread, starters.keySet(), joiners)) {
        return Optional.empty();
      }
    }
    Ends ends = Ends.of(toy);
    if (!ends.leaveThreads()) {
      return order(toy, starters, joiners);
    }
    List<Element> joinedAtEnd = ends.joined();
    boolean isJoinedTwice =
        Stream.concat(joinedAtEnd.stream(), ends.ofRole(Role.HOOK).stream())
            .anyMatch(joiners::containsKey);
    boolean isAnyLeft = joinedAtEnd.size() < ends.ofRole(Role.THREAD).size();
    return isJoinedTwice || isAnyLeft // whom a daemon starts the main thread cannot wait for
        ? Optional.empty()
        : order(toy, starters, joiners)
            .map(creation -> new Creation(creation.inOrder(), joinedAtEnd, false));
  }

  private static boolean addJoins(
      Toy toy, ThreadCode thread, Set<String> started, Map<Element, ThreadCode> joiners) {
    for (Statement statement : Statements.unrolled(thread.body())) {
      if (!(statement instanceof Act act) || act.verb() != Verb.JOIN || act.object() == null) {
        continue;
      }
      Optional<Element> target = element(toy, act.object());
      if (target.isEmpty()
          || thread.size() > 1
          || joiners.put(target.get(), thread) != null
          || started.contains(target.get().name()) && !startsBefore(thread, act)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread starts another one at the top of its code and joins it there further down. */
  private static boolean startsBefore(ThreadCode thread, Act join) {
    for (Statement statement : thread.body()) {
      if (statement == join) {
        return false;
      }
      if (statement instanceof Act act
          && act.verb() == Verb.START
          && isSame(act.object(), join.object())) {
        return thread.body().contains(join);
      }
    }
    return false;
  }

  private static boolean isSame(@Nullable Ref left, @Nullable Ref right) {
    return left != null
        && right != null
        && left.name().equals(right.name())
        && Objects.equals(left.index(), right.index());
  }

  private static Optional<Element> element(Toy toy, Ref ref) {
    Expr index = ref.index();
    if (index == null) {
      return Optional.of(new Element(ref.name(), 0));
    }
    int size =
        toy.threads().stream()
            .filter(thread -> thread.name().equals(ref.name()))
            .findFirst()
            .orElseThrow()
            .size();
    boolean isKnown =
        index instanceof Constant constant && constant.value() >= 0 && constant.value() < size;
    return isKnown
        ? Optional.of(new Element(ref.name(), ((Constant) index).value()))
        : Optional.empty();
  }

  private static Optional<Creation> order(
      Toy toy, Map<String, ThreadCode> starters, Map<Element, ThreadCode> joiners) {
    joiners.replaceAll((target, joiner) -> createdByMain(joiner, starters));
    List<ThreadCode> left = new ArrayList<>();
    for (ThreadCode thread : toy.threads()) {
      if (!starters.containsKey(thread.name()) && thread.role() != Role.HOOK) {
        left.add(thread);
      }
    }
    List<Element> inOrder = new ArrayList<>();
    List<Element> toJoin = new ArrayList<>();
    while (!left.isEmpty()) {
      Optional<ThreadCode> next =
          left.stream().filter(thread -> joinsNone(thread, left, joiners)).findFirst();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      left.remove(next.get());
      for (int i = 0; i < Math.max(1, next.get().size()); i++) {
        Element element = new Element(next.get().name(), i);
        inOrder.add(element);
        if (!joiners.containsKey(element)) {
          toJoin.add(element);
        }
      }
    }
    boolean leavesThreads = !starters.isEmpty() || toJoin.size() < inOrder.size();
    return Optional.of(new Creation(inOrder, toJoin, leavesThreads));
  }

  /** The thread that starts it, or starts the one that starts it, and so on. */
  private static ThreadCode createdByMain(ThreadCode thread, Map<String, ThreadCode> starters) {
    ThreadCode first = thread;
    for (int i = 0; i < starters.size(); i++) {
      first = starters.getOrDefault(first.name(), first);
    }
    return first;
  }

  private static boolean joinsNone(
      ThreadCode thread, List<ThreadCode> left, Map<Element, ThreadCode> joiners) {
    return joiners.entrySet().stream()
        .noneMatch(
            join ->
                join.getValue() == thread
                    && left.stream().anyMatch(code -> code.name().equals(join.getKey().name())));
  }
}
