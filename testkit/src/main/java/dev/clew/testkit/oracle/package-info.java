/**
 * Counts by brute force what a search has to find: an interpreter of its own and two ways to
 * enumerate trace classes, which share no code with the engine, the toy front end or the dependence
 * table of the vocabulary.
 *
 * <p>Input: a {@link dev.clew.testkit.toy.Toy}. Output: its racy variables, trace classes,
 * deadlocks and failures, and the class of any given schedule. Entry class: {@link
 * dev.clew.testkit.oracle.OracleRun}.
 */
@NullMarked
package dev.clew.testkit.oracle;

import org.jspecify.annotations.NullMarked;
