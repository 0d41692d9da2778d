/**
 * The front end for C and C++: compiles programs for control, and has words for what they do.
 *
 * <p>Input: source files, or an executable made by the compiler wrapper. Output: an executable that
 * speaks the protocol, and names of its functions, variables and lines.
 */
@NullMarked
package dev.clew.foreign.c;

import org.jspecify.annotations.NullMarked;
