/**
 * The search: which schedules to execute, and when the search is over.
 *
 * <p>Input: a {@link dev.clew.trace.Program}. Output: an {@link dev.clew.explore.Outcome}. Entry
 * class: {@link dev.clew.explore.Exploration}, the loop; strategies are in the packages below.
 */
@NullMarked
package dev.clew.explore;

import org.jspecify.annotations.NullMarked;
