package dev.clew.testkit.written;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.trace.Dependence;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import org.junit.jupiter.api.Test;

final class MutexesTest {
  private final Trace trace = new Trace();

  private void add(OpKind kind, int object) {
    int modes = Dependence.modes(kind, true);
    trace.append(0, kind, object, -1, modes, Trace.NO_LABEL, 0, 0, 0, -1, -1);
  }

  @Test
  void aMutexAndAVariableAreTwoObjects() {
    add(OpKind.LOCK, 1);
    add(OpKind.READ_MODIFY_WRITE, 2);
    add(OpKind.READ, 1);
    add(OpKind.UNLOCK, 1);
    assertThat(Mutexes.difference(trace)).isEmpty();
  }

  @Test
  void aMutexThatIsAVariableIsNoticed() {
    add(OpKind.READ_MODIFY_WRITE, 1);
    add(OpKind.LOCK, 1);
    assertThat(Mutexes.difference(trace)).startsWith("event 0 is READ_MODIFY_WRITE");
  }
}
