package dev.clew.explore.reduction;

import dev.clew.trace.AlikeThreads;
import dev.clew.trace.Dependence;
import dev.clew.trace.HappensBefore;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;

/**
 * The second operation of a race: an event of the trace, or one that did not happen because another
 * came first.
 *
 * <p>Operations that did not happen: one on which a thread is blocked at the end, one that a
 * timeout ended, and the cancelling of a wait that a notify ended.
 */
final class Operation {
  int thread;

  /** It is, or would have been, the n-th event of its thread. */
  int index;

  OpKind kind = OpKind.YIELD;
  int object;
  int other;
  int modes;
  int label;
  int amount;

  /** What it follows in its thread, -1 if nothing. */
  int predecessor;

  /** The step of an alike thread it had to wait for, negative if none. */
  int behind;

  /** What ended the wait it is the end of, -1 if it is none. */
  int link;

  /** The event it is, -1 if it did not happen. */
  int event;

  /** Accesses from this event of the trace on do not count for what it finds. */
  int limit;

  /** Makes this an event of the trace. */
  void setEvent(Trace trace, HappensBefore order, int i) {
    thread = trace.thread(i);
    index = order.index(i);
    kind = OpKind.of(trace.kind(i));
    object = trace.object(i);
    other = trace.other(i);
    modes = trace.modes(i);
    label = trace.label(i);
    amount = trace.amount(i);
    predecessor = order.predecessor(i);
    behind = trace.behind(i);
    link = kind == OpKind.REACQUIRE || kind == OpKind.PASS ? trace.link(i) : -1;
    event = i;
    limit = i;
  }

  /** Makes this the operation on which a thread is blocked at the end of the execution. */
  void setPending(PendingOperations pending, HappensBefore order, int p) {
    setAbsent(pending.thread(p), OpKind.of(pending.kind(p)), pending.object(p), pending.amount(p));
    index = order.count(thread) + 1;
    predecessor = order.nextPredecessor(thread);
    behind = pending.behind(p);
    link = pending.link(p);
    limit = order.size();
  }

  /** Makes this the operation that gave up in a timeout. */
  void setGivenUp(Trace trace, HappensBefore order, int timeout) {
    setAbsent(
        trace.target(timeout),
        OpKind.of(trace.before(timeout)),
        trace.expected(timeout),
        trace.amount(timeout));
    index = order.countBefore(timeout, thread) + 1;
    predecessor = order.predecessorOfGivenUp(timeout);
    behind = trace.behind(timeout);
    limit = timeout;
  }

  /** Makes this the cancelling of a wait, in place of the n-th event of the waiting thread. */
  void setCancel(int waiter, int n, int condition, int status, int wait, int end) {
    setAbsent(waiter, OpKind.CANCEL_WAIT, condition, 0);
    other = status;
    index = n;
    predecessor = wait;
    limit = end;
  }

  private void setAbsent(int newThread, OpKind newKind, int newObject, int newAmount) {
    thread = newThread;
    kind = newKind;
    object = newObject;
    other = -1;
    modes = Dependence.modes(newKind, true);
    label = Trace.NO_LABEL;
    amount = newAmount;
    link = -1;
    event = -1;
    behind = Trace.NONE;
  }

  /** Whether it cannot happen before a step of an alike thread that did not come. */
  boolean isHeld() {
    return behind == AlikeThreads.HELD;
  }

  /** Whether an event comes before it by an order that cannot be reversed. */
  boolean follows(HappensBefore order, int earlier) {
    return (predecessor >= 0 && order.isBefore(earlier, predecessor))
        || (link >= 0 && order.isBefore(earlier, link))
        || (behind >= 0 && order.isBefore(earlier, behind));
  }

  /** The thread whose write hold does not keep it from reading, -1 if there is none. */
  int exceptedReader() {
    return amount == Trace.WITHOUT_OWNERS ? -1 : thread;
  }

  /** The number of accesses of an object that count for what it finds. */
  int places(HappensBefore order, int accessed) {
    return accessed < 0 || order.accessCount(accessed) == 0
        ? 0
        : order.firstAccessAfter(accessed, limit - 1);
  }
}
