package dev.clew.benchmarks.programs;

/** Two threads that sort one half of an array each and count under a lock; main merges. */
public final class QuickSort implements Runnable {
  private static final Object COUNTING = new Object();
  private static int exchanges;

  private final int[] part;
  private int exchanged;

  private QuickSort(int[] part) {
    this.part = part;
  }

  /** Arguments: how many numbers. */
  public static void main(String[] arguments) throws InterruptedException {
    int half = Integer.parseInt(arguments[0]) / 2;
    QuickSort low = new QuickSort(numbers(half, 17));
    QuickSort high = new QuickSort(numbers(half, 29));
    Thread first = new Thread(low);
    Thread second = new Thread(high);
    first.start();
    second.start();
    first.join();
    second.join();
    int[] sorted = merge(low.part, high.part);
    for (int i = 1; i < sorted.length; i++) {
      assert sorted[i - 1] <= sorted[i];
    }
    assert exchanges == low.exchanged + high.exchanged;
  }

  private static int[] numbers(int count, int step) {
    int[] numbers = new int[count];
    int next = 1;
    for (int i = 0; i < count; i++) {
      next = next * step % 1009;
      numbers[i] = next;
    }
    return numbers;
  }

  @Override
  public void run() {
    sort(0, part.length - 1);
    synchronized (COUNTING) {
      exchanges += exchanged;
    }
  }

  private void sort(int from, int to) {
    if (from >= to) {
      return;
    }
    int pivot = part[(from + to) / 2];
    int low = from;
    int high = to;
    while (low <= high) {
      while (part[low] < pivot) {
        low++;
      }
      while (part[high] > pivot) {
        high--;
      }
      if (low <= high) {
        int other = part[low];
        part[low] = part[high];
        part[high] = other;
        exchanged++;
        low++;
        high--;
      }
    }
    sort(from, high);
    sort(low, to);
  }

  private static int[] merge(int[] one, int[] other) {
    int[] merged = new int[one.length + other.length];
    int i = 0;
    int j = 0;
    for (int k = 0; k < merged.length; k++) {
      boolean isOne = j == other.length || i < one.length && one[i] <= other[j];
      merged[k] = isOne ? one[i++] : other[j++];
    }
    return merged;
  }
}
