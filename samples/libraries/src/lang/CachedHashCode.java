package lang;

import org.apache.commons.lang3.Range;

/** {@code Range} computes its hash code when it is first asked, and keeps it in a plain field. */
public final class CachedHashCode {
  private CachedHashCode() {}

  /** Two threads ask the same range: both must hear the same. */
  public static void twoAsk() throws InterruptedException {
    Range<Integer> range = Range.of(1, 5);
    int[] heard = new int[2];
    Thread other = new Thread(() -> heard[0] = range.hashCode());
    other.start();
    heard[1] = range.hashCode();
    other.join();
    if (heard[0] != heard[1]) {
      throw new AssertionError("the hash code is " + heard[0] + " and " + heard[1]);
    }
  }
}
