package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.EnclosingCall;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Locale;

/** Words for the events of a trace. */
public final class EventWords {
  private static final int LONGEST_VALUE = 60;

  /** The end of what is said of something that has its result. */
  static final String DONE = " is done";

  private static final String RUN = "run";
  private static final String NOTHING = "null";

  private final Trace trace;
  private final Names names;

  /** Words for the events of this trace. */
  public EventWords(Trace trace, Names names) {
    this.trace = trace;
    this.names = names;
  }

  /** What event i does, without values: enough to tell whether another event is the same. */
  public String operation(int i) {
    String kind = OpKind.of(trace.kind(i)).name().toLowerCase(Locale.ROOT).replace('_', ' ');
    if (trace.object(i) >= 0) {
      return kind + " " + names.object(trace.object(i));
    }
    return trace.target(i) >= 0 ? kind + " " + target(i) : kind;
  }

  /**
   * What event i does, as a user would say it, with values; empty if a user would not speak of it.
   * Needs a trace with details.
   */
  String of(int i) {
    EnclosingCall call = names.callAround(i);
    if (call != null) {
      return inside(call, i);
    }
    return leavesMeeting(i) || isShielding(i) || isEndOfLockedCall(i) ? "" : ofItself(i);
  }

  /** Whether a lock is taken or given back that nobody waits for, and that users do not know. */
  private boolean isShielding(int i) {
    OpKind kind = OpKind.of(trace.kind(i));
    return (kind == OpKind.READ_LOCK || kind == OpKind.READ_UNLOCK)
        && names.isShield(trace.object(i))
        && !isWaitedFor(trace.object(i));
  }

  private boolean isWaitedFor(int object) {
    for (int p = 0; p < trace.pending().size(); p++) {
      if (trace.pending().object(p) == object) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method of a collection gives back the lock that it took, as all of them do. */
  private boolean isEndOfLockedCall(int i) {
    int lock = OpKind.of(trace.kind(i)) == OpKind.UNLOCK ? trace.link(i) : Trace.NONE;
    return lock >= 0 && isLockedCall(lock);
  }

  private boolean isLockedCall(int i) {
    return OpKind.of(trace.kind(i)) == OpKind.LOCK
        && names.isLockedByMethods(trace.object(i))
        && names.call(i) != null
        && !names.isUpdate(trace.object(i));
  }

  /** Whether a thread stops waiting for others, as what came before tells. */
  private boolean leavesMeeting(int i) {
    return OpKind.of(trace.kind(i)) == OpKind.WRITE && names.isMeeting(trace.object(i));
  }

  /** Operations that are not the user's are told by the call that they are a part of. */
  private String inside(EnclosingCall call, int i) {
    OpKind kind = OpKind.of(trace.kind(i));
    if (kind == OpKind.TIMEOUT) {
      return call.isOnItsOwn() ? "" : "time runs out: " + call.words() + " gives up";
    }
    boolean isRun = call.isOnItsOwn() || call.method().equals(RUN);
    if (isRun && completes(i, kind)) {
      return call.object().isEmpty() ? "" : call.object() + DONE;
    }
    if (!call.isOnItsOwn()) {
      return isMaking(call) ? "" : call.words();
    }
    boolean isTaken = kind == OpKind.ACQUIRE || kind == OpKind.TRY_ACQUIRE;
    return isTaken && !call.object().isEmpty() ? "looks for a task of " + call.object() : "";
  }

  /** Whether a result that others wait for is there with an operation. */
  private boolean completes(int i, OpKind kind) {
    return switch (kind) {
      case RELEASE -> names.isLatch(trace.object(i));
      case COMPARE_AND_SET ->
          Dependence.first(trace.modes(i)) != Dependence.READ && before(i).equals(NOTHING);
      default -> false;
    };
  }

  /** Whether a call only makes something, which nobody else has yet. */
  private static boolean isMaking(EnclosingCall call) {
    return call.method().startsWith("new") || call.method().equals("<init>");
  }

  private String ofItself(int i) {
    String ofCall = ofCall(i);
    if (!ofCall.isEmpty()) {
      return ofCall;
    }
    boolean changes = Dependence.first(trace.modes(i)) != Dependence.READ;
    return switch (OpKind.of(trace.kind(i))) {
      case READ -> "read " + object(i) + " = " + value(i);
      case WRITE ->
          trace.amount(i) == Trace.FREES ? "free " + object(i) : object(i) + " = " + value(i);
      case READ_MODIFY_WRITE -> "update " + object(i) + ": " + before(i) + " to " + value(i);
      case COMPARE_AND_SET ->
          changes
              ? "cas " + object(i) + ": was " + before(i) + ", succeeds"
              : "cas " + object(i) + ": is " + before(i) + ", not " + expected(i);
      case LOCK, UNLOCK -> verb(i) + object(i);
      case TRY_LOCK, TRY_READ_LOCK, TRY_WRITE_LOCK -> verb(i) + object(i) + taken(changes);
      case WAIT -> "wait " + names.object(trace.other(i)) + ", unlocks " + object(i);
      case REACQUIRE ->
          wakeUp(trace.link(i)) + (trace.object(i) >= 0 ? ", locks " + object(i) : "");
      case NOTIFY -> verb(i) + object(i) + notified(i);
      case NOTIFY_ALL -> verb(i) + object(i) + notifiedAll(i);
      case CANCEL_WAIT -> "interrupted in wait " + object(i);
      case PARK -> verb(i) + "goes on";
      case UNPARK -> verb(i) + target(i);
      case INTERRUPT -> "interrupt " + target(i);
      case TEST_INTERRUPT -> "interrupted = " + trace.before(i);
      case START -> "start " + target(i);
      case JOIN -> "join " + target(i);
      case END -> "end";
      case IS_ALIVE -> "alive " + target(i) + " = " + trace.value(i);
      case YIELD -> trace.amount(i) == 0 ? "yield" : "sleep " + names.time(trace.amount(i));
      case CHOICE -> names.choice(trace.label(i));
      case TIMEOUT -> isYield(trace.before(i)) ? woken(i) : "time runs out: gives up " + givenUp(i);
      case ACQUIRE -> names.isLatch(trace.object(i)) ? "await " + object(i) : ofPermits(i);
      case TRY_ACQUIRE -> ofPermits(i) + (isOfQueue(i) ? done(i, changes) : taken(changes));
      case RELEASE -> names.isLatch(trace.object(i)) ? "countDown " + object(i) : ofPermits(i);
      case READ_LOCK, READ_UNLOCK, WRITE_LOCK, WRITE_UNLOCK -> verb(i) + object(i);
      case ARRIVE -> "arrive " + object(i) + " = " + trace.before(i);
      case PASS -> "pass " + object(trace.link(i));
    };
  }

  /** What is understood best as the call that the program made; empty for the rest. */
  private String ofCall(int i) {
    EnclosingCall call = names.call(i);
    if (call == null) {
      return "";
    }
    if (isLockedCall(i)) {
      return call.words();
    }
    int object = trace.object(i);
    boolean isOfMeeting = object >= 0 && names.isMeeting(object);
    return switch (OpKind.of(trace.kind(i))) {
      case TIMEOUT -> "time runs out: " + call.words() + " gives up";
      case ARRIVE -> call.words() + there(trace.before(i));
      case PASS -> call.words() + " goes on";
      case READ -> names.isQueue(object) && !isOfMeeting ? call.words() + elements(i) : "";
      case READ_MODIFY_WRITE ->
          names.isQueue(object) && !isOfMeeting ? call.words() + elementsBefore(i) : "";
      default -> "";
    };
  }

  private static String there(int others) {
    return switch (others) {
      case 0 -> ": nobody is there";
      case 1 -> ": 1 is there";
      default -> ": " + others + " are there";
    };
  }

  private String elements(int i) {
    return ": " + Phrases.count(trace.before(i), "element");
  }

  private String elementsBefore(int i) {
    return ": " + trace.before(i) + " to " + Phrases.count(trace.value(i), "element");
  }

  /** The value that event i, an access to a variable, found. */
  String before(int i) {
    return value(i, trace.before(i));
  }

  /** The value that event i, an access to a variable, read or wrote. */
  String value(int i) {
    return value(i, trace.value(i));
  }

  private String expected(int i) {
    return value(i, trace.expected(i));
  }

  private String value(int i, int code) {
    return Phrases.shortened(names.value(trace.object(i), code), LONGEST_VALUE);
  }

  private String object(int i) {
    return names.brief(trace.object(i));
  }

  private String verb(int i) {
    return names.verb(OpKind.of(trace.kind(i))) + " ";
  }

  private String target(int i) {
    return names.thread(trace.target(i));
  }

  private static String taken(boolean taken) {
    return taken ? ": taken" : ": not free";
  }

  private boolean isOfQueue(int i) {
    return names.isQueue(trace.object(i));
  }

  /** An operation on a semaphore; or one that adds or takes an element of a queue. */
  private String ofPermits(int i) {
    if (!isOfQueue(i)) {
      return verb(i) + permits(i);
    }
    boolean isTry = OpKind.of(trace.kind(i)) == OpKind.TRY_ACQUIRE;
    boolean isAdded = OpKind.of(trace.kind(i)) == OpKind.RELEASE || trace.amount(i) < 0;
    String verb = isAdded ? (isTry ? "offer" : "put") : (isTry ? "poll" : "take");
    return verb + " " + object(i);
  }

  private String done(int i, boolean isDone) {
    String failed = trace.amount(i) < 0 ? ": full" : ": empty";
    return isDone ? "" : failed;
  }

  private String permits(int i) {
    return object(i) + (trace.amount(i) == 1 ? "" : " " + trace.amount(i));
  }

  private String notified(int i) {
    return trace.label(i) >= 0 ? ": wakes " + names.thread(trace.label(i)) : ": nobody waits";
  }

  private String notifiedAll(int i) {
    int waiters = trace.before(i);
    return switch (waiters) {
      case 0 -> ": nobody waits";
      case 1 -> ": wakes 1 thread";
      default -> ": wakes " + waiters + " threads";
    };
  }

  private String wakeUp(int cause) {
    OpKind kind = OpKind.of(trace.kind(cause));
    if (kind == OpKind.NOTIFY || kind == OpKind.NOTIFY_ALL) {
      return names.wakeWords().notified() + " by " + names.thread(trace.thread(cause));
    }
    return kind == OpKind.TIMEOUT ? "waited too long" : "interrupted";
  }

  private static boolean isYield(int kind) {
    return kind == OpKind.YIELD.code();
  }

  /** What ended by time alone: a sleep, or the wait of somebody who looks again. */
  private String woken(int i) {
    int amount = trace.amount(i);
    return amount == 0
        ? "time passes: looks again"
        : "time passes: sleep " + names.time(amount) + " ends";
  }

  private String givenUp(int i) {
    String kind = names.verb(OpKind.of(trace.before(i)));
    return trace.expected(i) >= 0 ? kind + " " + names.object(trace.expected(i)) : kind;
  }
}
