package dev.clew.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class HappensBeforeTest {
  private final Trace trace = new Trace();

  private int add(int thread, OpKind kind, boolean done, int object, int link, int target) {
    return trace.append(
        thread,
        kind,
        object,
        Trace.NONE,
        object < 0 ? 0 : Dependence.modes(kind, done),
        Trace.NO_LABEL,
        0,
        0,
        0,
        link,
        target);
  }

  private int access(int thread, OpKind kind, int object) {
    return add(thread, kind, true, object, -1, -1);
  }

  private HappensBefore orderOfAll() {
    HappensBefore order = new HappensBefore(trace, 1, 0);
    while (order.size() < trace.size()) {
      order.append();
    }
    return order;
  }

  @Test
  void readsOfTheSameVariableAreNotOrderedButAWriteIsOrderedWithBoth() {
    int first = access(0, OpKind.READ, 0);
    int second = access(1, OpKind.READ, 0);
    int write = access(2, OpKind.WRITE, 0);
    HappensBefore order = orderOfAll();
    assertThat(order.isBefore(first, second)).isFalse();
    assertThat(order.isBefore(first, write)).isTrue();
    assertThat(order.isBefore(second, write)).isTrue();
    assertThat(order.adjacentCount()).isEqualTo(2);
  }

  @Test
  void anAcquisitionRacesWithThePreviousAcquisitionNotWithTheRelease() {
    int acquired = access(0, OpKind.LOCK, 0);
    int released = add(0, OpKind.UNLOCK, true, 0, acquired, -1);
    int second = access(1, OpKind.LOCK, 0);
    HappensBefore order = orderOfAll();
    assertThat(order.isBefore(released, second)).isTrue();
    assertThat(order.adjacentCount()).isEqualTo(1);
    assertThat(order.adjacent(0)).isEqualTo(acquired);
  }

  @Test
  void sharesCommuteWithEachOtherAndConflictWithReads() {
    int share = access(0, OpKind.RELEASE, 0);
    int other = access(1, OpKind.RELEASE, 0);
    int failed = add(2, OpKind.TRY_ACQUIRE, false, 0, -1, -1);
    HappensBefore order = orderOfAll();
    assertThat(order.isBefore(share, other)).isFalse();
    assertThat(order.isBefore(share, failed)).isTrue();
    assertThat(order.isBefore(other, failed)).isTrue();
  }

  @Test
  void startJoinAndLinksOrder() {
    int before = access(0, OpKind.WRITE, 5);
    int start = add(0, OpKind.START, true, -1, -1, 1);
    int child = access(1, OpKind.WRITE, 6);
    int join = add(2, OpKind.JOIN, true, -1, -1, 1);
    int pass = add(3, OpKind.PASS, true, -1, child, -1);
    HappensBefore order = orderOfAll();
    assertThat(order.isBefore(before, child)).isTrue();
    assertThat(order.isBefore(start, join)).isTrue();
    assertThat(order.isBefore(child, join)).isTrue();
    assertThat(order.isBefore(child, pass)).isTrue();
    assertThat(order.isBefore(join, pass)).isFalse();
  }

  @Test
  void aTimeoutIsAfterEverythingAndBeforeWhatItsThreadDoesNext() {
    int elsewhere = access(0, OpKind.WRITE, 0);
    int own = access(1, OpKind.WRITE, 1);
    int timeout = add(2, OpKind.TIMEOUT, true, -1, -1, 1);
    int next = access(1, OpKind.WRITE, 2);
    HappensBefore order = orderOfAll();
    assertThat(order.isBefore(elsewhere, timeout)).isTrue();
    assertThat(order.isBefore(own, timeout)).isTrue();
    assertThat(order.isBefore(timeout, next)).isTrue();
    assertThat(order.predecessorOfGivenUp(timeout)).isEqualTo(own);
  }

  @Test
  void truncatingAndAppendingAgainGivesTheSameOrder() {
    Random random = new Random(1);
    OpKind[] kinds = {OpKind.READ, OpKind.WRITE, OpKind.LOCK, OpKind.RELEASE, OpKind.YIELD};
    for (int i = 0; i < 300; i++) {
      OpKind kind = kinds[random.nextInt(kinds.length)];
      access(random.nextInt(20), kind, kind == OpKind.YIELD ? -1 : random.nextInt(40));
    }
    HappensBefore straight = orderOfAll();
    HappensBefore winding = new HappensBefore(trace, 1, 0);
    for (int turn = 0; turn < 50; turn++) {
      while (winding.size() < trace.size()) {
        winding.append();
      }
      winding.truncate(random.nextInt(trace.size()));
    }
    while (winding.size() < trace.size()) {
      winding.append();
    }
    for (int a = 0; a < trace.size(); a++) {
      for (int b = a; b < trace.size(); b++) {
        assertThat(winding.isBefore(a, b)).isEqualTo(straight.isBefore(a, b));
      }
    }
  }
}
