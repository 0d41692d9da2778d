package dev.clew.jvm.program;

import java.util.Random;

/**
 * Random little programs about class initialisers: holders that need other holders, in circles too,
 * chains of superclasses, switches over enums, initialisers that take locks, start and join
 * threads, fail, or access what others access, and threads that are the first to need them.
 */
final class InitialiserSources {
  private final Random random;
  private final StringBuilder source = new StringBuilder();
  private int classes;

  private InitialiserSources(long seed) {
    random = new Random(seed);
  }

  /** The source of the program with that seed. */
  static String generate(String name, long seed) {
    return new InitialiserSources(seed).program(name);
  }

  private String program(String name) {
    classes = 1 + random.nextInt(3);
    line("public class " + name + " {");
    line("  static int x, y;");
    line("  static volatile int v;");
    line("  static final Object L = new Object();");
    line("  enum E { A, B }");
    line("  static int pick(E e) { switch (e) { case A: return 1; default: return 2; } }");
    for (int k = 0; k < classes; k++) {
      holder(k);
    }
    line("  public static void main(String[] args) throws Exception {");
    int threads = 2 + random.nextInt(4) / 3;
    for (int t = 0; t < threads; t++) {
      line("    Thread t" + t + " = new Thread(() -> {");
      for (int s = 1 + random.nextInt(2); s >= 0; s--) {
        line("      " + use(random.nextInt(classes)));
      }
      line("    });");
    }
    for (int t = 0; t < threads; t++) {
      line("    t" + t + ".start();");
    }
    for (int t = 0; t < threads; t++) {
      line("    t" + t + ".join();");
    }
    line("  }");
    line("}");
    return source.toString();
  }

  private void holder(int number) {
    // Superclasses have higher numbers, so that a chain ends.
    boolean hasSuper = number + 1 < classes && random.nextInt(3) == 0;
    line("  static class C" + number + (hasSuper ? " extends C" + (number + 1) : "") + " {");
    line("    static int[] a = {1, 2};");
    line("    static C" + number + " one = new C" + number + "();");
    line("    int field = " + number + ";");
    line("    static {");
    for (int s = random.nextInt(3); s > 0; s--) {
      line("      " + inInitialiser(number));
    }
    line("    }");
    line("    static void touch() {}");
    line("  }");
  }

  /** What an initialiser does. */
  private String inInitialiser(int self) {
    int other = random.nextInt(classes);
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> "C" + self + ".a[0] = C" + other + ".a == null ? 3 : C" + other + ".a[1];";
      case 3, 4 -> "if (C" + other + ".one != null) C" + self + ".one.field += 1;";
      case 5, 6 -> "C" + self + ".a[1] = pick(E." + (random.nextBoolean() ? "A" : "B") + ");";
      case 7 -> "synchronized (L) { y++; }";
      case 8 -> "x++;";
      case 9 -> "v++;";
      case 10 -> "new Thread(() -> C" + other + ".touch()).start();";
      case 11 ->
          "Thread t = new Thread(() -> "
              + (random.nextBoolean() ? "x = 1" : "C" + other + ".touch()")
              + "); t.start(); try { t.join(); } catch (InterruptedException e) { }";
      case 12 -> "if (C" + self + ".a != null) throw new IllegalStateException();";
      default -> "C" + other + ".touch();";
    };
  }

  /** What a thread does. */
  private String use(int holder) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> "C" + holder + ".touch();";
      case 2 -> "if (C" + holder + ".a[0] == 7) throw new AssertionError();";
      case 3 -> "C" + holder + ".a[0] = 5;";
      case 4 -> "if (C" + holder + ".one.field == 17) throw new AssertionError();";
      case 5 -> "synchronized (C" + holder + ".class) { C" + holder + ".one.field++; }";
      case 6 -> "x = 1;";
      case 7 -> "if (x == 7) throw new AssertionError();";
      case 8 -> "synchronized (L) { y++; C" + holder + ".touch(); }";
      case 9 -> "if (pick(E.B) != 2) throw new AssertionError();";
      case 10 -> "v = C" + holder + ".a[1];";
      default -> "if (v == 0) C" + holder + ".touch();";
    };
  }

  private void line(String text) {
    source.append(text).append('\n');
  }
}
