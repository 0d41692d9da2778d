package dev.clew.benchmarks.programs;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads that each take a block for their inode, and the next free one if it is taken: fsbench,
 * the synchronization of the Frangipani file system (Flanagan and Godefroid, POPL 2005).
 *
 * <p>Each of the first thirteen threads meets the one thirteen further on, for one block.
 */
public final class FileSystem {
  private static final int INODES = 32;
  private static final int BLOCKS = 26;

  private final ReentrantLock[] inodeLocks = locks(INODES);
  private final ReentrantLock[] blockLocks = locks(BLOCKS);
  private final int[] inodes = new int[INODES];
  private final boolean[] isBusy = new boolean[BLOCKS];

  private FileSystem() {}

  /** Argument: how many threads. */
  public static void main(String[] arguments) throws InterruptedException {
    FileSystem shared = new FileSystem();
    Together.run(Integer.parseInt(arguments[0]), shared::take);
  }

  private static ReentrantLock[] locks(int count) {
    ReentrantLock[] locks = new ReentrantLock[count];
    for (int i = 0; i < count; i++) {
      locks[i] = new ReentrantLock();
    }
    return locks;
  }

  private void take(int thread) {
    int inode = thread % INODES;
    inodeLocks[inode].lock();
    try {
      if (inodes[inode] == 0) {
        inodes[inode] = freeBlock(inode * 2 % BLOCKS) + 1;
      }
    } finally {
      inodeLocks[inode].unlock();
    }
  }

  private int freeBlock(int first) {
    int block = first;
    while (!occupy(block)) {
      block = (block + 1) % BLOCKS;
    }
    return block;
  }

  private boolean occupy(int block) {
    blockLocks[block].lock();
    try {
      boolean isFree = !isBusy[block];
      isBusy[block] = true;
      return isFree;
    } finally {
      blockLocks[block].unlock();
    }
  }
}
