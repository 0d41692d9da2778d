package dev.clew.testkit.oracle;

/**
 * A thread failed.
 *
 * @param assertion whether an assertion did not hold; otherwise an operation was refused
 * @param line where it failed
 * @param message the words of the assertion, or the reason of the refusal
 */
public record OracleFailure(int thread, boolean assertion, int line, String message) {}
