/**
 * One search by several workers, each with a program of its own: in other processes, or in this
 * one.
 *
 * <p>Input: a program, options, links to workers. Output: the outcome that one worker alone would
 * have. Entry classes: {@link dev.clew.explore.parallel.ParallelExploration} for the one who hands
 * out the parts, {@link dev.clew.explore.parallel.Worker} for those who explore them.
 */
@NullMarked
package dev.clew.explore.parallel;

import org.jspecify.annotations.NullMarked;
