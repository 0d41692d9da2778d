package dev.clew.testkit.oracle;

/** A thread computes without end and without a visible operation: the oracles have no answer. */
public final class EndlessLocalCode extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  EndlessLocalCode(String thread) {
    super("thread " + thread + " loops without a visible operation");
  }
}
