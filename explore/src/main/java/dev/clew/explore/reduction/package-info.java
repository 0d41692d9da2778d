/**
 * Partial-order reduction: one schedule for each class of equivalent ones.
 *
 * <p>Input: traces. Output: schedules. Entry classes: {@link
 * dev.clew.explore.reduction.OptimalStrategy}, optimal dynamic partial-order reduction with wakeup
 * trees (Abdulla, Aronis, Jonsson, Sagonas, JACM 2017) extended to blocking operations with several
 * disablers, and {@link dev.clew.explore.reduction.DporStrategy}, the baseline. Both find races
 * with {@link dev.clew.explore.reduction.Races}; {@code docs/algorithms/} explains the rest.
 */
@NullMarked
package dev.clew.explore.reduction;

import org.jspecify.annotations.NullMarked;
