package dev.clew.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that has to pass under every interleaving of its threads.
 *
 * <pre>{@code
 * class CounterTest {
 *   private final Counter counter = new Counter();
 *
 *   @Interleavings
 *   void noHitIsLost() throws InterruptedException {
 *     Thread other = new Thread(counter::hit);
 *     other.start();
 *     counter.hit();
 *     other.join();
 *     assertEquals(2, counter.hits());
 *   }
 * }
 * }</pre>
 *
 * <p>It may stand beside {@code @Test} methods, and needs nothing else: no agent, no configuration.
 * The test is executed again and again in another JVM, which is started once and serves all tests.
 * Everything is part of every execution and starts anew: static initialisers, {@code @BeforeAll},
 * the object, {@code @BeforeEach}, the method, {@code @AfterEach}, {@code @AfterAll}. Parameters
 * and extensions are not there inside an execution.
 *
 * <p>The test fails if an execution fails: an assertion, an exception that no one catches in any
 * thread, a deadlock, a data race. The message shows the interleaving and explains it; the file
 * under {@code target/clew} that it names replays it, see {@link Replay}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(InterleavingsExtension.class)
public @interface Interleavings {
  /** How to search. */
  Strategy strategy() default Strategy.OPTIMAL;

  /** The seed of strategies that take samples. */
  long seed() default 0;

  /**
   * How many events have to come in a certain order for the faults that {@link Strategy#PCT} looks
   * for, 0 for 3.
   */
  int depth() default 0;

  /**
   * Explores only what can be executed with up to so many preemptions: switches away from a thread
   * that could have gone on. Everything if less than 0.
   */
  int preemptions() default -1;

  /**
   * Explores what needs no preemption, then one, two, and so on, up to {@link #preemptions} if
   * given: a violation is found with the fewest.
   */
  boolean iterative() default false;

  /** Ends the search after so many executions, 0 for no limit. */
  long executions() default 0;

  /** Ends the search after this time, such as {@code 500ms}, {@code 30s}, {@code 2m}. */
  String time() default "";

  /** The most operations of one execution, 0 for as many as the tool takes by itself. */
  int steps() default 0;

  /**
   * Whether a search that a limit ended fails. If not, a test passes if nothing was found within
   * {@link #executions}, {@link #time}, {@link #preemptions} or the samples of {@link
   * Strategy#RANDOM} and its like.
   */
  boolean exhaustive() default false;

  /** Whether data races are violations. */
  boolean races() default true;

  /** Whether to look for all violations, not only for the first. */
  boolean keepGoing() default false;

  /**
   * When timed operations give up: {@code last}, only when nothing else can run; {@code any}, at
   * any moment; {@code any:N}, at any moment up to N times in each thread.
   */
  String timeouts() default "last";

  /**
   * How far sleeping may take a thread ahead of others that can run, such as {@code 1s}: a sleep
   * that is shorter may end at any moment, others only when nothing else can run.
   */
  String patience() default "";

  /** How often waits may end for no reason, in each thread. */
  int spuriousWakeups() default 0;

  /**
   * After how many rounds of a loop in a row that change nothing a thread lets all others go first,
   * 0 for never.
   */
  int fair() default 0;

  /** How long a thread may compute without an operation, such as {@code 10s}. */
  String hang() default "";

  /** Whether the report shows also the steps that have nothing to do with the violation. */
  boolean verbose() default false;
}
