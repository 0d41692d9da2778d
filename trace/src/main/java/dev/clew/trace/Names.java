package dev.clew.trace;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words for what a trace names by numbers; only reports and files ask for them. */
public interface Names {
  /** The name of a thread; two threads may have the same. */
  String thread(int thread);

  /** The name of an object, as the user wrote it; two objects may have the same. */
  String object(int object);

  /** The name of an object where room is scarce, as in a table. */
  default String brief(int object) {
    return object(object);
  }

  /**
   * A word for a thread that no other thread has, and that means the same thread whenever the
   * program is loaded: what a file calls it. {@link Program#threadOf} finds the thread again.
   */
  default String threadKey(int thread) {
    return thread(thread);
  }

  /**
   * A word for an object that can become visible, that no other object has, and that means the same
   * object whenever the program is loaded. {@link Program#objectOf} finds the object again.
   */
  default String objectKey(int object) {
    return object(object);
  }

  /**
   * The value of a variable, as the user would write it.
   *
   * @param code the number by which a trace names the value: what {@link Trace#before}, {@link
   *     Trace#expected} and {@link Trace#value} say of an access to this object
   */
  default String value(int object, int code) {
    return Integer.toString(code);
  }

  /** The word of the language for a kind of operation, as in {@code trylock}. */
  default String verb(OpKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  /** The words of the language for threads that wait to be woken. */
  default WakeWords wakeWords() {
    return WakeWords.OF_JAVA;
  }

  /** Whether an object of the operations on semaphores is a queue to the user. */
  default boolean isQueue(int object) {
    return false;
  }

  /**
   * Whether an object that is acquired and released is a latch: released as often as it says, it
   * lets everyone pass.
   */
  default boolean isLatch(int object) {
    return false;
  }

  /** What a thread does that takes an alternative of its own choice, as in {@code choose 1}. */
  default String choice(int label) {
    return "choose " + label;
  }

  /**
   * The same when it is over, as in {@code chose 1}; empty if the alternative is what anyone would
   * expect.
   */
  default String chosen(int label) {
    return "chose " + label;
  }

  /** Whether it is the methods that are called on an object which lock it, not the user. */
  default boolean isLockedByMethods(int object) {
    return false;
  }

  /** Whether an object is the lock under which a function computes what a map will have. */
  default boolean isUpdate(int object) {
    return false;
  }

  /**
   * Whether an object is a lock that shields all of a collection from what changes a part of it:
   * who holds it to read matters only to whoever waits for it.
   */
  default boolean isShield(int object) {
    return false;
  }

  /** Whether an object is a place where threads wait for each other. */
  default boolean isMeeting(int object) {
    return false;
  }

  /**
   * The call of a library by which the program came to an event, or to what a timeout ended; null
   * if the program did it itself, or that is not known.
   */
  default @Nullable EnclosingCall call(int event) {
    return null;
  }

  /**
   * The call of a library that an event is inside of, without being what the user knows that call
   * to do; null if there is none.
   */
  default @Nullable EnclosingCall callAround(int event) {
    return null;
  }

  /** The same for the operation that a thread is blocked at in the end. */
  default @Nullable EnclosingCall callAroundBlocked(int thread) {
    return null;
  }

  /**
   * Whether an event that finds a value and writes one does not look at the former: it puts
   * something into a map.
   */
  default boolean isBlindWrite(int event) {
    return false;
  }

  /** The file of a source position. */
  String file(int position);

  /** The line of a source position, from 1; 0 if unknown. */
  int line(int position);

  /** The source text at a position, without indentation; empty if unknown. */
  String text(int position);

  /**
   * The line of source to show beside what an event does; empty if unknown, or if it says no more
   * than the event, as in a language whose statements are single operations.
   */
  default String statement(int position) {
    return "";
  }

  /**
   * The function that a source position is in, then the one that called it, and so on, each with
   * its place, as in {@code push (queue.c:17)}; empty if they are not known, or if nobody would
   * want to know.
   */
  default List<String> calls(int position) {
    return List.of();
  }

  /** What a thread does when it fails, as in {@code throws X}; empty to say it in general words. */
  default String failure(Failure failure) {
    return "";
  }

  /** What keeps two accesses of a plain location from racing, in words of the language. */
  default String raceAdvice(int location) {
    return "No lock is held at both, and no start, join, notify or atomic variable orders the two:"
        + " either may come first. Hold one lock at both, or declare "
        + object(location)
        + " atomic.";
  }

  /** These words as they are now, whatever is executed later. */
  default Names frozen() {
    return this;
  }

  /** A time that is the amount of an event. */
  default String time(int amount) {
    return Durations.words(amount);
  }
}
