/**
 * A program for the JVM as a program under test.
 *
 * <p>Input: a class path and what to run. Output: controlled executions of it. Entry class: {@link
 * dev.clew.jvm.program.ProgramLoader}.
 */
@NullMarked
package dev.clew.jvm.program;

import org.jspecify.annotations.NullMarked;
