package dev.clew.report.story;

import dev.clew.trace.Dependence;
import dev.clew.trace.Names;
import dev.clew.trace.OpKind;
import dev.clew.trace.Trace;
import java.util.Locale;

/** Words for the events of a trace. */
public final class EventWords {
  private static final int LONGEST_VALUE = 60;

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

  /** What event i does, as a user would say it, with values; needs a trace with details. */
  String of(int i) {
    boolean changes = Dependence.first(trace.modes(i)) != Dependence.READ;
    return switch (OpKind.of(trace.kind(i))) {
      case READ -> "read " + object(i) + " = " + value(i);
      case WRITE -> object(i) + " = " + value(i);
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
      case NOTIFY -> "notify " + object(i) + notified(i);
      case NOTIFY_ALL -> verb(i) + object(i) + notifiedAll(i);
      case CANCEL_WAIT -> "interrupted in wait " + object(i);
      case PARK -> "park goes on";
      case UNPARK -> "unpark " + target(i);
      case INTERRUPT -> "interrupt " + target(i);
      case TEST_INTERRUPT -> "interrupted = " + trace.before(i);
      case START -> "start " + target(i);
      case JOIN -> "join " + target(i);
      case END -> "end";
      case IS_ALIVE -> "alive " + target(i) + " = " + trace.value(i);
      case YIELD -> "yield";
      case CHOICE -> names.choice(trace.label(i));
      case TIMEOUT -> "time passes: gives up " + givenUp(i);
      case ACQUIRE -> names.isLatch(trace.object(i)) ? "await " + object(i) : ofPermits(i);
      case TRY_ACQUIRE -> ofPermits(i) + (isOfQueue(i) ? done(i, changes) : taken(changes));
      case RELEASE -> names.isLatch(trace.object(i)) ? "countDown " + object(i) : ofPermits(i);
      case READ_LOCK, READ_UNLOCK, WRITE_LOCK, WRITE_UNLOCK -> verb(i) + object(i);
      case ARRIVE -> "arrive " + object(i) + " = " + trace.before(i);
      case PASS -> "pass " + object(trace.link(i));
    };
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
      return "notified by " + names.thread(trace.thread(cause));
    }
    return kind == OpKind.TIMEOUT ? "waited too long" : "interrupted";
  }

  private String givenUp(int i) {
    String kind = names.verb(OpKind.of(trace.before(i)));
    return trace.expected(i) >= 0 ? kind + " " + names.object(trace.expected(i)) : kind;
  }
}
