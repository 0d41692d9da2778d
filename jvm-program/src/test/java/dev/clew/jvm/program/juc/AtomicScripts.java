package dev.clew.jvm.program.juc;

/**
 * Threads that do to one variable what scripts say. The first argument is the kind of the variable;
 * each other one is the script of a thread.
 *
 * <p>A script is a sequence of words: {@code g} gets, {@code s1} sets to 1, {@code x1} exchanges
 * for 1, {@code a} adds 1, {@code c01} compares with 0 and sets to 1.
 */
public final class AtomicScripts {
  private AtomicScripts() {}

  /** A variable that holds a number. */
  interface Variable {
    int get();

    void set(int value);

    int swap(int value);

    int add(int delta);

    boolean compareAndSet(int expected, int value);
  }

  public static void main(String[] args) {
    Variable variable = AtomicVariables.valueOf(args[0]).make();
    for (int t = 1; t < args.length; t++) {
      String script = args[t];
      new Thread(() -> run(variable, script)).start();
    }
  }

  private static void run(Variable variable, String script) {
    for (int i = 0; i < script.length(); i++) {
      switch (script.charAt(i)) {
        case 'g' -> variable.get();
        case 's' -> variable.set(digit(script, ++i));
        case 'x' -> variable.swap(digit(script, ++i));
        case 'a' -> variable.add(1);
        case 'c' -> {
          variable.compareAndSet(digit(script, i + 1), digit(script, i + 2));
          i += 2;
        }
        default -> throw new IllegalArgumentException(script);
      }
    }
  }

  private static int digit(String script, int i) {
    return script.charAt(i) - '0';
  }

  /** The same in the toy language. */
  static String toy(String... scripts) {
    StringBuilder text = new StringBuilder("atomic v = 0\n");
    for (int t = 0; t < scripts.length; t++) {
      text.append("thread t").append(t).append(" {\n");
      String script = scripts[t];
      for (int i = 0; i < script.length(); i++) {
        text.append("  ");
        switch (script.charAt(i)) {
          case 'g' -> text.append("r = v");
          case 's' -> text.append("v = ").append(digit(script, ++i));
          case 'x' -> text.append("r = swap(v, ").append(digit(script, ++i)).append(')');
          case 'a' -> text.append("r = add(v, 1)");
          case 'c' -> {
            text.append("r = cas(v, ").append(digit(script, i + 1)).append(", ");
            text.append(digit(script, i + 2)).append(')');
            i += 2;
          }
          default -> throw new IllegalArgumentException(script);
        }
        text.append('\n');
      }
      text.append("}\n");
    }
    return text.toString();
  }
}
