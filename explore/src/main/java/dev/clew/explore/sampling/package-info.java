/**
 * Strategies that take samples of the schedules.
 *
 * <p>Input: traces. Output: schedules. Entry class: {@link
 * dev.clew.explore.sampling.SamplingStrategy}.
 */
@NullMarked
package dev.clew.explore.sampling;

import org.jspecify.annotations.NullMarked;
