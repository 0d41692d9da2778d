package dev.clew.report.story;

import dev.clew.analyze.DeadlockObserver;
import dev.clew.explore.Finding;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.PendingOperations;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says who holds what and waits for what in a deadlock, and why nobody can go on. */
final class DeadlockExplanation {
  /** A deadlock of more threads is not told in full. */
  private static final int MOST_THREADS = 4;

  /** Said of operations that never block. */
  private static final String NOT_ON = "cannot go on";

  private final Reenactment reenactment;
  private final Finding finding;
  private final Trace trace;
  private final PendingOperations pending;
  private final Names names;
  private final Places places;
  private final Holds holds;
  private final EventWords words;

  DeadlockExplanation(Reenactment reenactment, Finding finding, Places places) {
    this.reenactment = reenactment;
    this.finding = finding;
    this.trace = reenactment.trace();
    this.pending = trace.pending();
    this.names = reenactment.names();
    this.places = places;
    this.holds = Holds.after(trace, trace.size());
    this.words = new EventWords(trace, names);
  }

  /** For each thread involved, in the order of the finding: what it holds and what it waits for. */
  Map<Integer, List<String>> endings() {
    Map<Integer, List<String>> endings = new LinkedHashMap<>();
    for (int p : told()) {
      List<String> lines = new ArrayList<>();
      for (Holds.Hold hold : holds.of(pending.thread(p), words)) {
        String since = places.mark(trace.position(hold.event()));
        String held = "holds " + names.object(hold.lock());
        lines.add(since.isEmpty() ? held : held + " since " + since);
      }
      lines.add((places.mark(pending.position(p)) + " " + waits(p)).strip());
      endings.put(pending.thread(p), lines);
    }
    return endings;
  }

  String why() {
    return finding.code().equals(DeadlockObserver.CYCLE) ? whyCycle() : whyStuck();
  }

  /** A cycle in a few words. */
  String headline() {
    List<String> threads = threads();
    if (threads.size() == 1) {
      return threads.get(0) + " waits for itself";
    }
    return threads.size() > MOST_THREADS
        ? threads.size() + " threads wait for each other"
        : Phrases.list(threads) + " wait for each other";
  }

  private String whyCycle() {
    List<Integer> told = told();
    boolean onlyLocks = told.stream().allMatch(p -> OpKind.of(pending.kind(p)) == OpKind.LOCK);
    String advice = " Threads that take these locks in one and the same order cannot get here.";
    return (told.size() > MOST_THREADS ? chain() : wholeCycle(told)) + (onlyLocks ? advice : "");
  }

  private String chain() {
    List<String> threads = threads();
    return threads.get(0)
        + " waits for "
        + String.join(", that for ", threads.subList(1, threads.size()))
        + ", and that for "
        + threads.get(0)
        + " again: none of them can ever go on.";
  }

  private String wholeCycle(List<Integer> told) {
    List<String> sentences = new ArrayList<>();
    for (int p : told) {
      List<String> held = holds.of(pending.thread(p), words).stream().map(this::phrase).toList();
      String holding = held.isEmpty() ? " " : " holds " + Phrases.list(held) + " and ";
      sentences.add(thread(p) + holding + "at " + place(p) + " " + waits(p));
    }
    String end =
        switch (told.size()) {
          case 1 -> ": it waits for itself, and can never go on.";
          case 2 -> ": each waits for the other, and neither can ever go on.";
          default -> ": each waits for the next, and none of them can ever go on.";
        };
    return String.join("; ", sentences) + end;
  }

  private String whyStuck() {
    StuckThread stuck = new StuckThread(reenactment, places);
    List<String> sentences = new ArrayList<>();
    for (int p : told()) {
      String where = names.line(pending.position(p)) > 0 ? "At " + place(p) + " " : "";
      sentences.add(where + thread(p) + " " + waits(p) + ": " + stuck.reason(p) + ".");
    }
    for (int thread : finding.threads()) {
      CallOrder.before(reenactment, thread)
          .ifPresent(order -> sentences.add(order.words(trace, names, places)));
    }
    return String.join(" ", sentences);
  }

  /** The blocked operations the finding tells of, in its order. */
  private List<Integer> told() {
    List<Integer> told = new ArrayList<>();
    for (int thread : finding.threads()) {
      for (int p = 0; p < pending.size(); p++) {
        if (pending.thread(p) == thread) {
          told.add(p);
        }
      }
    }
    return told;
  }

  private String waits(int p) {
    EnclosingCall call = names.callAroundBlocked(pending.thread(p));
    if (call != null && !call.isOnItsOwn()) {
      return "waits in " + call.words();
    }
    String object = pending.object(p) >= 0 ? names.object(pending.object(p)) : "";
    return switch (OpKind.of(pending.kind(p))) {
      case LOCK -> "waits for " + object + heldBy(p);
      case REACQUIRE ->
          Relevance.isInWaitSet(pending, p)
              ? "waits to be "
                  + names.wakeWords().notified()
                  + " on "
                  + names.object(pending.target(p))
              : "waits to get " + object + " back" + heldBy(p);
      case PARK -> names.wakeWords().parked();
      case JOIN -> "waits for the end of " + names.thread(pending.target(p));
      case ACQUIRE ->
          names.isLatch(pending.object(p))
              ? "waits for latch " + object
              : names.isQueue(pending.object(p))
                  ? "waits for " + (pending.amount(p) < 0 ? "room in " : "an element of ") + object
                  : "waits for " + Phrases.count(pending.amount(p), "permit") + " of " + object;
      case READ_LOCK -> "waits to read-lock " + object + heldBy(p);
      case WRITE_LOCK -> "waits to write-lock " + object + heldBy(p);
      case PASS ->
          (names.isQueue(pending.object(p)) ? "waits for another thread at " : "waits at barrier ")
              + object;
      case READ, WRITE, READ_MODIFY_WRITE, COMPARE_AND_SET, UNLOCK, TRY_LOCK, WAIT, NOTIFY ->
          NOT_ON;
      case NOTIFY_ALL, CANCEL_WAIT, UNPARK, INTERRUPT, TEST_INTERRUPT, START, END -> NOT_ON;
      case YIELD ->
          object.isEmpty() ? "goes round for ever" : "goes round for ever, looking at " + object;
      case IS_ALIVE, CHOICE, TIMEOUT, TRY_ACQUIRE, RELEASE, TRY_READ_LOCK -> NOT_ON;
      case READ_UNLOCK, TRY_WRITE_LOCK, WRITE_UNLOCK, ARRIVE -> NOT_ON;
    };
  }

  private String heldBy(int p) {
    List<String> holders =
        holds.on(pending.object(p)).stream()
            .map(h -> h.thread() == pending.thread(p) ? "itself" : names.thread(h.thread()))
            .toList();
    return holders.isEmpty() ? "" : ", held by " + Phrases.list(holders);
  }

  private List<String> threads() {
    return finding.threads().stream().map(names::thread).toList();
  }

  private String thread(int p) {
    return names.thread(pending.thread(p));
  }

  private String place(int p) {
    return places.phrase(pending.position(p));
  }

  private String phrase(Holds.Hold hold) {
    String lock = names.object(hold.lock());
    boolean isKnown = names.line(trace.position(hold.event())) > 0;
    return isKnown ? lock + " (" + places.mention(hold.event()) + ")" : lock;
  }
}
