package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Global;
import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.ToyChecker;
import dev.clew.testkit.toy.ToySyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Makes a program that shows something as small as it can while it still shows it.
 *
 * <p>Takes the first reduction that keeps the question answered with yes, large ones first, until
 * none does. The same program and question give the same result. Lines of statements are kept.
 */
public final class Shrinker {
  private Shrinker() {}

  /**
   * A smallest program, in single reductions, of which the question is still true.
   *
   * @param program one of which it is true
   * @param stillFails the question; an exception of it is not caught
   */
  public static Toy shrink(Toy program, Predicate<Toy> stillFails) {
    Toy smallest = program;
    Optional<Toy> next = Optional.of(program);
    while (next.isPresent()) {
      smallest = next.get();
      next = reductions(smallest).stream().filter(stillFails).findFirst();
    }
    return smallest;
  }

  /** The same as far as a minute goes: a program that is hard to compare is told as it is then. */
  public static Toy shrinkForAMinute(Toy program, Predicate<Toy> stillFails) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    return shrink(program, toy -> System.nanoTime() < end && stillFails.test(toy));
  }

  /** All programs one reduction away. */
  static List<Toy> reductions(Toy program) {
    List<Toy> all = new ArrayList<>();
    addWithoutThreads(program, all);
    addWithoutGlobals(program, all);
    for (int i = 0; i < program.threads().size(); i++) {
      ThreadCode thread = program.threads().get(i);
      for (List<Statement> body : SmallerCode.blocks(thread.body())) {
        all.add(withThread(program, i, thread.withBody(body)));
      }
    }
    addSmallerArraysOfThreads(program, all);
    addSmallerGlobals(program, all);
    addPlainThreads(program, all);
    if (program.patience() != Toy.PATIENCE) {
      all.add(program.withPatience(Toy.PATIENCE));
    }
    return all;
  }

  private static void addWithoutThreads(Toy program, List<Toy> all) {
    if (program.threads().size() == 1) {
      return;
    }
    for (ThreadCode removed : program.threads()) {
      List<ThreadCode> threads = new ArrayList<>();
      for (ThreadCode thread : program.threads()) {
        if (!thread.name().equals(removed.name())) {
          List<Statement> body = Usage.withoutMentions(removed.name(), thread.body());
          threads.add(thread.withBody(body));
        }
      }
      all.add(program.withThreads(List.copyOf(threads)));
    }
  }

  private static void addWithoutGlobals(Toy program, List<Toy> all) {
    Set<String> used = Usage.names(program);
    for (int i = 0; i < program.globals().size(); i++) {
      if (!used.contains(program.globals().get(i).name())) {
        List<Global> globals = new ArrayList<>(program.globals());
        globals.remove(i);
        all.add(program.withGlobals(List.copyOf(globals)));
      }
    }
  }

  private static void addSmallerArraysOfThreads(Toy program, List<Toy> all) {
    for (int i = 0; i < program.threads().size(); i++) {
      ThreadCode thread = program.threads().get(i);
      if (thread.size() > 1) {
        int size = thread.size() - 1;
        Toy smaller = withThread(program, i, thread.withSize(size));
        all.add(withIndexesBelow(size, thread.name(), smaller));
      } else if (thread.size() == 1) {
        Toy single = withThread(program, i, thread.withSize(-1));
        all.add(withoutIndexes(thread.name(), single));
      }
    }
  }

  /** Threads that are nothing special to the end of the program; a hook may become a daemon too. */
  private static void addPlainThreads(Toy program, List<Toy> all) {
    for (int i = 0; i < program.threads().size(); i++) {
      ThreadCode thread = program.threads().get(i);
      for (Role simpler : Role.values()) {
        Toy changed = withThread(program, i, thread.as(simpler));
        if (simpler.compareTo(thread.role()) < 0 && isAllowed(changed)) {
          all.add(changed);
        }
      }
    }
  }

  private static boolean isAllowed(Toy program) {
    try {
      ToyChecker.check(program);
      return true;
    } catch (ToySyntaxException broken) {
      return false; // where there are hooks, not everybody may start everybody
    }
  }

  private static void addSmallerGlobals(Toy program, List<Toy> all) {
    for (int i = 0; i < program.globals().size(); i++) {
      Global global = program.globals().get(i);
      if (global.size() > 1) {
        int size = global.size() - 1;
        Toy smaller = withGlobal(program, i, size, global.initial());
        all.add(withIndexesBelow(size, global.name(), smaller));
      } else if (global.size() == 1) {
        all.add(withoutIndexes(global.name(), withGlobal(program, i, -1, global.initial())));
      }
      int least = global.kind() == GlobalKind.BARRIER ? 1 : 0;
      if (global.initial() != least) {
        all.add(withGlobal(program, i, global.size(), least));
        int step = global.initial() > least ? -1 : 1;
        all.add(withGlobal(program, i, global.size(), global.initial() + step));
      }
    }
  }

  private static Toy withThread(Toy program, int at, ThreadCode thread) {
    List<ThreadCode> threads = new ArrayList<>(program.threads());
    threads.set(at, thread);
    return program.withThreads(List.copyOf(threads));
  }

  private static Toy withGlobal(Toy program, int at, int size, int initial) {
    List<Global> globals = new ArrayList<>(program.globals());
    Global old = globals.get(at);
    globals.set(at, new Global(old.kind(), old.name(), size, initial, old.at()));
    return program.withGlobals(List.copyOf(globals));
  }

  private static Toy withoutIndexes(String name, Toy program) {
    return mapRefs(program, ref -> ref.name().equals(name) ? new Ref(name, null, ref.at()) : ref);
  }

  /** Constant indexes of an array that became smaller are kept within it. */
  private static Toy withIndexesBelow(int size, String name, Toy program) {
    return mapRefs(
        program,
        ref ->
            ref.name().equals(name)
                    && ref.index() instanceof Constant constant
                    && constant.value() >= size
                ? new Ref(name, new Constant(size - 1), ref.at())
                : ref);
  }

  private static Toy mapRefs(Toy program, UnaryOperator<Ref> map) {
    List<ThreadCode> threads = new ArrayList<>();
    for (ThreadCode thread : program.threads()) {
      List<Statement> body = Usage.mapRefs(thread.body(), map);
      threads.add(thread.withBody(body));
    }
    return program.withThreads(List.copyOf(threads));
  }
}
