package dev.clew.jvm.run;

/**
 * What an access to a variable orders, beside the access itself: the access modes of {@link
 * java.lang.invoke.VarHandle}, as far as happens-before goes.
 */
public enum MemoryOrder {
  /** Nothing: the access may race with others. */
  PLAIN(false, false),
  /** Nothing, but the access is atomic. */
  OPAQUE(false, false),
  /** What the writer did before comes before what follows. */
  ACQUIRE(true, false),
  /** What was done so far comes before what follows a read of it. */
  RELEASE(false, true),
  /** Both. */
  VOLATILE(true, true);

  final boolean acquires;
  final boolean releases;

  MemoryOrder(boolean acquires, boolean releases) {
    this.acquires = acquires;
    this.releases = releases;
  }
}
