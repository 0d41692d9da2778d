package dev.clew.testkit.toy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program of the toy language, as a tree; {@code docs/toy-language.md} is its definition.
 *
 * @param name what to call the program in messages, usually its file
 * @param globals the declarations, in the order of the text
 * @param threads the threads, in the order of the text; an array of threads is one entry
 * @param patience how far sleeping may take a thread ahead of the clock, while others can go on
 */
public record Toy(String name, List<Global> globals, List<ThreadCode> threads, int patience) {
  /** How far sleeping may take a thread ahead of the clock, if the program does not say. */
  public static final int PATIENCE = 1000;

  /** A program that says nothing of its patience. */
  public Toy(String name, List<Global> globals, List<ThreadCode> threads) {
    this(name, globals, threads, PATIENCE);
  }

  /** The same with other threads. */
  public Toy withThreads(List<ThreadCode> newThreads) {
    return new Toy(name, globals, newThreads, patience);
  }

  /** The same with other declarations. */
  public Toy withGlobals(List<Global> newGlobals) {
    return new Toy(name, newGlobals, threads, patience);
  }

  /** The same with another patience. */
  public Toy withPatience(int newPatience) {
    return new Toy(name, globals, threads, newPatience);
  }

  /** A place in the text, both from 1; 0, 0 for a program that was not read from a text. */
  public record Position(int line, int column) {
    /** The position of what has none. */
    public static final Position NONE = new Position(0, 0);
  }

  /** What a global name stands for. */
  public enum GlobalKind {
    ATOMIC,
    SHARED,
    LOCK,
    CONDITION,
    SEMAPHORE,
    RWLOCK,
    BARRIER
  }

  /**
   * A declaration.
   *
   * @param size the number of elements of an array, -1 for a single object
   * @param initial the initial value, the permits or the parties; 0 where it has no meaning
   */
  public record Global(GlobalKind kind, String name, int size, int initial, Position at) {}

  /** What a thread is to the end of the program. */
  public enum Role {
    /** The program does not end by itself before it has ended. */
    THREAD,
    /** The program ends without it. */
    DAEMON,
    /** It is started when the program is to end, which it does once all such threads have ended. */
    HOOK
  }

  /**
   * A thread or an array of threads.
   *
   * @param size the number of threads of an array, -1 for a single thread
   */
  public record ThreadCode(String name, Role role, int size, List<Statement> body, Position at) {
    /** A thread that the program waits for. */
    public ThreadCode(String name, int size, List<Statement> body, Position at) {
      this(name, Role.THREAD, size, body, at);
    }

    /** The same thread with other statements. */
    public ThreadCode withBody(List<Statement> other) {
      return new ThreadCode(name, role, size, other, at);
    }

    /** As many threads as this, with the same statements. */
    public ThreadCode withSize(int other) {
      return new ThreadCode(name, role, other, body, at);
    }

    /** The same thread, which is something else to the end of the program. */
    public ThreadCode as(Role other) {
      return new ThreadCode(name, other, size, body, at);
    }
  }

  /** A global or a thread, or an element of an array of them. */
  public record Ref(String name, @Nullable Expr index, Position at) {}

  /** A local computation. */
  public sealed interface Expr {}

  /** A number. */
  public record Constant(int value) implements Expr {}

  /** The value of a local. */
  public record Local(String name) implements Expr {}

  /** {@code !operand} or {@code -operand}. */
  public record Unary(String operator, Expr operand) implements Expr {}

  /** {@code left operator right}; both sides are always evaluated. */
  public record Binary(String operator, Expr left, Expr right) implements Expr {}

  /** A statement. Where {@code result} is not null, it is the local that takes the result. */
  public sealed interface Statement {
    /** Where it stands. */
    Position at();
  }

  /** {@code local = value}. */
  public record Assign(String local, Expr value, Position at) implements Statement {}

  /** {@code if condition { then } else { otherwise }}. */
  public record If(Expr condition, List<Statement> then, List<Statement> otherwise, Position at)
      implements Statement {}

  /** {@code while condition { body }}. */
  public record While(Expr condition, List<Statement> body, Position at) implements Statement {}

  /** {@code repeat times { body }}. */
  public record Repeat(int times, List<Statement> body, Position at) implements Statement {}

  /** {@code assert condition "message"}. */
  public record Assert(Expr condition, String message, Position at) implements Statement {}

  /** {@code result = variable}. */
  public record Read(String result, Ref variable, Position at) implements Statement {}

  /** {@code variable = value}. */
  public record Write(Ref variable, Expr value, Position at) implements Statement {}

  /** {@code result = add(variable, amount)}. */
  public record FetchAdd(@Nullable String result, Ref variable, Expr amount, Position at)
      implements Statement {}

  /** {@code result = swap(variable, value)}. */
  public record Exchange(@Nullable String result, Ref variable, Expr value, Position at)
      implements Statement {}

  /** {@code result = cas(variable, expected, value)}. */
  public record CompareAndSet(
      @Nullable String result, Ref variable, Expr expected, Expr value, Position at)
      implements Statement {}

  /** An operation on one object that is fully named by its verb. */
  public enum Verb {
    LOCK,
    UNLOCK,
    TRYLOCK,
    NOTIFY,
    NOTIFYALL,
    SIGNAL,
    PARK,
    UNPARK,
    INTERRUPT,
    INTERRUPTED,
    START,
    JOIN,
    ALIVE,
    ACQUIRE,
    TRYACQUIRE,
    RELEASE,
    CLOSE,
    READLOCK,
    TRYREADLOCK,
    READUNLOCK,
    WRITELOCK,
    TRYWRITELOCK,
    WRITEUNLOCK,
    ARRIVE,
    YIELD,
    EXIT,
    HALT,
    SLEEP,
    CLOCK
  }

  /**
   * {@code result = verb object amount timed within}.
   *
   * @param object the object or thread; null for park, interrupted, yield, exit, halt, sleep and
   *     clock
   * @param amount the number of permits, null means 1; or the status of an exit or halt, null means
   *     0; always null for the other verbs
   * @param within how long to sleep, or after which time a timed one gives up: 0 for any time
   */
  public record Act(
      Verb verb,
      @Nullable String result,
      @Nullable Ref object,
      @Nullable Expr amount,
      boolean timed,
      int within,
      Position at)
      implements Statement {

    /** An operation that knows no time, or may give up after any. */
    public Act(
        Verb verb,
        @Nullable String result,
        @Nullable Ref object,
        @Nullable Expr amount,
        boolean timed,
        Position at) {
      this(verb, result, object, amount, timed, 0, at);
    }
  }

  /** {@code result = wait condition lock timed within}. */
  public record Wait(
      @Nullable String result, Ref condition, Ref lock, boolean timed, int within, Position at)
      implements Statement {

    /** A wait that knows no time, or may give up after any. */
    public Wait(@Nullable String result, Ref condition, Ref lock, boolean timed, Position at) {
      this(result, condition, lock, timed, 0, at);
    }
  }

  /** {@code result = choose count}. */
  public record Choose(String result, int count, Position at) implements Statement {}
}
