package dev.clew.benchmarks;

import java.util.List;

/**
 * A row of a table of the thesis, and the program that stands for it here.
 *
 * @param table its number
 * @param name what the thesis calls the program
 * @param threads how many threads, the main one among them, the thesis says
 * @param runs executions that the thesis tells, -1 if the search took too long
 * @param transitions that the thesis tells, -1 if it tells none
 * @param seconds that the thesis tells, or how long it waited in vain
 * @param search how to search here
 * @param program the main class here
 * @param arguments its sizes
 */
record Published(
    String table,
    String name,
    int threads,
    long runs,
    long transitions,
    double seconds,
    Search search,
    Class<?> program,
    List<String> arguments) {

  /** What a search is reduced by. */
  enum Search {
    /** Each trace class once. */
    OPTIMAL,
    /** Each trace class once, up to a permutation of alike threads. */
    SYMMETRY,
    /** What comes after each state once. */
    STATEFUL,
    /** By backtrack points. */
    DPOR,
    /** The same, without what cannot have a data race. */
    PRUNED
  }
}
