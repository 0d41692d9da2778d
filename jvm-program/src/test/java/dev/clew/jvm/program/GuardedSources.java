package dev.clew.jvm.program;

import java.util.Random;

/**
 * Sources of random Java programs whose plain fields and elements are mostly guarded, and that
 * branch on what they read: some have data races in few interleavings only.
 */
final class GuardedSources {
  private static final String[] FIELDS = {"x", "y", "z"};

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private int variables;

  private GuardedSources(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L + 5);
  }

  /** The source of a class. */
  static String generate(String name, long seed) {
    GuardedSources source = new GuardedSources(seed);
    if (seed % 2 == 0) {
      source.write(name);
    } else {
      source.writeRare(name);
    }
    return source.text.toString();
  }

  private void write(String name) {
    line("import java.util.concurrent.locks.ReentrantLock;");
    line("public class " + name + " {");
    line(
        """
        static int x, y, z;
        static volatile int w;
        static final Object m0 = new Object(), m1 = new Object(), m2 = new Object();
        static final ReentrantLock lock = new ReentrantLock();
        static final Box a = new Box(), b = new Box();
        static Box c;
        static final int[] cells = new int[3];
        static final java.util.concurrent.atomic.AtomicInteger n =
            new java.util.concurrent.atomic.AtomicInteger();
        static class Box {
          int v;
          final Object key = new Object();
          synchronized int add(int k) { v += k; return v; }
          int get() { synchronized (key) { return v; } }
          void step(int k) { if (k > 0) { synchronized (this) { v--; } step(k - 1); } }
        }
        static class Wide extends Box {
          @Override synchronized int add(int k) { synchronized (m1) { y += k; } return super.add(k); }
        }
        static int under(Object m, int k) { synchronized (m) { x += k; return x; } }
        static synchronized int own(int k) { z += k; return z; }
        """);
    int threads = 2 + random.nextInt(2);
    for (int t = 0; t < threads; t++) {
      line("static class T" + t + " implements Runnable {");
      line("final Box mine; T" + t + "(Box mine) { this.mine = mine; }");
      line("public void run() { int r = 0, s = 1;");
      statements(0, 1 + random.nextInt(threads == 2 ? 3 : 2));
      line("} }");
    }
    main(threads);
    line("}");
  }

  // --- races of those who come first

  /**
   * All is guarded, unless the second thread comes first; or something is not guarded, but the
   * first execution orders it by chance.
   */
  private void writeRare(String name) {
    line("import java.util.concurrent.locks.ReentrantLock;");
    line("public class " + name + " {");
    line(
        """
        static int f, x, y;
        static final Object m = new Object(), m0 = new Object(), m1 = new Object();
        static final ReentrantLock lock = new ReentrantLock();
        static final Box a = new Box(), b = new Box();
        static Box c;
        static final int[] cells = new int[3];
        static class Box {
          int v;
          Box self;
          Box() {}
          Box(boolean shows) { if (shows) { synchronized (m0) { c = this; } } v = 3; }
          void touch() { synchronized (m0) { x++; } }
          private void mine() { y++; }
          void own() { mine(); }
          synchronized void add() { v++; }
          void keep(Box other) { other.self = this; synchronized (m0) { c = this.self == null ? this : self; } }
        }
        static class Wild extends Box {
          @Override void touch() { x++; }
          void mine() {}
          @Override void add() { v++; }
        }
        static class Unusual extends RuntimeException {
          Unusual(int k) { super("e"); synchronized (m1) { y += k; } }
        }
        static void down(int k) { if (k > 0) { down(k - 1); } else { x++; } }
        static int check(int r) { if (r == 0) { throw new Unusual(r); } return r; }
        static void any(Box box) { box.touch(); }
        """);
    boolean isByChance = random.nextInt(3) == 0;
    line("static class T0 implements Runnable { public void run() { int r = 0;");
    if (!isByChance) {
      line("synchronized (m) { f = 1; }");
    }
    for (int k = 1 + random.nextInt(3); k > 0; k--) {
      line(guarded());
    }
    if (isByChance) {
      line("synchronized (m) { f = r; }");
    }
    line("} }");
    line("static class T1 implements Runnable { public void run() { int r;");
    if (random.nextInt(3) == 0) {
      line(guarded());
    }
    line(isByChance ? "synchronized (m) { r = 0; }" : "synchronized (m) { r = f; }");
    if (random.nextInt(3) == 0) {
      line(guarded());
    }
    risk();
    if (random.nextInt(3) == 0) {
      line(guarded());
    }
    line("} }");
    line("public static void main(String[] args) throws Exception {");
    line("Thread t0 = new Thread(new T0()), t1 = new Thread(new T1());");
    line("t0.start(); t1.start(); t0.join(); t1.join(); } }");
  }

  private String guarded() {
    return pick(
        "synchronized (m0) { x++; }",
        "synchronized (m0) { x++; }",
        "synchronized (m1) { y++; }",
        "a.add();",
        "b.add();",
        "any(a);",
        "lock.lock(); try { cells[1]++; } finally { lock.unlock(); }",
        "synchronized (m0) { if (c != null) { c.v++; } }",
        "synchronized (m0) { c = new Wild(); }",
        "{ Box g = c; if (g != null) { r = g.v; } }",
        "synchronized (m0) { if (c != null) { r = c.v; } }");
  }

  private void risk() {
    switch (random.nextInt(19)) {
      case 0 -> line("if (r == 0) { x++; }");
      case 1 -> line("if (r == 0) { synchronized (m1) { r = 2; } x++; }");
      case 2 -> line("if (r == 0) { synchronized (m1) { x++; } }");
      case 3 -> line("try { check(r); } catch (RuntimeException e) { x++; }");
      case 4 -> line("try { int k = 1 / r; } catch (ArithmeticException e) { y++; }");
      case 5 -> line("try { synchronized (m0) { check(r); } } finally { if (r == 0) x++; }");
      case 6 -> line("if (r == 0) { down(" + pick("2", "9", "f") + "); }");
      case 7 -> line("Box q = r == 0 ? new Wild() : new Box(); q.touch();");
      case 8 -> line("any(r == 0 ? new Wild() : new Box());");
      case 9 -> line("if (r == 0) { lock.lock(); lock.unlock(); cells[1 - r]++; }");
      case 10 -> line("Box q = new Box(); if (r == 0) { synchronized (m0) { c = q; } q.v++; }");
      case 11 -> line("if (r == 0) { new Box(true); }");
      case 12 -> line("if (r == 0) { Box q = new Box(), p = new Box(); q.keep(p); q.v = 2; }");
      case 13 -> line("synchronized (a) { a.add(); if (r == 0) { x++; } }");
      case 14 -> line("Box q; synchronized (m0) { q = c; } if (q != null) { q.touch(); }");
      case 15 -> line("Box q = new Box(); q.v = 5; c = q;");
      case 16 -> line("if (r == 0) { new Wild().own(); }");
      case 17 -> line("synchronized (m0) { c = r == 0 ? new Box() : a; } c.v++;");
      default -> line("synchronized (r == 0 ? b : a) { a.v++; }");
    }
  }

  // --- statements

  private void main(int threads) {
    line("public static void main(String[] args) throws Exception { int r = 0, s = 1;");
    for (int t = 0; t < threads; t++) {
      String made = "new T" + t + "(" + pick("a", "b", "new Box()", "new Wide()") + ")";
      line(
          "Thread t"
              + t
              + " = "
              + (random.nextInt(3) == 0
                  ? "new Thread(() -> " + made + ".run())"
                  : "new Thread(" + made + ")")
              + ";");
    }
    for (int t = 0; t < threads; t++) {
      line("t" + t + ".start();");
      if (random.nextInt(6) == 0) {
        line("t" + random.nextInt(t + 1) + ".join();");
      }
    }
    if (random.nextInt(3) == 0) {
      statements(1, 1);
    }
    for (int t = 0; t < threads; t++) {
      if (random.nextInt(8) > 0) {
        line("t" + t + ".join();");
      }
    }
    if (random.nextInt(2) == 0) {
      access();
    }
    line("}");
  }

  private void statements(int depth, int count) {
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth > 1 ? 10 : 14);
    if (kind < 4) {
      section();
    } else if (kind < 9) {
      object(depth);
    } else if (kind == 9) {
      access();
    } else if (kind < 13) {
      branch(depth);
    } else {
      block(depth);
    }
  }

  /** An access under a monitor, mostly the one of the field. */
  private void section() {
    int field = random.nextInt(3);
    int monitor = random.nextInt(12) == 0 ? random.nextInt(3) : field;
    line("synchronized (m" + monitor + ") {");
    access(FIELDS[field]);
    if (random.nextInt(8) == 0) {
      access();
    }
    line("}");
  }

  private void object(int depth) {
    String box = pick("a", "b", "mine", "mine", "mine");
    box = depth < 0 || isInMain() ? box.replace("mine", "b") : box;
    switch (random.nextInt(18)) {
      case 0, 1, 2 -> line(local() + " = " + box + ".add(1);");
      case 3 -> line("synchronized (" + box + ") { " + local() + " = " + box + ".v; }");
      case 4 -> line(local() + " = " + box + ".get();");
      case 5 -> line(box + ".step(" + pick("2", "r") + ");");
      case 6 -> line("synchronized (m2) { cells[" + pick("0", "1", "r & 1") + "]++; }");
      case 7 -> line("lock.lock(); try { z++; } finally { lock.unlock(); }");
      case 8 -> line("if (lock.tryLock()) { " + local() + " = z; lock.unlock(); }");
      case 9 -> line("w = " + random.nextInt(2) + ";");
      case 10 -> line(local() + " = w;");
      case 11 -> line("synchronized (m0) { c = new Box(); c.v = 1; }");
      case 12 -> {
        String q = "q" + variables++;
        line("Box " + q + "; synchronized (m0) { " + q + " = c; }");
        line("if (" + q + " != null) " + local() + " = " + q + ".v;");
      }
      case 13 -> line(local() + " = under(" + pick("m0", "m0", "m1") + ", 1);");
      case 14 -> line(local() + " = own(1);");
      case 15 -> line(local() + " = (r == 0 ? a : b).add(1);");
      case 16 -> line(local() + " = n." + pick("incrementAndGet()", "get()") + ";");
      default -> {
        String q = "q" + variables++;
        line("Box " + q + " = new " + pick("Box", "Wide") + "(); " + q + ".add(s);");
        line("synchronized (m0) { if (r == 1) c = " + q + "; }");
        if (random.nextInt(3) == 0) {
          line(q + ".v++;");
        }
      }
    }
  }

  private boolean isInMain() {
    return text.lastIndexOf("main(String") > text.lastIndexOf("void run()");
  }

  private void branch(int depth) {
    line("if (" + local() + " == " + random.nextInt(2) + ") {");
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

  private void block(int depth) {
    switch (random.nextInt(4)) {
      case 0 -> {
        line("synchronized (m" + random.nextInt(3) + ") {");
        statements(depth + 1, 1 + random.nextInt(2));
        line("}");
      }
      case 1 -> {
        String i = "i" + variables++;
        line("for (int " + i + " = 0; " + i + " < " + pick("2", "s") + "; " + i + "++) {");
        statements(depth + 2, 1);
        line("}");
      }
      case 2 -> {
        line("try { if (" + local() + " == 1) { throw new IllegalStateException(\"e\"); }");
        statements(depth + 1, 1);
        line("} catch (RuntimeException e" + variables++ + ") {");
        statements(depth + 1, 1);
        line("}");
      }
      default -> {
        line("lock.lock(); try {");
        statements(depth + 1, 1 + random.nextInt(2));
        line("} finally { lock.unlock(); }");
      }
    }
  }

  private void access() {
    access(FIELDS[random.nextInt(3)]);
  }

  private void access(String field) {
    switch (random.nextInt(3)) {
      case 0 -> line(field + " = " + (1 + random.nextInt(2)) + ";");
      case 1 -> line(field + "++;");
      default -> line(local() + " = " + field + ";");
    }
  }

  private String local() {
    return random.nextBoolean() ? "r" : "s";
  }

  private String pick(String... words) {
    return words[random.nextInt(words.length)];
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
