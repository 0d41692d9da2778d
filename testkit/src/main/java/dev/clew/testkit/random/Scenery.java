package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Expr;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Local;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The objects and the threads a random program can name. */
final class Scenery {
  private final Random random;
  private final List<Global> globals = new ArrayList<>();
  private final List<Toy.ThreadCode> threads = new ArrayList<>();
  private final List<Answer> awaited = new ArrayList<>();

  /** What another thread can do for one that waits. */
  record Answer(Toy.Verb verb, Ref object) {}

  Scenery(Random random, int maxThreads) {
    this.random = random;
    addSome(GlobalKind.ATOMIC, "x", 0, 8);
    addSome(GlobalKind.SHARED, "p", 0, 8);
    addSome(GlobalKind.LOCK, "m", 0, 8);
    addSome(GlobalKind.CONDITION, "c", 0, 12);
    addSome(GlobalKind.SEMAPHORE, "s", random.nextInt(3), 12);
    addSome(GlobalKind.RWLOCK, "w", 0, 12);
    globals.add(new Global(GlobalKind.BARRIER, "b", -1, 2 + random.nextInt(2), Position.NONE));
    addThreads(2 + random.nextInt(Math.max(1, maxThreads - 1)));
  }

  /** One object, two objects, or, once in {@code arrayOneIn} times, an array of two. */
  private void addSome(GlobalKind kind, String name, int initial, int arrayOneIn) {
    if (random.nextInt(arrayOneIn) == 0) {
      globals.add(new Global(kind, name, 2, initial, Position.NONE));
      return;
    }
    int count = random.nextInt(3) == 0 ? 2 : 1;
    for (int i = 0; i < count; i++) {
      globals.add(new Global(kind, name + i, -1, initial, Position.NONE));
    }
  }

  private void addThreads(int count) {
    int left = count;
    if (count > 2 && random.nextInt(8) == 0) {
      threads.add(new Toy.ThreadCode("u", 2, List.of(), Position.NONE));
      left -= 2;
    }
    for (int i = 0; i < left; i++) {
      int at = random.nextInt(threads.size() + 1);
      threads.add(at, new Toy.ThreadCode("t" + i, -1, List.of(), Position.NONE));
    }
  }

  List<Global> globals() {
    return globals;
  }

  /** The threads, without code. */
  List<Toy.ThreadCode> threads() {
    return threads;
  }

  /** Remembers that a thread waits for this. */
  void await(Toy.Verb verb, Ref object) {
    awaited.add(new Answer(verb, object));
  }

  /** Something that some thread waits for, and that no other has done yet; often nothing. */
  Optional<Answer> answer() {
    if (awaited.isEmpty() || random.nextInt(3) != 0) {
      return Optional.empty();
    }
    return Optional.of(awaited.remove(random.nextInt(awaited.size())));
  }

  /** Some object of a kind. */
  Ref object(GlobalKind kind) {
    List<Global> candidates = new ArrayList<>();
    for (Global global : globals) {
      if (global.kind() == kind) {
        candidates.add(global);
      }
    }
    Global chosen = candidates.get(random.nextInt(candidates.size()));
    return new Ref(chosen.name(), index(chosen.size()), Position.NONE);
  }

  /** Some thread. */
  Ref thread() {
    return reference(threads.get(random.nextInt(threads.size())));
  }

  /** A thread, or some element of an array of threads. */
  Ref reference(Toy.ThreadCode thread) {
    return new Ref(thread.name(), index(thread.size()), Position.NONE);
  }

  /** Mostly one within range: in a thread that is no array, {@code self} is 0. */
  private @Nullable Expr index(int size) {
    if (size < 0) {
      return null;
    }
    return switch (random.nextInt(12)) {
      case 0 -> new Local("r");
      case 1, 2, 3 -> new Local("self");
      default -> new Constant(random.nextInt(size));
    };
  }
}
