/**
 * Toy programs as C programs, to count what the engine does with the one like with the other.
 *
 * <p>{@link dev.clew.foreign.corpus.CSource} writes many programs into one source file, selected by
 * the first argument; {@link dev.clew.foreign.corpus.Expressible} says which programs C can
 * express.
 */
@NullMarked
package dev.clew.foreign.corpus;

import org.jspecify.annotations.NullMarked;
