package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.Toy.Act;
import dev.clew.testkit.toy.Toy.Constant;
import dev.clew.testkit.toy.Toy.Position;
import dev.clew.testkit.toy.Toy.Ref;
import dev.clew.testkit.toy.Toy.Statement;
import dev.clew.testkit.toy.Toy.ThreadCode;
import dev.clew.testkit.toy.Toy.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random programs, small enough for brute force and made to bring every two features together.
 *
 * <p>They always end, mostly do nothing that is refused, and often deadlock. The same seed gives
 * the same program. Every statement has a line of its own.
 */
public final class RandomPrograms {
  private static final int[] PATIENCE = {
    Toy.PATIENCE, Toy.PATIENCE, Toy.PATIENCE, Toy.PATIENCE, 0, 1, 301, 1999
  };

  private final Random random;
  private int lines;

  private RandomPrograms(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }

  /**
   * The program of a seed.
   *
   * @param maxThreads the most threads it has, at least 2
   * @param maxOps how many visible operations a thread of a small program has at most, about
   */
  public static Toy generate(long seed, int maxThreads, int maxOps) {
    return new RandomPrograms(seed).generate("random-" + seed, maxThreads, maxOps);
  }

  private Toy generate(String name, int maxThreads, int maxOps) {
    Profile first = profile();
    Profile second = random.nextInt(3) == 0 ? first : profile();
    Scenery scenery = new Scenery(random, maxThreads);
    int threads = 0;
    for (ThreadCode thread : scenery.threads()) {
      threads += Math.max(1, thread.size());
    }
    // More threads, shorter ones: the number of classes stays about the same.
    int longest = Math.max(1, threads <= 3 ? maxOps : maxOps - 1);
    List<List<Statement>> bodies = new ArrayList<>();
    for (ThreadCode thread : scenery.threads()) {
      int budget = 1 + random.nextInt(longest);
      if (threads == 2) {
        budget = Math.max(budget, 1 + random.nextInt(longest));
      }
      RandomBody body =
          new RandomBody(random, scenery, thread, first, second, budget, () -> ++lines);
      bodies.add(body.write());
    }
    int startsOneIn = first == Profile.THREADS || second == Profile.THREADS ? 2 : 5;
    if (random.nextInt(startsOneIn) == 0) {
      addStarts(scenery.threads(), bodies);
    }
    List<ThreadCode> code = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i++) {
      ThreadCode thread = scenery.threads().get(i);
      List<Statement> body = List.copyOf(bodies.get(i));
      code.add(thread.withBody(body));
    }
    List<ThreadCode> ended = RandomEndings.of(List.copyOf(code), random, () -> ++lines);
    Toy program =
        new Toy(name, scenery.globals(), ended, PATIENCE[random.nextInt(PATIENCE.length)]);
    return Usage.withoutUnusedGlobals(program);
  }

  private Profile profile() {
    Profile[] profiles = Profile.values();
    return profiles[random.nextInt(profiles.length)];
  }

  /** Lets some threads be started by one before them, which is no array. */
  private void addStarts(List<ThreadCode> threads, List<List<Statement>> bodies) {
    for (int target = 1; target < threads.size(); target++) {
      int starter = random.nextInt(target);
      if (threads.get(starter).size() >= 0 || random.nextBoolean()) {
        continue;
      }
      ThreadCode started = threads.get(target);
      for (int element = 0; element < Math.max(1, started.size()); element++) {
        if (element == 0 || random.nextInt(4) != 0) {
          addStart(started, element, bodies.get(starter));
        }
      }
    }
  }

  private void addStart(ThreadCode started, int element, List<Statement> starter) {
    @Nullable Constant index = started.size() < 0 ? null : new Constant(element);
    Ref target = new Ref(started.name(), index, Position.NONE);
    int times = random.nextInt(40) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      Act start = new Act(Verb.START, null, target, null, false, new Position(++lines, 1));
      starter.add(random.nextInt(starter.size() + 1), start);
    }
  }
}
