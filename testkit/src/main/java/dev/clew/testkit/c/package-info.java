/**
 * Toy programs as C programs, to count what the engine does with the one like with the other.
 *
 * <p>{@link dev.clew.testkit.c.CSource} writes many programs into one source file, selected by the
 * first argument; {@link dev.clew.testkit.c.Expressible} says which programs C can express. {@link
 * dev.clew.testkit.c.CCorpus} compares the known ones with what is known, {@link
 * dev.clew.testkit.c.CSelfCheck} random ones with the oracles; who runs them says how C is
 * compiled.
 */
@NullMarked
package dev.clew.testkit.c;

import org.jspecify.annotations.NullMarked;
