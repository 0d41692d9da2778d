package dev.clew.report.story;

import dev.clew.explore.Finding;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says why a thread failed: an update that was lost, or where the values it read came from. */
final class FailureExplanation {
  private static final int MOST_VALUES = 3;

  private final Reenactment reenactment;
  private final Finding finding;

  /** The thread that failed. */
  private final int thread;

  /** The events that matter. */
  private final boolean[] matters;

  private final Trace trace;
  private final Names names;
  private final EventWords words;
  private final Places places;

  FailureExplanation(Reenactment reenactment, Finding finding, boolean[] matters, Places places) {
    this.reenactment = reenactment;
    this.matters = matters;
    this.finding = finding;
    this.thread = finding.threads().get(0);
    this.trace = reenactment.trace();
    this.names = reenactment.names();
    this.words = new EventWords(trace, names);
    this.places = places;
  }

  String why(Optional<LostUpdate> lostUpdate) {
    List<String> sentences = new ArrayList<>();
    lostUpdate.ifPresent(update -> sentences.add(describe(update)));
    List<String> inputs = new ArrayList<>();
    List<String> origins = origins();
    if (!origins.isEmpty()) {
      inputs.add("read " + Phrases.list(origins));
    }
    inputs.addAll(choices());
    if (!inputs.isEmpty()) {
      sentences.add(names.thread(thread) + " " + Phrases.list(inputs) + ".");
    }
    if (sentences.isEmpty()) {
      sentences.add(failsAlone());
      CallOrder.before(reenactment, thread)
          .ifPresent(order -> sentences.add(order.words(trace, names, places)));
      SplitSection.in(trace, matters).ifPresent(section -> sentences.add(describe(section)));
    }
    return String.join(" ", sentences);
  }

  private String failsAlone() {
    String fails =
        switch (finding.kind()) {
          case ASSERTION, EXCEPTION, DATA_RACE, DEADLOCK, UNEXPLORED -> " fails";
          case HANG, LIVELOCK, ENDLESS -> " goes on without end";
          case CRASH -> " breaks off";
          case LEAK -> " leaves something behind";
        };
    return trace.size() == 0
        ? names.thread(thread)
            + fails
            + " before any thread does anything another one could notice."
        : names.thread(thread) + fails + " at " + places.phrase(position()) + ", as shown.";
  }

  private int position() {
    return finding.positions().get(0);
  }

  private String describe(LostUpdate update) {
    String variable = names.object(trace.object(update.write()));
    String loser = names.thread(trace.thread(update.lost()));
    String winner = names.thread(trace.thread(update.write()));
    return winner
        + " read "
        + variable
        + place(update.read())
        + " before "
        + loser
        + " wrote it"
        + place(update.lost())
        + ", and wrote it"
        + place(update.write())
        + " after that without looking again, so what "
        + loser
        + " wrote is gone. Nothing keeps "
        + loser
        + " out between the read and the write of "
        + winner
        + ".";
  }

  private String describe(SplitSection section) {
    String one = names.thread(trace.thread(section.second()));
    String other = names.thread(trace.thread(section.between()));
    String noLongerTrue = ", so what " + one + " saw before may no longer hold.";
    EnclosingCall first = names.call(section.first());
    EnclosingCall second = names.call(section.second());
    EnclosingCall between = names.call(section.between());
    boolean isOfCollection = names.isLockedByMethods(trace.object(section.second()));
    if (isOfCollection && first != null && second != null && between != null) {
      return one
          + " called "
          + first.words()
          + place(section.first())
          + " and after that "
          + second.words()
          + place(section.second())
          + "; "
          + other
          + " called "
          + between.words()
          + " in between"
          + place(section.between())
          + noLongerTrue;
    }
    return one
        + " had "
        + names.object(trace.object(section.second()))
        + place(section.first())
        + ", gave it back and took it again"
        + place(section.second())
        + "; "
        + other
        + " had it in between"
        + place(section.between())
        + noLongerTrue;
  }

  /** Where the last values came from that the thread read before it failed. */
  private List<String> origins() {
    Set<Integer> told = new LinkedHashSet<>();
    List<String> origins = new ArrayList<>();
    for (int i = trace.size() - 1; i >= 0 && told.size() < MOST_VALUES; i--) {
      if (looks(i) && trace.thread(i) == thread && told.add(trace.object(i))) {
        String what = names.isQueue(trace.object(i)) ? "the size of " : "";
        String value = what + names.object(trace.object(i)) + " = " + words.before(i);
        origins.add(value + place(i) + ", " + origin(i));
      }
    }
    return origins;
  }

  private boolean looks(int i) {
    OpKind kind = OpKind.of(trace.kind(i));
    return names.callAround(i) == null && isAccess(kind);
  }

  private static boolean isAccess(OpKind kind) {
    return kind == OpKind.READ
        || kind == OpKind.READ_MODIFY_WRITE
        || kind == OpKind.COMPARE_AND_SET;
  }

  private List<String> choices() {
    List<String> choices = new ArrayList<>();
    for (int i = 0; i < trace.size() && choices.size() < MOST_VALUES; i++) {
      if (trace.thread(i) == thread && OpKind.of(trace.kind(i)) == OpKind.CHOICE) {
        String chosen = names.chosen(trace.label(i));
        if (!chosen.isEmpty()) {
          choices.add(chosen + place(i));
        }
      }
    }
    return choices;
  }

  private String origin(int read) {
    for (int i = read - 1; i >= 0; i--) {
      boolean changesAll =
          trace.other(read) >= 0 && LostUpdate.changes(trace, i, trace.other(read));
      if (changesAll || LostUpdate.changes(trace, i, trace.object(read))) {
        String writer =
            trace.thread(i) == trace.thread(read) ? "itself" : names.thread(trace.thread(i));
        return (frees(i) ? "freed by " : "written by ") + writer + place(i);
      }
    }
    return "its initial value";
  }

  private boolean frees(int i) {
    return OpKind.of(trace.kind(i)) == OpKind.WRITE && trace.amount(i) == Trace.FREES;
  }

  private String place(int event) {
    return places.bracket(event);
  }
}
