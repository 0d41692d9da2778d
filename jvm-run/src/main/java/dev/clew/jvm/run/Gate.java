package dev.clew.jvm.run;

/** Decides whether a thread can do the operation at which it stands. */
public interface Gate {
  /** Whether the operation can be done now. */
  boolean isOpen(ProgramThread thread);
}
