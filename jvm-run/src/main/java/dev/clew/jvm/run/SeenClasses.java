package dev.clew.jvm.run;

import java.util.Set;

/** Classes that a verdict must name, because some process loaded code that uses them. */
public interface SeenClasses {
  /** Grows when there may be more to tell. */
  int size();

  /** What this process has seen. */
  Set<String> toTell();

  /** Takes in what another process has seen. */
  void hear(String name);
}
