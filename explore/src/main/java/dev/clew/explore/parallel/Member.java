package dev.clew.explore.parallel;

import dev.clew.trace.NumberExchange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** A worker as the one who hands out the parts sees it. */
final class Member {
  final NumberExchange numbers;
  final Counts counts = new Counts();
  private final Consumer<byte[]> mail;

  /** Whether it works in the thread of the one who hands out the parts. */
  final boolean isHere;

  /** The parts it has: it explores the first, and then the others. */
  private final Deque<Integer> parts = new ArrayDeque<>();

  /** Whether it has said anything: a process takes its time to begin. */
  boolean isReady;

  /** How often it was to be asked how far it is since it said something. */
  int questions;

  /** Whether it was asked to give plans away, and has not yet. */
  boolean isAsked;

  /** Whether it has used up the executions it was allowed. */
  boolean isStalled;

  /** Whether it was asked which classes it executed. */
  boolean isAskedForClasses;

  /** Whether it has told these. */
  boolean hasToldClasses;

  Member(NumberExchange numbers, boolean isHere, Consumer<byte[]> mail) {
    this.numbers = numbers;
    this.isHere = isHere;
    this.mail = mail;
  }

  /** Whether it could explore something, and has nothing. */
  boolean isIdle() {
    return isReady && parts.isEmpty();
  }

  boolean isBusy() {
    return !parts.isEmpty();
  }

  /** How many parts it has. */
  int partCount() {
    return parts.size();
  }

  /** The part it has had for the longest time. */
  int oldestPart() {
    return parts.getFirst();
  }

  boolean has(int part) {
    return parts.contains(part);
  }

  void begin(int part) {
    parts.add(part);
  }

  void finish(int part) {
    parts.remove(part);
    isAsked = false;
    isStalled = false;
  }

  /** A new search begins. */
  void restart() {
    parts.clear();
    counts.clear();
    isAsked = false;
    isStalled = false;
    isAskedForClasses = false;
    hasToldClasses = false;
  }

  /** Sends a message about a search. */
  void tell(Order order, int search, Letter.Text text) {
    mail.accept(
        Letter.of(
            out -> {
              out.writeByte(order.ordinal());
              numbers.tell(out);
              out.writeInt(search);
              text.write(out);
            }));
  }
}
