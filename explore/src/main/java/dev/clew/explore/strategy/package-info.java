/**
 * What a strategy is.
 *
 * <p>Input: the trace of each execution. Output: the next schedule. Entry class: {@link
 * dev.clew.explore.strategy.Strategy}.
 */
@NullMarked
package dev.clew.explore.strategy;

import org.jspecify.annotations.NullMarked;
