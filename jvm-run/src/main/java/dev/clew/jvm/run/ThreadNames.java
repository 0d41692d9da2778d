package dev.clew.jvm.run;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;

/**
 * The numbers in the names of threads that were given no other: who makes a thread first has the
 * lower one. To take a number is an operation once somebody asks for such a name in an execution in
 * which several threads make threads.
 */
public final class ThreadNames {
  /** What the JDK begins such names with. */
  private static final String NUMBERED = "Thread-";

  private static final int NOBODY = -1;
  private static final int TAKE = Dependence.modes(OpKind.READ_MODIFY_WRITE, true);

  private final Execution execution;

  /** Who took the first number of this execution. */
  private int first = NOBODY;

  private int taken;
  private boolean haveSeveral;
  private boolean isAsked;

  ThreadNames(Execution execution) {
    this.execution = execution;
  }

  /** An execution begins. */
  void begin() {
    first = NOBODY;
    taken = 0;
    haveSeveral = false;
    isAsked = false;
  }

  /** The running thread is about to make a thread whose name has the next number. */
  void take(int site) {
    ProgramThread self = execution.current;
    if (execution.objects.isVisible(Matter.THREAD_NAMES)) {
      int numbers = execution.objects.of(Matter.THREAD_NAMES);
      execution.stand(self, OpKind.READ_MODIFY_WRITE, numbers, null, site);
      int event = execution.recordAccess(self, OpKind.READ_MODIFY_WRITE, numbers, TAKE, taken++, 0);
      if (execution.recordsDetails()) {
        execution.details.value(event, self, taken);
      }
      return;
    }
    haveSeveral |= first != NOBODY && first != self.number;
    first = self.number;
    revealIfNoticed();
  }

  /** The running thread asks for the name of a thread. */
  void ask(Thread thread) {
    if (!isAsked && thread.getName().startsWith(NUMBERED)) {
      isAsked = true;
      revealIfNoticed();
    }
  }

  private void revealIfNoticed() {
    if (isAsked && haveSeveral && !execution.objects.isVisible(Matter.THREAD_NAMES)) {
      execution.trace().reveal(execution.objects.of(Matter.THREAD_NAMES));
    }
  }
}
