/**
 * Measures the engine: takes known programs, gives times as ratios taken in one run; each benchmark
 * is its own entry class.
 */
@NullMarked
package dev.clew.benchmarks;

import org.jspecify.annotations.NullMarked;
