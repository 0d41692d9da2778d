package dev.clew.benchmarks.programs;

/**
 * Two threads that write to different elements of one array under one lock: sharr, of Gueta,
 * Flanagan, Yahav and Sagiv (SPIN 2007).
 */
public final class SharedArray {
  private final int[] elements;

  private SharedArray(int size) {
    elements = new int[size];
  }

  /** Arguments: how many elements, how many rounds each thread makes. */
  public static void main(String[] arguments) throws InterruptedException {
    SharedArray array = new SharedArray(Integer.parseInt(arguments[0]));
    int rounds = Integer.parseInt(arguments[1]);
    Together.run(
        2,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            array.write((2 * i + thread) % array.elements.length, i);
          }
        });
  }

  private synchronized void write(int index, int value) {
    elements[index] = value;
  }
}
