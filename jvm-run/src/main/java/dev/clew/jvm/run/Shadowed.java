package dev.clew.jvm.run;

import org.jspecify.annotations.Nullable;

/** Implemented, by instrumentation, by every object of a class of the program under test. */
public interface Shadowed {
  /** The shadow of this object, null if it was made in a way that no constructor saw. */
  @Nullable Shadow $clew$shadow();

  /** Gives this object a shadow. */
  void $clew$shadow(Shadow shadow);
}
