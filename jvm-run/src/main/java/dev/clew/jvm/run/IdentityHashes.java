package dev.clew.jvm.run;

/**
 * Identity hash codes that depend on nothing but the thread that first asks for them and how many
 * it asked for before.
 */
final class IdentityHashes {
  private IdentityHashes() {}

  /** A thread gives its turn away. */
  static void leave(ProgramThread thread) {}

  /** A thread gets its turn. */
  static void enter(ProgramThread thread) {}
}
