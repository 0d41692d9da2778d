package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.Failure;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.List;
import java.util.function.Consumer;

/** Reports assertions that did not hold, operations that were refused, hangs, crashes, leaks. */
public final class FailureObserver implements Observer {
  /** The code of a failed assertion. */
  public static final String ASSERTION = "CLEW-ASSERTION";

  /** The code of a refused operation. */
  public static final String EXCEPTION = "CLEW-EXCEPTION";

  /** The code of a thread that goes on without end. */
  public static final String HANG = "CLEW-HANG";

  /** The code of a program that breaks off. */
  public static final String CRASH = "CLEW-CRASH";

  /** The code of something that was not given back. */
  public static final String LEAK = "CLEW-LEAK";

  @Override
  public void observe(Trace trace, Consumer<Finding> findings) {
    if (trace.failures().isEmpty()) {
      return;
    }
    for (Failure failure : trace.failures()) {
      findings.accept(
          new Finding(
              kind(failure),
              code(failure),
              failure.headline(),
              failure.details(),
              List.of(failure.thread()),
              List.of(failure.position()),
              -1,
              List.of(),
              Steps.of(trace, failure.events())));
    }
  }

  private static FindingKind kind(Failure failure) {
    return switch (failure.kind()) {
      case ASSERTION, INVARIANT -> FindingKind.ASSERTION;
      case EXCEPTION, EXHAUSTED -> FindingKind.EXCEPTION;
      case HANG -> FindingKind.HANG;
      case CRASH -> FindingKind.CRASH;
      case LEAK -> FindingKind.LEAK;
    };
  }

  private static String code(Failure failure) {
    return switch (failure.kind()) {
      case ASSERTION -> ASSERTION;
      case INVARIANT -> Finding.INVARIANT;
      case EXCEPTION -> EXCEPTION;
      case EXHAUSTED -> Finding.EXHAUSTED;
      case HANG -> HANG;
      case CRASH -> CRASH;
      case LEAK -> LEAK;
    };
  }
}
