package dev.clew.testkit.random;

/** Something a random thread may do next; some are a few statements that belong together. */
enum Feature {
  READ,
  WRITE,
  ADD,
  SWAP,
  CAS,
  PLAIN_READ,
  PLAIN_WRITE,
  LOCK,
  UNLOCK,
  TRYLOCK,
  /** One access under a lock. */
  CRITICAL,
  WAIT,
  NOTIFY,
  NOTIFYALL,
  SIGNAL,
  PARK,
  UNPARK,
  INTERRUPT,
  INTERRUPTED,
  JOIN,
  ALIVE,
  ACQUIRE,
  RELEASE,
  CLOSE,
  TRYACQUIRE,
  READLOCK,
  READUNLOCK,
  TRYREADLOCK,
  WRITELOCK,
  WRITEUNLOCK,
  TRYWRITELOCK,
  /** A writer that reads before it stops writing. */
  DOWNGRADE,
  ARRIVE,
  CHOOSE,
  YIELD,
  SLEEP,
  /** Reads the clock, and sometimes puts the time where others see it. */
  CLOCK,
  COMPUTE,
  IF,
  REPEAT,
  WHILE,
  ASSERT,
  /** Something that is refused. */
  FAIL
}
