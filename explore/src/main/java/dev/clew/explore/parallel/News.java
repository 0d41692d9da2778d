package dev.clew.explore.parallel;

/** What a worker tells. */
enum News {
  /** The part is explored. */
  FINISHED,
  /** Plans, given away. */
  SHARED,
  /** An execution that shows something to explore above the part. */
  ESCAPED,
  /** Findings, and objects that must be visible. */
  FOUND,
  /** An execution did not end within the step limit. */
  STEP_LIMIT,
  /** The executions that were allowed are used up. */
  STALLED,
  /** How far the worker is. */
  COUNTED,
  /** The classes that the worker executed. */
  CLASSES,
  /** The program did not do the same again. */
  DIVERGED,
  /** The program cannot be explored. */
  REFUSED,
  /** The worker has no memory left for the search. */
  OUT_OF_MEMORY,
  /** The worker failed. */
  FAILED
}
