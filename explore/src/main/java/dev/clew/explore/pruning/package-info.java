/**
 * Search for data races only: parts of the search space that cannot have one are left out.
 *
 * <p>Input: traces, and what the front end knows of the code that threads have not executed yet
 * ({@link dev.clew.trace.Prospects}). Output: the state of an execution from which on nothing is to
 * be planned. Entry class: {@link dev.clew.explore.pruning.PrunedStrategy}.
 */
@NullMarked
package dev.clew.explore.pruning;

import org.jspecify.annotations.NullMarked;
