package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.If;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Repeat;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import dev.clew.testkit.toy.Toy.While;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Programs in which several threads have the same code.
 *
 * <p>Whoever starts or joins a thread mostly does the same with its copies right after, and
 * sometimes somewhere else or not at all: then they can be told apart.
 */
public final class Copies {
  private final Random random;
  private final String name;
  private final int copies;

  private Copies(Random random, String name, int copies) {
    this.random = random;
    this.name = name;
    this.copies = copies;
  }

  /** The program with copies of one of its threads, or of two. */
  public static Toy of(Toy program, long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 7);
    Toy result = program;
    int kinds = random.nextInt(4) == 0 ? 2 : 1;
    for (int k = 0; k < kinds; k++) {
      ThreadCode thread = program.threads().get(random.nextInt(program.threads().size()));
      boolean isFirstTime = result.threads().stream().noneMatch(t -> isCopyOf(t, thread.name()));
      if (thread.size() < 0 && isFirstTime && !starts(thread.body())) {
        int copies = 1 + (random.nextInt(3) == 0 ? 1 : 0);
        result = new Copies(random, thread.name(), copies).addTo(result);
      }
    }
    return result;
  }

  private static boolean isCopyOf(ThreadCode thread, String name) {
    return thread.name().startsWith(name + "_copy");
  }

  /** Whether some statement starts a thread, which only one thread may do. */
  private static boolean starts(List<Statement> body) {
    for (Statement statement : body) {
      boolean starts =
          statement instanceof Act act && act.verb() == Verb.START
              || statement instanceof If branch
                  && (starts(branch.then()) || starts(branch.otherwise()))
              || statement instanceof While loop && starts(loop.body())
              || statement instanceof Repeat times && starts(times.body());
      if (starts) {
        return true;
      }
    }
    return false;
  }

  private Toy addTo(Toy program) {
    List<ThreadCode> threads = new ArrayList<>();
    for (ThreadCode thread : program.threads()) {
      List<Statement> body = block(thread.body());
      threads.add(thread.withBody(body));
      if (thread.name().equals(name)) {
        for (int k = 0; k < copies; k++) {
          threads.add(new ThreadCode(copy(k), thread.role(), -1, body, thread.at()));
        }
      }
    }
    return program.withThreads(threads);
  }

  private String copy(int k) {
    return name + "_copy" + k;
  }

  private List<Statement> block(List<Statement> body) {
    List<Statement> result = new ArrayList<>();
    for (Statement statement : body) {
      if (statement instanceof If branch) {
        result.add(
            new If(
                branch.condition(), block(branch.then()), block(branch.otherwise()), branch.at()));
      } else if (statement instanceof While loop) {
        result.add(new While(loop.condition(), block(loop.body()), loop.at()));
      } else if (statement instanceof Repeat loop) {
        result.add(new Repeat(loop.times(), block(loop.body()), loop.at()));
      } else {
        result.add(statement);
        if (statement instanceof Act act && names(act)) {
          addSame(act, result);
        }
      }
    }
    return result;
  }

  private boolean names(Act act) {
    Ref object = act.object();
    boolean isOfThread = act.verb() == Verb.START || act.verb() == Verb.JOIN;
    return isOfThread && object != null && object.name().equals(name);
  }

  private void addSame(Act act, List<Statement> result) {
    for (int k = 0; k < copies; k++) {
      int way = random.nextInt(8);
      Act same =
          new Act(
              act.verb(),
              act.result(),
              new Ref(copy(k), null, act.at()),
              act.amount(),
              act.timed(),
              act.within(),
              act.at());
      if (way > 1) {
        result.add(same);
      } else if (way == 1) {
        result.add(random.nextInt(result.size()), same);
      }
    }
  }
}
