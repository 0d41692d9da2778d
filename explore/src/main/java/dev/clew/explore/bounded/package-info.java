/**
 * Searches with few preemptions.
 *
 * <p>Input: a trace and its happens-before order. Output: the fewest preemptions with which its
 * class, or a prefix of it, can be executed. Entry class: {@link
 * dev.clew.explore.bounded.FewestPreemptions}.
 */
@NullMarked
package dev.clew.explore.bounded;

import org.jspecify.annotations.NullMarked;
