package dev.clew.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs one schedule of a test, in the JVM of the tests: under the debugger of an IDE, say.
 *
 * <pre>{@code
 * @Interleavings
 * @Replay("target/clew/com.acme.CounterTest-noHitIsLost-assertion-1.clew")
 * void noHitIsLost() throws InterruptedException {
 * }</pre>
 *
 * <p>It stands beside {@link Interleavings}, or {@code @Test} of a test that calls {@link
 * Clew#explore}; nothing is searched then. The schedule holds however long one steps, whatever
 * breakpoints there are. It is executed twice, as the first time loads classes.
 *
 * <p>For this an agent is attached to the JVM, which changes classes of the JDK. To be removed when
 * the fault is understood.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Replay {
  /** The file that a report names. */
  String value();
}
