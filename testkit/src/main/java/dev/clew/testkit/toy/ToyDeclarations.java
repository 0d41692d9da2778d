package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.ToySymbols.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The declarations of one program, checked, and what its references refer to. */
final class ToyDeclarations {
  /** Elements of all arrays and single objects together. */
  static final int MOST_OBJECTS = 1_000_000;

  /** Threads, the elements of arrays counted. */
  static final int MOST_THREADS = 1_000;

  /** The longest sleep, and the latest that a timed operation gives up. */
  static final int LONGEST_TIME = 1_000_000;

  /** Permits that a semaphore starts with, or that one operation takes or gives. */
  static final int MOST_PERMITS = 10_000;

  /** Values of one choice. */
  static final int MOST_CHOICES = 1_000;

  /** Read-write locks times threads, as each thread has its own holds of each. */
  static final int MOST_READ_HOLDS = 10_000_000;

  private final String program;
  private final Map<String, Declared> declared = new LinkedHashMap<>();

  /** What a name stands for; a thread has no kind. */
  private record Declared(@Nullable GlobalKind kind, int size, Position at) {
    boolean isVariable() {
      return new Symbol(kind).isVariable();
    }
  }

  ToyDeclarations(Toy toy) {
    this.program = toy.name();
    long objects = 0;
    for (Global global : toy.globals()) {
      declare(global.name(), new Declared(global.kind(), global.size(), global.at()));
      checkInitial(global);
      objects += Math.abs(global.size());
      require(objects <= MOST_OBJECTS, global.at(), "more than " + MOST_OBJECTS + " objects");
    }
    long threads = 0;
    for (ThreadCode thread : toy.threads()) {
      declare(thread.name(), new Declared(null, thread.size(), thread.at()));
      threads += Math.abs(thread.size());
      require(threads <= MOST_THREADS, thread.at(), "more than " + MOST_THREADS + " threads");
    }
    for (Global global : toy.globals()) {
      boolean fits =
          global.kind() != GlobalKind.RWLOCK
              || Math.abs(global.size()) * threads <= MOST_READ_HOLDS;
      require(fits, global.at(), "too many read-write locks for " + threads + " threads");
    }
  }

  boolean isDeclared(String name) {
    return declared.containsKey(name);
  }

  /** The number of elements of a declared array. */
  int sizeOf(String name) {
    Declared found = declared.get(name);
    return found == null ? 0 : found.size();
  }

  /** Checks that a reference names an object of a kind; null stands for a thread. */
  void resolve(Ref ref, @Nullable GlobalKind kind) {
    resolve(ref, Symbol.described(kind), found -> found.kind() == kind);
  }

  /** Checks that a reference names a variable. */
  void resolveVariable(Ref ref, boolean atomic) {
    if (atomic) {
      resolve(ref, GlobalKind.ATOMIC);
    } else {
      resolve(ref, "a variable", Declared::isVariable);
    }
  }

  ToySyntaxException error(Position at, String problem) {
    return new ToySyntaxException(program, at.line(), at.column(), problem);
  }

  private void declare(String name, Declared what) {
    Declared earlier = declared.putIfAbsent(name, what);
    if (earlier != null) {
      throw error(what.at(), "'" + name + "' is declared already, at line " + earlier.at().line());
    }
    boolean isName = ToyWords.isName(name) && !name.equals(ToyWords.SELF);
    require(isName, what.at(), "'" + name + "' is a word of the language and no name");
    require(what.size() == -1 || what.size() >= 1, what.at(), "an array has at least 1 element");
  }

  private void checkInitial(Global global) {
    switch (global.kind()) {
      case SEMAPHORE ->
          require(
              global.initial() >= 0 && global.initial() <= MOST_PERMITS,
              global.at(),
              "a semaphore starts with 0 to " + MOST_PERMITS + " permits");
      case BARRIER -> {
        require(global.size() < 0, global.at(), "a barrier cannot be an array");
        require(global.initial() >= 1, global.at(), "a barrier has at least 1 party");
      }
      case LOCK, CONDITION, RWLOCK ->
          require(global.initial() == 0, global.at(), "only a variable has an initial value");
      case ATOMIC, SHARED -> {}
    }
  }

  private void resolve(Ref ref, String wanted, Predicate<Declared> fits) {
    Declared found = declared.get(ref.name());
    if (found == null) {
      String what = wanted.substring(wanted.indexOf(' ') + 1);
      throw error(
          ref.at(), "there is no " + what + " '" + ref.name() + "'" + hint(ref.name(), fits));
    }
    if (!fits.test(found)) {
      throw error(
          ref.at(),
          "'" + ref.name() + "' is " + Symbol.described(found.kind()) + ", expected " + wanted);
    }
    checkShape(ref, found);
  }

  private String hint(String name, Predicate<Declared> fits) {
    List<String> fitting =
        declared.entrySet().stream()
            .filter(entry -> fits.test(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    String hint = NearestName.hint(name, fitting);
    return hint.isEmpty() ? NearestName.hint(name, declared.keySet()) : hint;
  }

  private void checkShape(Ref ref, Declared found) {
    if (found.size() < 0 && ref.index() != null) {
      throw error(ref.at(), "'" + ref.name() + "' is no array, it takes no index");
    }
    if (found.size() >= 0 && ref.index() == null) {
      throw error(
          ref.at(), "'" + ref.name() + "' is an array: say which element, " + ref.name() + "[0]");
    }
  }

  private void require(boolean holds, Position at, String problem) {
    if (!holds) {
      throw error(at, problem);
    }
  }
}
