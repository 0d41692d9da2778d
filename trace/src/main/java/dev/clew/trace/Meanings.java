package dev.clew.trace;

/**
 * What the numbers of threads, objects and alternatives mean, as bits. Two things have other bits,
 * but for an unlikely accident.
 */
public interface Meanings {
  /** A number means itself: for those who stay within one process. */
  Meanings NUMBERS =
      new Meanings() {
        @Override
        public long ofThread(int thread) {
          return thread < 0 ? thread : (thread + 1L) << 32;
        }

        @Override
        public long ofObject(int object) {
          return object < 0 ? object : (object + 1L) << 32;
        }

        @Override
        public long ofLabel(int thread, int object, int label) {
          return label;
        }
      };

  /** The bits of a thread; those of a negative number, which stands for none, are that number. */
  long ofThread(int thread);

  /** The bits of an object; the same for negative numbers. */
  long ofObject(int object);

  /** The bits of the alternative with a label, in an operation of a thread on an object. */
  long ofLabel(int thread, int object, int label);
}
