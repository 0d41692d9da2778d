/**
 * Puts hooks into classes: every step of a program that other threads can notice becomes a call of
 * the module that runs it.
 *
 * <p>Input: class files. Output: class files that behave the same, under control. Entry class:
 * {@link dev.clew.jvm.agent.ProgramClassTransformer}.
 */
@NullMarked
package dev.clew.jvm.agent;

import org.jspecify.annotations.NullMarked;
