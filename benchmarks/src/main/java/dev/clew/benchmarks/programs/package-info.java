/**
 * Programs under test for measurements of the JVM front end; they know nothing of the tool.
 *
 * <p>Input: sizes as arguments. Output: nothing but time.
 */
@NullMarked
package dev.clew.benchmarks.programs;

import org.jspecify.annotations.NullMarked;
