package dev.clew.trace;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Exchanges the meaning of numbers with one other process that runs the same program, and turns the
 * numbers of that process into those of this one.
 *
 * <p>Each side gives numbers as it meets things. Before it writes numbers it tells what those are
 * that it gave since it told last; the other side hears that before it reads them.
 */
public interface NumberExchange extends Renumbering {
  /** Numbers are the same in all processes: there is nothing to tell. */
  NumberExchange NEEDLESS =
      new NumberExchange() {
        @Override
        public void tell(DataOutput out) {}

        @Override
        public void hear(DataInput in) {}

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

  /** Writes the meaning of the numbers that this process gave since the last time. */
  void tell(DataOutput out) throws IOException;

  /** Reads what the other process told. */
  void hear(DataInput in) throws IOException;
}
