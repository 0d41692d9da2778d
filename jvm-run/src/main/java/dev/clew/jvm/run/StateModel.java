package dev.clew.jvm.run;

/** A model of a primitive that can tell its whole state. */
public interface StateModel {
  /** Adds all that matters to what its operations do later. */
  void addTo(StateLook look);
}
