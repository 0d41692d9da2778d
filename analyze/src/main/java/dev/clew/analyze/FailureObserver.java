package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.Failure;
import dev.clew.trace.Program;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.List;
import java.util.function.Consumer;

/** Reports assertions that did not hold and operations that were refused. */
public final class FailureObserver implements Observer {
  /** The code of a failed assertion. */
  public static final String ASSERTION = "CLEW-ASSERTION";

  /** The code of a refused operation. */
  public static final String EXCEPTION = "CLEW-EXCEPTION";

  private final Program program;

  /** An observer of the given program. */
  public FailureObserver(Program program) {
    this.program = program;
  }

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
    if (trace.failures().isEmpty()) {
      return;
    }
    for (Failure failure : trace.failures()) {
      boolean assertion = failure.kind() == Failure.Kind.ASSERTION;
      findings.accept(
          new Finding(
              assertion ? FindingKind.ASSERTION : FindingKind.EXCEPTION,
              assertion ? ASSERTION : EXCEPTION,
              failure.message(),
              List.of(program.names().thread(failure.thread())),
              List.of(failure.position()),
              -1,
              List.of(),
              Steps.of(trace, failure.events())));
    }
  }
}
