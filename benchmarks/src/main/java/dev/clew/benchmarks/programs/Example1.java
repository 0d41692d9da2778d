package dev.clew.benchmarks.programs;

/**
 * Two threads that add to and subtract from one variable, in steps that cannot be interrupted:
 * figure 4.1 of the thesis. There are as many classes as orders of all steps, but few states.
 */
public final class Example1 {
  private final int bound;
  private int sum;

  private Example1(int bound) {
    this.bound = bound;
  }

  /** Argument: the bound of both loops, 64 in the figure. */
  public static void main(String[] arguments) throws InterruptedException {
    Example1 shared = new Example1(Integer.parseInt(arguments[0]));
    Together.run(
        2,
        thread -> {
          if (thread == 0) {
            shared.add();
          } else {
            shared.subtract();
          }
        });
  }

  private void add() {
    for (int i = 0; i < bound; i += 5) {
      synchronized (this) {
        sum += i;
      }
    }
  }

  private void subtract() {
    for (int j = 0; j < bound; j += 2) {
      synchronized (this) {
        sum -= j;
      }
    }
  }
}
