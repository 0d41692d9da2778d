package dev.clew.cli.start;

/**
 * A small program with a fault, checked once after the tool was built: what the JVM loads and links
 * for it goes into the archive from which later checks start.
 *
 * <p>It uses no class of the JDK that is modelled: the JVM cannot make an archive after such
 * classes were changed.
 */
public final class Rehearsal {
  private volatile int lost;
  private int guarded;

  private Rehearsal() {}

  private void run() {
    synchronized (this) {
      guarded++;
    }
    lost++;
  }

  /** Fails in one of its interleavings. */
  public static void main(String[] args) throws InterruptedException {
    Rehearsal rehearsal = new Rehearsal();
    Thread other = new Thread(rehearsal::run);
    other.start();
    rehearsal.run();
    other.join();
    if (rehearsal.lost != rehearsal.guarded) {
      throw new AssertionError("lost");
    }
  }
}
