package dev.clew.jvm.run;

/**
 * The lock a thread holds while it runs the initialiser of a class (JVMS 5.5), as the scheduler
 * sees it. Outside a controlled execution there is none.
 */
final class InitialisationLock {

  private InitialisationLock() {}

  /** Takes the lock of a class; returns when no other thread has it. */
  static void lock(int classNumber) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.initialisers.lock(classNumber);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Gives the lock back. */
  static void unlock(int classNumber) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.initialisers.unlock(classNumber);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Finds the class initialised: all that its initialiser did happened before. */
  static void pass(int classNumber) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.initialisers.pass(classNumber);
      } finally {
        Hooks.leave(now);
      }
    }
  }

  /** Comes back to the class from another initialiser. */
  static void again(int classNumber) {
    Execution now = Hooks.enter();
    if (now != null) {
      try {
        now.initialisers.again(classNumber);
      } finally {
        Hooks.leave(now);
      }
    }
  }
}
