/**
 * Keeps the algorithms honest: takes toy programs, written or random, runs them under the engine,
 * and gives the counts of brute-force oracles that share no code with the reductions.
 */
@NullMarked
package dev.clew.testkit;

import org.jspecify.annotations.NullMarked;
