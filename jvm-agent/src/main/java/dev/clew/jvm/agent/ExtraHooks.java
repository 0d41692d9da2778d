package dev.clew.jvm.agent;

/** What the code of a program tells only if a search asks for it, since it costs time. */
public enum ExtraHooks {
  /** When rounds of loops begin, so that threads that go round in vain let others go first. */
  ROUNDS,

  /** What frames hold, so that states can be recognised. */
  FRAMES,

  /** The same and what threads begin with, so that their code can be read from there. */
  PLACES
}
