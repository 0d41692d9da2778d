/**
 * What a program calls instead of methods of the JDK that must be under control.
 *
 * <p>Input: a call of the program. Output: its result. Entry annotation: {@link
 * dev.clew.jvm.run.calls.Replaces}.
 */
@NullMarked
package dev.clew.jvm.run.calls;

import org.jspecify.annotations.NullMarked;
