package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AlikeThreadsTest {
  private final Trace trace = new Trace();
  private final AlikeThreads alike = new AlikeThreads(trace, (a, t, b, u) -> a - t == b - u);

  private int step(int thread, OpKind kind, int object) {
    int i =
        trace.append(
            thread,
            kind,
            object,
            Trace.NONE,
            Dependence.modes(kind, true),
            Trace.NO_LABEL,
            0,
            0,
            0,
            Trace.NONE,
            Trace.NONE);
    alike.observe(i);
    return i;
  }

  private void threeAlike() {
    alike.add(1, 0);
    alike.add(2, 1);
  }

  @Test
  void threadsThatDidTheSameGoInTheOrderOfTheirNumbers() {
    threeAlike();
    assertThat(alike.isHeld(0)).isFalse();
    assertThat(alike.isHeld(1)).isTrue();
    assertThat(alike.isHeld(2)).isTrue();
    int first = step(0, OpKind.READ, 9);
    assertThat(alike.isHeld(1)).isFalse();
    assertThat(alike.isHeld(2)).isTrue();
    int second = step(1, OpKind.READ, 9);
    assertThat(trace.behind(first)).isEqualTo(Trace.NONE);
    assertThat(trace.behind(second)).isEqualTo(first);
    assertThat(alike.isHeld(1)).as("nothing tells the two readers apart").isTrue();
    assertThatThrownBy(() -> step(1, OpKind.READ, 9)).hasMessageContaining("its turn");
  }

  @Test
  void stepsThatDependOnEachOtherTellThreadsApart() {
    threeAlike();
    step(0, OpKind.WRITE, 9);
    step(1, OpKind.WRITE, 9);
    assertThat(alike.isHeld(1)).isFalse();
    assertThat(alike.isHeld(2)).isFalse();
    step(1, OpKind.WRITE, 9);
    assertThat(trace.behind(2)).isEqualTo(Trace.NONE);
  }

  @Test
  void aThirdThreadInBetweenTellsThemApart() {
    threeAlike();
    step(0, OpKind.READ, 9);
    step(3, OpKind.WRITE, 9);
    step(1, OpKind.READ, 9);
    step(2, OpKind.READ, 9);
    assertThat(alike.isHeld(1)).isFalse();
    assertThat(alike.isHeld(2)).as("both read what the other thread wrote").isTrue();
  }

  @Test
  void ownObjectsTellNothingOthersDo() {
    threeAlike();
    step(0, OpKind.READ, 20);
    step(1, OpKind.READ, 21);
    assertThat(alike.isHeld(1)).isTrue();
    step(2, OpKind.READ, 29);
    assertThat(alike.isHeld(2)).isFalse();
  }

  @Test
  void aNewExecutionKnowsWhatItsFirstStepsDid() {
    threeAlike();
    step(0, OpKind.WRITE, 9);
    step(1, OpKind.WRITE, 9);
    alike.begin(2);
    assertThat(alike.isHeld(1)).isFalse();
    alike.begin(1);
    trace.restart(1);
    alike.observe(0);
    assertThat(alike.isHeld(1)).isFalse();
    assertThat(alike.behind(1)).isZero();
    alike.begin(0);
    assertThat(alike.isHeld(1)).isTrue();
    alike.tie(3, 2, 0);
    assertThat(alike.isHeld(3)).isTrue();
    alike.begin(0);
    assertThat(alike.isHeld(3)).as("it was tied by an event that is gone").isFalse();
  }

  @Test
  void groupsAreToldByTheirSize() {
    assertThat(AlikeThreads.reduction(new int[] {-1, 0, -1, 1, 2, -1}))
        .isEqualTo("symmetry: modulo permutation of 3 and 2 alike threads");
  }
}
