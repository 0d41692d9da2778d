/**
 * Runs the threads of a JVM program one at a time.
 *
 * <p>Input: bodies of threads and who runs next. Output: exactly one of them runs at any time, as
 * told. Entry class: {@link dev.clew.jvm.run.Turns}.
 */
@NullMarked
package dev.clew.jvm.run;

import org.jspecify.annotations.NullMarked;
