package dev.clew.testkit.oracle;

import java.util.Set;

/**
 * What a complete execution is and leads to.
 *
 * @param traceClass the name of its class; comparable with names from the same oracle only
 * @param deadlock whether some thread is stuck at the end
 * @param failures what failed
 * @param finalState the name of its last state
 */
public record Outcome(
    Key traceClass, boolean deadlock, Set<OracleFailure> failures, Key finalState) {}
