/**
 * Known programs: the corpus on which counts are gated.
 *
 * <p>Input: sizes. Output: toy programs with the number of their trace classes, from the literature
 * where it has one, otherwise counted by both oracles. Entry class: {@link
 * dev.clew.testkit.corpus.Corpus}.
 */
@NullMarked
package dev.clew.testkit.corpus;

import org.jspecify.annotations.NullMarked;
