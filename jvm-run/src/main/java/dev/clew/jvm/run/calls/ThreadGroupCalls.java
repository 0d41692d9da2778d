package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.BeyondControl;
import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.ProgramThread;

/** Thread groups know nothing of threads that are under control: they were never started. */
@Replaces(ThreadGroup.class)
public final class ThreadGroupCalls {
  private ThreadGroupCalls() {}

  /** Instead of {@link ThreadGroup#interrupt}. */
  public static void interrupt(ThreadGroup group, int site) {
    Execution now = Hooks.enter();
    if (now == null) {
      group.interrupt();
      return;
    }
    try {
      for (int t = 0; t < now.threads.end(); t++) {
        ProgramThread thread = now.threads.find(t);
        Thread identity = thread == null ? null : thread.identity;
        if (thread != null
            && identity != null
            && thread.phase != ProgramThread.ENDED
            && group.parentOf(identity.getThreadGroup())) {
          now.threadModel.interrupt(thread, site);
        }
      }
    } finally {
      Hooks.leave(now);
    }
  }

  /** Instead of {@link ThreadGroup#activeCount}. */
  public static int activeCount(ThreadGroup group, int site) {
    refuse(site);
    return group.activeCount();
  }

  /** Instead of {@link ThreadGroup#enumerate(Thread[])}. */
  public static int enumerate(ThreadGroup group, Thread[] list, int site) {
    refuse(site);
    return group.enumerate(list);
  }

  /** Instead of {@link ThreadGroup#enumerate(Thread[], boolean)}. */
  public static int enumerate(ThreadGroup group, Thread[] list, boolean recurse, int site) {
    refuse(site);
    return group.enumerate(list, recurse);
  }

  static void refuse(int site) {
    Execution now = Hooks.enter();
    if (now != null) {
      BeyondControl.refuse(
          now,
          site,
          "asks which threads are alive. That cannot be controlled: ask each by isAlive");
    }
  }
}
