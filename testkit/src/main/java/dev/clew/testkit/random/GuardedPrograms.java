package dev.clew.testkit.random;

import dev.clew.testkit.toy.Toy;
import dev.clew.testkit.toy.ToyProgram;
import java.util.Random;

/**
 * Random programs whose plain variables are mostly guarded, each by its own lock, and that branch
 * on what they read: some have data races in few interleavings only.
 */
public final class GuardedPrograms {
  private static final String VARIABLES = "xyz";

  private final Random random;
  private final StringBuilder text = new StringBuilder();

  private GuardedPrograms(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 2);
  }

  /** The program of a seed, with two or three threads and perhaps one more that joins them. */
  public static Toy generate(long seed) {
    GuardedPrograms program = new GuardedPrograms(seed);
    program.write();
    return ToyProgram.parse("guarded-" + seed, program.text.toString()).toy();
  }

  private void write() {
    line("shared x = 0\nshared y = 0\nshared z = 0\natomic v = 0\nlock m[3]");
    int threads = 2 + random.nextInt(2);
    for (int t = 0; t < threads; t++) {
      line("thread t" + t + " {");
      statements(0, 1 + random.nextInt(threads == 2 ? 4 : 3));
      line("}");
    }
    if (random.nextInt(3) == 0) {
      line("thread last {");
      joinSome(threads);
      line("}");
    }
  }

  private void joinSome(int threads) {
    if (random.nextBoolean()) {
      access();
    }
    boolean starts = random.nextBoolean();
    for (int t = 0; t < threads; t++) {
      if (starts && random.nextInt(3) > 0) {
        line("start t" + t);
      }
    }
    for (int t = 0; t < threads; t++) {
      if (random.nextInt(4) > 0) {
        line("join t" + t);
      }
      if (random.nextInt(4) == 0) {
        line("a = " + variable());
        line("if a == 1 { join t" + random.nextInt(threads) + " }");
      }
    }
    statements(1, 1 + random.nextInt(2));
  }

  private void statements(int depth, int count) {
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth > 1 ? 5 : 9);
    if (kind < 5) {
      section();
    } else if (kind < 7) {
      branch(depth);
    } else if (kind == 7) {
      rare(depth);
    } else {
      int lock = random.nextInt(3);
      line("lock m[" + lock + "]");
      statements(depth + 1, 1 + random.nextInt(2));
      line("unlock m[" + lock + "]");
    }
  }

  /** An access under a lock, mostly the one of the variable. */
  private void section() {
    int variable = random.nextInt(3);
    int lock = random.nextInt(12) == 0 ? random.nextInt(3) : variable;
    line("lock m[" + lock + "]");
    access(VARIABLES.charAt(variable));
    if (random.nextInt(6) == 0) {
      access();
    }
    line("unlock m[" + lock + "]");
  }

  private void branch(int depth) {
    line("if " + local() + " == " + random.nextInt(2) + " {");
    if (random.nextInt(3) == 0) {
      access();
    } else {
      statements(depth + 1, 1 + random.nextInt(2));
    }
    if (random.nextInt(3) == 0) {
      line("} else {");
      statements(depth + 1, 1);
    }
    line("}");
  }

  private void rare(int depth) {
    switch (random.nextInt(5)) {
      case 0 -> {
        int lock = random.nextInt(3);
        line("a = trylock m[" + lock + "]");
        line("if a {");
        statements(depth + 1, 1);
        line("unlock m[" + lock + "]");
        line("}");
      }
      case 1 -> line("v = " + random.nextInt(2));
      case 2 -> line(local() + " = v");
      case 3 -> line("yield");
      default -> access();
    }
  }

  private void access() {
    access(variable());
  }

  private void access(char variable) {
    line(
        random.nextBoolean()
            ? variable + " = " + (1 + random.nextInt(2))
            : local() + " = " + variable);
  }

  private char variable() {
    return VARIABLES.charAt(random.nextInt(3));
  }

  private String local() {
    return random.nextBoolean() ? "a" : "b";
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
