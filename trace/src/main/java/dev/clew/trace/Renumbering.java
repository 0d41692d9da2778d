package dev.clew.trace;

/**
 * Turns the numbers that another process gave to the threads, objects and positions of a program
 * into those of this one. Negative numbers mean the same everywhere.
 */
public interface Renumbering {
  /** The numbers are the same. */
  Renumbering NONE =
      new Renumbering() {
        @Override
        public int thread(int theirs) {
          return theirs;
        }

        @Override
        public int object(int theirs) {
          return theirs;
        }

        @Override
        public int label(int theirThread, int theirObject, int theirLabel) {
          return theirLabel;
        }

        @Override
        public int position(int theirs) {
          return theirs;
        }
      };

  /** The thread with their number. */
  int thread(int theirs);

  /** The object with their number. */
  int object(int theirs);

  /**
   * The alternative with their label, in an operation of their thread on their object: it may be a
   * thread, or a value that means the same everywhere.
   */
  int label(int theirThread, int theirObject, int theirLabel);

  /** The source position with their number. */
  int position(int theirs);
}
