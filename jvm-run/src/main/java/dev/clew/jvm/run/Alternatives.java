package dev.clew.jvm.run;

/** The alternatives of an operation that has some: whom to notify, which value to take. */
public interface Alternatives {
  /** Adds the label of each alternative, ascending; none if there is no choice to make. */
  void addTo(Labels labels);
}
