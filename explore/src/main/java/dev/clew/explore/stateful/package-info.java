/**
 * The search that recognises states: each is explored once, whatever led to it.
 *
 * <p>Key invariant: a state in the graph has the same future wherever it comes from; when no plan
 * is left every execution of the program is equivalent to a path of the graph.
 */
@NullMarked
package dev.clew.explore.stateful;

import org.jspecify.annotations.NullMarked;
