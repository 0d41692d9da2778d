/**
 * The toy language: a front end small enough to trust, on which every algorithm is tested.
 *
 * <p>Input: text, as defined in {@code docs/toy-language.md}, or a tree ({@link
 * dev.clew.testkit.toy.Toy}) built by a generator. Output: a {@link dev.clew.trace.Program}. The
 * flow is parser, checker, compiler, machine, run. Entry class: {@link
 * dev.clew.testkit.toy.ToyProgram}.
 */
@NullMarked
package dev.clew.testkit.toy;

import org.jspecify.annotations.NullMarked;
