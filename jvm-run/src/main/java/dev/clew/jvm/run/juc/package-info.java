/**
 * Models of the synchronisation primitives of the JDK.
 *
 * <p>Input: a call of a JDK method by a program under control. Output: the operation in the trace,
 * and its result. Entry annotation: {@link dev.clew.jvm.run.juc.Models}.
 */
@NullMarked
package dev.clew.jvm.run.juc;

import org.jspecify.annotations.NullMarked;
