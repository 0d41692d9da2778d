package dev.clew.foreign;

import java.util.Optional;

/**
 * What the numbers in a trace mean to the process that made them, in addresses: what words for them
 * are made of.
 */
public interface Numbers {
  /** The thread that made a thread, -1 for the first. */
  int maker(int thread);

  /** How many threads its maker made before. */
  int ordinal(int thread);

  /** The address of the function it began with. */
  long startAddress(int thread);

  /** Where an object is; 0 if it is nowhere in memory. */
  long address(int object);

  /** How many bytes it has. */
  int size(int object);

  /** What kind of thing it is: an ordinal of {@code enum matter} of the protocol. */
  int matter(int object);

  /** The object that stands for it and others in traces; itself if it stands for itself. */
  int leader(int object);

  /** How many objects there are. */
  int objectCount();

  /** The address in the code of a source position; 0 if it is not known. */
  long pc(int position);

  /** The source position of the call that led to a position, -1 if none is known. */
  int caller(int position);

  /** The value that a code stands for. */
  long value(int code);

  /** The block of the heap that an address is in, or was in. */
  Optional<Allocation> allocation(long address);
}
