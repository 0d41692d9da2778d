package dev.clew.testkit.c;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.written.Statements;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a toy program ends in C.
 *
 * <p>The main thread of C is what ends a toy program with hooks when its threads have ended: it
 * joins these in the same order, and returns. The hooks are created and joined by a function that
 * is called at the end. An exit without hooks is no operation of the toy, and neither is {@code
 * _exit} in C; the return from main is an operation, but nobody else does it.
 */
record Ends(Toy toy) {
  static Ends of(Toy toy) {
    return new Ends(toy);
  }

  boolean hasHooks() {
    return toy.threads().stream().anyMatch(thread -> thread.role() == Role.HOOK);
  }

  private boolean hasExits() {
    return toy.threads().stream().anyMatch(thread -> exits(thread.body()));
  }

  private static boolean exits(List<Statement> body) {
    return Statements.unrolled(body).stream()
        .anyMatch(
            statement ->
                statement instanceof Act act
                    && (act.verb() == Verb.EXIT || act.verb() == Verb.HALT));
  }

  /** Whether the program may end while threads are left, or does something when it ends. */
  boolean leaveThreads() {
    return hasExits() || toy.threads().stream().anyMatch(thread -> thread.role() != Role.THREAD);
  }

  /** The threads of one role, by their names and numbers. */
  List<Creation.Element> ofRole(Role role) {
    List<Creation.Element> elements = new ArrayList<>();
    for (ThreadCode thread : toy.threads()) {
      for (int i = 0; thread.role() == role && i < Math.max(1, thread.size()); i++) {
        elements.add(new Creation.Element(thread.name(), i));
      }
    }
    return elements;
  }

  /** Those that the program waits for, each after its starter, as the language says. */
  List<Creation.Element> joined() {
    Map<String, String> starters = starters();
    List<Creation.Element> waitedFor = ofRole(Role.THREAD);
    List<Creation.Element> joined = new ArrayList<>();
    int before = -1;
    while (before < joined.size()) {
      before = joined.size();
      for (Creation.Element thread : waitedFor) {
        String starter = starters.get(thread.name());
        boolean isDue =
            starter == null || joined.stream().anyMatch(other -> other.name().equals(starter));
        if (isDue && !joined.contains(thread)) {
          joined.add(thread);
        }
      }
    }
    return joined;
  }

  /** Whether some thread starts this one, which may not happen. */
  boolean isStarted(Creation.Element thread) {
    return starters().containsKey(thread.name());
  }

  private Map<String, String> starters() {
    Map<String, String> starters = new HashMap<>();
    for (ThreadCode thread : toy.threads()) {
      for (Statement statement : Statements.unrolled(thread.body())) {
        if (statement instanceof Act act && act.verb() == Verb.START && act.object() != null) {
          starters.put(act.object().name(), thread.name());
        }
      }
    }
    return starters;
  }
}
