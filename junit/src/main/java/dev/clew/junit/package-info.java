/**
 * What a test uses to be checked under all its interleavings.
 *
 * <p>Role: the front door for tests. Input: test methods. Output: their verdicts, as JUnit reports
 * them. Entry class: {@link dev.clew.junit.Interleavings}.
 */
@NullMarked
package dev.clew.junit;

import org.jspecify.annotations.NullMarked;
