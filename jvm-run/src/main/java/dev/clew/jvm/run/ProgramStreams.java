package dev.clew.jvm.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Streams, readers and writers of the program below those of the JDK, which call them while they
 * hold a lock: what they do there is ordered by it, and others wait. So the lock is taken under
 * control before the call.
 */
final class ProgramStreams {
  private static final Set<Class<?>> WRITING =
      Set.of(
          BufferedOutputStream.class,
          BufferedWriter.class,
          OutputStreamWriter.class,
          PrintStream.class,
          PrintWriter.class);

  private static final Set<Class<?>> READING =
      Set.of(
          BufferedInputStream.class,
          BufferedReader.class,
          InputStreamReader.class,
          LineNumberReader.class);

  /** Methods that hold it from begin to end; others take it several times, or never. */
  private static final Set<String> READS = Set.of("read", "readLine");

  private ProgramStreams() {}

  /**
   * Whether a call of this method holds a lock of its receiver while it calls an object of the
   * program.
   */
  static boolean areCalledUnderLock(Object receiver, String method) {
    Class<?> type = receiver.getClass();
    boolean isHeld =
        WRITING.contains(type)
            ? !method.isEmpty() && (type != BufferedOutputStream.class || !method.equals("close"))
            : READS.contains(method) && READING.contains(type);
    return isHeld && Wrapped.isOverProgram(receiver);
  }

  /** The lock of a receiver that is not its monitor. */
  static @Nullable Monitor lock(Execution execution, Object receiver) {
    Shadow shadow = execution.shadows.met(receiver);
    if (shadow.model instanceof Monitor known) {
      return known;
    }
    if (shadow.model != null) {
      return null;
    }
    Monitor made = new Monitor(execution.objects.part(shadow, Objects.SECOND_STATE), -1);
    shadow.model = made;
    return made;
  }
}
