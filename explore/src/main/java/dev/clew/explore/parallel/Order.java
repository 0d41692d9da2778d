package dev.clew.explore.parallel;

/** What a worker is told. */
enum Order {
  /** Forget everything, and make these objects visible: a new search begins. */
  RESTART,
  /** Explore a part. */
  EXPLORE,
  /** Others explore this as well, above your part. */
  CLAIMS,
  /** Give plans away as soon as there are some. */
  SHARE,
  /** So many executions more are allowed. */
  GRANT,
  /** Say how far you are. */
  REPORT,
  /** Say which classes you executed. */
  CLASSES
}
