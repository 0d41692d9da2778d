package dev.clew.jvm.run.juc;

import dev.clew.trace.OpKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transfer queue of one execution: elements, of which some have a thread that waits until they
 * are taken, or threads that wait for elements.
 */
final class TransferCore {
  /** An element, or a thread that waits for one. */
  private static final class Node extends Meeting.Wait {
    private @Nullable Object item;
    private final boolean isAwaited;

    private Node(@Nullable Object item, boolean isAwaited) {
      this.item = item;
      this.isAwaited = isAwaited;
    }
  }

  private final Meeting meeting;
  private final Deque<Node> elements = new ArrayDeque<>();
  private final Deque<Node> takers = new ArrayDeque<>();

  TransferCore(Meeting meeting, Object[] elements) {
    this.meeting = meeting;
    for (Object each : elements) {
      this.elements.add(new Node(each, false));
    }
  }

  private int before() {
    return elements.size() - takers.size();
  }

  /** Adds an element, and goes on. */
  void add(Object element) {
    meeting.begin(OpKind.ARRIVE);
    int before = before();
    if (!hand(element)) {
      elements.add(new Node(element, false));
    }
    meeting.end(OpKind.ARRIVE, before);
  }

  private boolean hand(Object element) {
    Node taker = takers.poll();
    if (taker == null) {
      return false;
    }
    taker.item = element;
    meeting.finish(taker);
    return true;
  }

  /**
   * Gives an element to a thread that takes it.
   *
   * @param nanos how long to wait for one at most, 0 not at all, negative for ever
   */
  boolean transfer(Object element, long nanos) throws InterruptedException {
    meeting.begin(OpKind.ARRIVE);
    int before = before();
    boolean isHanded = hand(element);
    Node node = null;
    if (!isHanded && nanos != 0) {
      node = new Node(element, true);
      elements.add(node);
    }
    meeting.end(OpKind.ARRIVE, before);
    Node waiting = node;
    return waiting == null
        ? isHanded
        : meeting.await(waiting, nanos, () -> elements.remove(waiting));
  }

  /** Takes an element, null if there was none in time. */
  @Nullable Object take(long nanos) throws InterruptedException {
    meeting.begin(OpKind.ARRIVE);
    int before = before();
    Node first = elements.poll();
    if (first != null) {
      free(first);
      meeting.end(OpKind.ARRIVE, before);
      return first.item;
    }
    if (nanos == 0) {
      meeting.end(OpKind.ARRIVE, before);
      return null;
    }
    Node taker = new Node(null, true);
    takers.add(taker);
    meeting.end(OpKind.ARRIVE, before);
    return meeting.await(taker, nanos, () -> takers.remove(taker)) ? taker.item : null;
  }

  /** An element is gone: who waited for that goes on. */
  private void free(Node element) {
    if (element.isAwaited) {
      meeting.finish(element);
    }
  }

  /** Removes elements; whether there were any. */
  boolean remove(Predicate<@Nullable Object> isRemoved, boolean onlyFirst) {
    meeting.begin(OpKind.WRITE);
    int before = before();
    boolean isChanged = false;
    try {
      for (Node each : List.copyOf(elements)) {
        if (!(onlyFirst && isChanged) && isRemoved.test(each.item)) {
          elements.remove(each);
          free(each);
          isChanged = true;
        }
      }
    } finally {
      meeting.end(OpKind.WRITE, before);
    }
    return isChanged;
  }

  // --- questions

  List<Object> elements() {
    return ask(
        () -> {
          List<Object> all = new ArrayList<>();
          for (Node each : elements) {
            all.add(each.item);
          }
          return all;
        });
  }

  int takers() {
    return ask(takers::size);
  }

  private <T> T ask(Supplier<T> question) {
    meeting.begin(OpKind.READ);
    try {
      return question.get();
    } finally {
      meeting.end(OpKind.READ, before());
    }
  }
}
