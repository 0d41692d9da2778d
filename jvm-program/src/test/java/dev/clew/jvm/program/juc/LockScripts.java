package dev.clew.jvm.program.juc;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Threads that do to locks what scripts say; each argument is the script of a thread.
 *
 * <p>A script is a sequence of letters, each perhaps with the number of a thread. What a thread may
 * not do at that point, such as to unlock what it does not hold, it leaves out. An operation that
 * fails, gives up or is interrupted makes the thread skip the next one.
 */
public final class LockScripts {
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition CONDITION = LOCK.newCondition();
  private static final ReentrantReadWriteLock READ_WRITE = new ReentrantReadWriteLock();
  private static final Condition WRITTEN = READ_WRITE.writeLock().newCondition();
  private static final StampedLock STAMPED = new StampedLock();

  private final Thread[] threads;

  private LockScripts(int threads) {
    this.threads = new Thread[threads];
  }

  public static void main(String[] args) {
    LockScripts scripts = new LockScripts(args.length);
    for (int t = 0; t < args.length; t++) {
      String script = args[t];
      scripts.threads[t] = new Thread(() -> scripts.new Actor().run(script));
    }
    for (Thread thread : scripts.threads) {
      thread.start();
    }
  }

  /** A thread with its stamp. */
  private final class Actor {
    private long stamp;

    void run(String script) {
      boolean skips = false;
      for (int i = 0; i < script.length(); i++) {
        char operation = script.charAt(i);
        boolean hasNumber = i + 1 < script.length() && Character.isDigit(script.charAt(i + 1));
        int number = hasNumber ? script.charAt(++i) - '0' : 0;
        if (skips) {
          skips = false;
        } else {
          skips = !succeeds(operation, number);
        }
      }
    }

    private boolean succeeds(char operation, int number) {
      try {
        return operation == '!' ? interrupt(number) : mutex(operation);
      } catch (InterruptedException e) {
        return false;
      }
    }

    private boolean interrupt(int number) {
      threads[number].interrupt();
      return true;
    }

    private boolean mutex(char operation) throws InterruptedException {
      boolean isHeld = LOCK.isHeldByCurrentThread();
      switch (operation) {
        case 'l' -> LOCK.lock();
        case 'i' -> LOCK.lockInterruptibly();
        case 't' -> {
          return LOCK.tryLock();
        }
        case 'T' -> {
          return LOCK.tryLock(1, TimeUnit.SECONDS);
        }
        case 'u' -> {
          if (isHeld) {
            LOCK.unlock();
          }
        }
        case 'q' -> {
          return LOCK.isLocked();
        }
        case 'Q' -> {
          return LOCK.hasQueuedThreads();
        }
        default -> {
          return isHeld ? condition(operation) : readWrite(operation);
        }
      }
      return true;
    }

    private boolean condition(char operation) throws InterruptedException {
      switch (operation) {
        case 'w' -> CONDITION.await();
        case 'W' -> {
          return CONDITION.await(1, TimeUnit.SECONDS);
        }
        case 'Z' -> {
          return CONDITION.awaitNanos(0) > 0;
        }
        case 'v' -> CONDITION.awaitUninterruptibly();
        case 'n' -> CONDITION.signal();
        case 'N' -> CONDITION.signalAll();
        case 'h' -> {
          return LOCK.hasWaiters(CONDITION);
        }
        default -> {
          return readWrite(operation);
        }
      }
      return true;
    }

    private boolean readWrite(char operation) throws InterruptedException {
      boolean reads = READ_WRITE.getReadHoldCount() > 0;
      boolean writes = READ_WRITE.isWriteLockedByCurrentThread();
      switch (operation) {
        case 'r' -> READ_WRITE.readLock().lock();
        case 'R' -> {
          return READ_WRITE.readLock().tryLock();
        }
        case 'y' -> {
          return READ_WRITE.readLock().tryLock(1, TimeUnit.SECONDS);
        }
        case 'e' -> {
          if (reads) {
            READ_WRITE.readLock().unlock();
          }
        }
        case 'x' -> READ_WRITE.writeLock().lock();
        case 'X' -> {
          return READ_WRITE.writeLock().tryLock();
        }
        case 'z' -> {
          return READ_WRITE.writeLock().tryLock(1, TimeUnit.SECONDS);
        }
        case 'f' -> {
          if (writes) {
            READ_WRITE.writeLock().unlock();
          }
        }
        case 'g' -> {
          return READ_WRITE.getReadLockCount() > 0;
        }
        case 'G' -> {
          return READ_WRITE.isWriteLocked();
        }
        default -> {
          return writes ? written(operation) : stamped(operation);
        }
      }
      return true;
    }

    private boolean written(char operation) throws InterruptedException {
      switch (operation) {
        case 'c' -> WRITTEN.await();
        case 'C' -> {
          return WRITTEN.await(1, TimeUnit.SECONDS);
        }
        case 'V' -> WRITTEN.awaitUninterruptibly();
        case 'd' -> WRITTEN.signal();
        case 'D' -> WRITTEN.signalAll();
        default -> {
          return stamped(operation);
        }
      }
      return true;
    }

    private boolean stamped(char operation) throws InterruptedException {
      switch (operation) {
        case 's' -> stamp = STAMPED.readLock();
        case 'S' -> stamp = STAMPED.tryReadLock();
        case 'Y' -> stamp = STAMPED.tryReadLock(1, TimeUnit.SECONDS);
        case 'p' -> stamp = STAMPED.writeLock();
        case 'P' -> stamp = STAMPED.tryWriteLock();
        case 'U' -> stamp = STAMPED.tryWriteLock(1, TimeUnit.SECONDS);
        case 'o' -> stamp = STAMPED.tryOptimisticRead();
        case 'O' -> {
          return STAMPED.validate(stamp);
        }
        case 'm' -> stamp = STAMPED.tryConvertToWriteLock(stamp);
        case 'M' -> stamp = STAMPED.tryConvertToReadLock(stamp);
        case 'K' -> stamp = STAMPED.tryConvertToOptimisticRead(stamp);
        case 'k' -> {
          return unlock();
        }
        case 'b' -> {
          return STAMPED.tryUnlockRead();
        }
        case 'B' -> {
          return STAMPED.tryUnlockWrite();
        }
        case 'j' -> {
          return STAMPED.isReadLocked();
        }
        case 'J' -> {
          return STAMPED.isWriteLocked();
        }
        default -> {
          return true;
        }
      }
      return stamp != 0;
    }

    /** Another thread may have given it back already. */
    private boolean unlock() {
      if (!StampedLock.isLockStamp(stamp)) {
        return true;
      }
      try {
        STAMPED.unlock(stamp);
        return true;
      } catch (IllegalMonitorStateException e) {
        return false;
      }
    }
  }
}
