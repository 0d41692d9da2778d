/**
 * A program in a process of its own as a program under test, whatever its language: the side of the
 * engine of the protocol between the two.
 *
 * <p>Input: how to start the process. Output: controlled executions of it.
 */
@NullMarked
package dev.clew.foreign;

import org.jspecify.annotations.NullMarked;
