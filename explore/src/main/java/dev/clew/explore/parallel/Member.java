package dev.clew.explore.parallel;

import dev.clew.trace.NumberExchange;
import java.util.function.Consumer;

/** A worker as the one who hands out the parts sees it. */
final class Member {
  private static final int NOTHING = -1;

  final NumberExchange numbers;
  final Counts counts = new Counts();
  private final Consumer<byte[]> mail;

  /** The part it explores. */
  private int part = NOTHING;

  /** Whether it has said anything: a process takes its time to begin. */
  boolean isReady;

  /** Whether it was asked to give plans away, and has not yet. */
  boolean isAsked;

  /** Whether it has used up the executions it was allowed. */
  boolean isStalled;

  Member(NumberExchange numbers, Consumer<byte[]> mail) {
    this.numbers = numbers;
    this.mail = mail;
  }

  /** Whether it could explore something, and does not. */
  boolean isIdle() {
    return isReady && part == NOTHING;
  }

  boolean isBusy() {
    return part != NOTHING;
  }

  int part() {
    return part;
  }

  void begin(int newPart) {
    part = newPart;
    isAsked = false;
    isStalled = false;
  }

  void finish() {
    begin(NOTHING);
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
