/**
 * Toy programs that were written in another language: random ones are compared with the oracles,
 * each trace of a real program read as an execution of the toy.
 *
 * <p>Input: a {@link dev.clew.testkit.written.Language}. Output: the first difference of each
 * program. Entry: {@link dev.clew.testkit.written.WrittenSelfCheck}.
 */
@NullMarked
package dev.clew.testkit.written;

import org.jspecify.annotations.NullMarked;
