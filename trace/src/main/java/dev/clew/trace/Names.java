package dev.clew.trace;

/** Words for what a trace names by numbers; only reports ask for them. */
public interface Names {
  /** The name of a thread. */
  String thread(int thread);

  /** The name of an object, as the user wrote it. */
  String object(int object);

  /** The file of a source position. */
  String file(int position);

  /** The line of a source position, from 1; 0 if unknown. */
  int line(int position);

  /** The source text at a position, without indentation; empty if unknown. */
  String text(int position);
}
