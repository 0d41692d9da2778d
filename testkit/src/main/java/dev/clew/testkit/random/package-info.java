/**
 * Random little programs of the toy language, and the shrinking of one that shows a mistake.
 *
 * <p>Input: a seed; or a program and a question it answers with yes. Output: a {@link
 * dev.clew.testkit.toy.Toy}. Entry classes: {@link dev.clew.testkit.random.RandomPrograms}, {@link
 * dev.clew.testkit.random.Shrinker}.
 */
@NullMarked
package dev.clew.testkit.random;

import org.jspecify.annotations.NullMarked;
