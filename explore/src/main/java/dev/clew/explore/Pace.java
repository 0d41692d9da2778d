package dev.clew.explore;

/** Looks at a running search now and then, at least several times a second, and may stop it. */
@FunctionalInterface
public interface Pace {
  /** Never stops a search. */
  Pace UNHURRIED = progress -> true;

  /** Whether the search is to go on. */
  boolean goOn(Progress progress);
}
