package dev.clew.jvm.run.juc;

/**
 * Into how many parts parallel streams are split: two, so that there is something to explore, but
 * no more; or as many as the common pool is told to have threads.
 */
@Models(name = "java.util.stream.AbstractTask", isComposed = true)
public final class StreamTaskModel {
  private static final int PARTS = 2;

  private StreamTaskModel() {}

  public static int getLeafTarget() {
    return CommonPool.isParallelismSet() ? Math.max(CommonPool.parallelism(), PARTS) : PARTS;
  }

  /** How many elements a part has at most. */
  public static long suggestTargetSize(long elements) {
    long parts = getLeafTarget();
    return Math.max((elements - 1) / parts + 1, 1);
  }
}
