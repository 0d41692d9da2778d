package dev.clew.analyze;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Observer;
import dev.clew.trace.Failure;
import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.util.ArrayList;
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
    List<Failure> leaks = new ArrayList<>();
    for (Failure failure : trace.failures()) {
      if (failure.kind() == Failure.Kind.LEAK) {
        leaks.add(failure);
      } else {
        findings.accept(finding(trace, failure, List.of()));
      }
    }
    if (!leaks.isEmpty()) {
      findings.accept(finding(trace, leaks.get(0), leaks.subList(1, leaks.size())));
    }
  }

  /** The finding of a failure; what leaks at the end of an execution is one, with all places. */
  private static Finding finding(Trace trace, Failure failure, List<Failure> others) {
    List<Integer> threads = new ArrayList<>(List.of(failure.thread()));
    List<Integer> positions = new ArrayList<>(List.of(failure.position()));
    List<String> details = new ArrayList<>();
    if (!failure.details().isEmpty()) {
      details.add(failure.details());
    }
    for (Failure other : others) {
      threads.add(other.thread());
      positions.add(other.position());
      details.add(other.message());
    }
    String more =
        others.isEmpty()
            ? ""
            : "; more at "
                + others.size()
                + (others.size() == 1 ? " other place" : " other places");
    return new Finding(
        kind(failure),
        code(failure),
        failure.headline() + more,
        String.join("\n", details),
        threads,
        positions,
        -1,
        List.of(),
        Steps.of(trace, failure.events()));
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
