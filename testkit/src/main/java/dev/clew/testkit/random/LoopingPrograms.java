package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.util.Random;

/**
 * Random programs of threads that wait by looking, or go round for ever: most have few states and
 * executions without end. The same seed gives the same program.
 */
public final class LoopingPrograms {
  private static final int DEEPEST = 2;

  private final Random random;
  private final StringBuilder text = new StringBuilder();

  private LoopingPrograms(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 3);
  }

  /** The program of a seed, with two or three threads, some of which may be daemons. */
  public static Toy generate(long seed) {
    LoopingPrograms program = new LoopingPrograms(seed);
    program.write();
    return ToyProgram.parse("loops-" + seed, program.text.toString()).toy();
  }

  private void write() {
    line("atomic x = 0\natomic y = 0\nshared z = 0\nlock m\nlock n\ncondition c\nsemaphore s = 1");
    int threads = 2 + random.nextInt(2);
    boolean hasDaemons = random.nextInt(4) == 0;
    boolean ends = random.nextInt(6) == 0;
    for (int t = 0; t < threads; t++) {
      boolean isDaemon = hasDaemons && t > 0 && random.nextBoolean();
      line((isDaemon ? "daemon t" : "thread t") + t + " {");
      int statements = 1 + random.nextInt(3);
      for (int k = 0; k < statements; k++) {
        statement(DEEPEST);
      }
      if (ends && random.nextInt(threads) == 0) {
        line(random.nextInt(3) == 0 ? "halt" : "exit");
      }
      line("}");
    }
    if (hasDaemons && random.nextInt(3) == 0) {
      line("hook last {\n" + variable() + " = 2\n}");
    }
  }

  private void statement(int depth) {
    switch (random.nextInt(depth > 0 ? 21 : 9)) {
      case 0 -> line(variable() + " = " + random.nextInt(3));
      case 1 -> line("r = " + variable());
      case 2 -> line("add(" + variable() + ", 0)");
      case 3 -> line("assert r != " + random.nextInt(4));
      case 4 -> line("r = cas(" + variable() + ", 0, 1)");
      case 5 -> line("notifyall c");
      case 6 -> line("k = choose 2");
      case 7 -> line(random.nextBoolean() ? "z = 1" : "r = z");
      case 8 -> line("yield");
      case 9, 10 -> line("r = " + variable() + "\nwhile r == 0 {\nr = " + variable() + "\n}");
      case 11 -> block("lock m", "unlock m", depth);
      case 12 -> block("lock n", "unlock n", depth);
      case 13 -> block("acquire s", "release s", depth);
      case 14, 15 -> block("while 1 {", "}", depth);
      case 16 -> line("g = 0\nwhile g == 0 {\ng = trylock m\n}\nunlock m");
      case 17 -> line("k = 0\nwhile k == 0 {\nk = choose 2\n}");
      case 18, 19 -> giveWay();
      default -> block("repeat 2 {", "}", depth);
    }
  }

  /** Takes its own variable and gives it back if the other one is taken: two may do so for ever. */
  private void giveWay() {
    String own = variable();
    String other = own.equals("x") ? "y" : "x";
    line("g = 0\nwhile g == 0 {\n" + own + " = 1\nr = " + other + "\nif r == 0 {\ng = 1\n} else {");
    line(own + " = 0\n}\n}\n" + own + " = 0");
  }

  private void block(String before, String after, int depth) {
    line(before);
    if (before.startsWith("while")) {
      line("yield"); // not all rounds are local
    }
    statement(depth - 1);
    if (random.nextBoolean()) {
      statement(depth - 1);
    }
    line(after);
  }

  private String variable() {
    return random.nextBoolean() ? "x" : "y";
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
