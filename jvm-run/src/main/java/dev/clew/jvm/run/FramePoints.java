package dev.clew.jvm.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The places in the code of the program at which a thread tells what its frame holds: before each
 * instruction at which it may come to a visible operation.
 */
public final class FramePoints {
  /** What comes next at a point. */
  public enum Next {
    /** An access to a field, an element or a monitor, or something is made. */
    ACCESS,
    /** A method of the program is called. */
    PROGRAM_CALL,
    /** A method of the JDK is called that is one operation, or leaves nothing behind. */
    KNOWN_CALL,
    /** Another method is called, or nobody knows which. */
    OTHER_CALL,
    /** A synchronized method gives its monitor back. */
    RETURN
  }

  /**
   * A place in the code.
   *
   * @param receiver which of the kept values is the object whose method is called, -1 if none
   * @param method name and descriptor of the method that is called, empty if none is
   * @param isImpure what comes next may change something of the JDK that a state does not show
   * @param asksForHashes what comes next may give objects their identity hash codes
   */
  public record Point(
      Next next, int receiver, String method, boolean isImpure, boolean asksForHashes) {}

  private static final List<Point> POINTS = new ArrayList<>();
  private static volatile Point[] table = new Point[0];

  /** The texts that stand in the code of the program, each as the code has it. */
  private static final Map<String, String> LITERALS = new ConcurrentHashMap<>();

  private static volatile boolean areIncomplete;

  private FramePoints() {}

  /** Says that some code of the program does not tell its frames. */
  public static void miss() {
    areIncomplete = true;
  }

  /** Whether some code of the program does not tell its frames. */
  static boolean areIncomplete() {
    return areIncomplete;
  }

  /** Says that a text stands in the code of the program. */
  public static void addLiteral(String text) {
    String literal = text.intern();
    LITERALS.put(literal, literal);
  }

  /** Whether code of the program may have this very object as a constant. */
  @SuppressWarnings("ReferenceEquality")
  static boolean isLiteral(String text) {
    return LITERALS.get(text) == text;
  }

  /** The number of a new point. */
  public static synchronized int add(Point point) {
    POINTS.add(point);
    return POINTS.size() - 1;
  }

  /** The point with this number. */
  static Point get(int number) {
    Point[] known = table;
    if (number >= known.length) {
      known = grown();
    }
    return known[number];
  }

  private static synchronized Point[] grown() {
    table = POINTS.toArray(new Point[0]);
    return table;
  }
}
