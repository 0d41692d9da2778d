package dev.clew.testkit.oracle;

/**
 * What orders accesses to plain variables; the classes are the same, the data races are not.
 *
 * <p>A read of an atomic variable learns in Java of all writes before it, in C of the one that it
 * reads, and of those that changes of the variable lead back to from there. A notify tells the
 * thread it wakes what it knows, a signal in C does not.
 */
public enum MemoryModel {
  /** That of the toy language, and of Java. */
  JAVA,
  /** That of C11 with POSIX threads, all atomic accesses sequentially consistent. */
  C
}
