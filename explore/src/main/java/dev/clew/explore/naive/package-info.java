/**
 * Every interleaving, without reduction.
 *
 * <p>Input: traces. Output: schedules. Entry class: {@link dev.clew.explore.naive.NaiveStrategy}.
 */
@NullMarked
package dev.clew.explore.naive;

import org.jspecify.annotations.NullMarked;
