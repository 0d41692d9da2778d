package dev.clew.jvm.run;

import java.io.Serial;

/** A program does something that cannot be controlled: it is refused. */
public final class BeyondControl extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Refuses a program for this reason. */
  BeyondControl(String message) {
    super(message);
  }

  /** Ends the execution: the thread that has the turn does something of this kind. */
  public static void refuse(Execution now, int site, String what) {
    now.fail(new BeyondControl(place(site) + " " + what), now.current);
  }

  /** The position in the program, as {@code File.java:line}. */
  static String place(int site) {
    return Sites.line(site) > 0 ? Sites.file(site) + ":" + Sites.line(site) : "the program";
  }
}
