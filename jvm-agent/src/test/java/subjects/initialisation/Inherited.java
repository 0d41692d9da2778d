package subjects.initialisation;

import subjects.initialisation.elsewhere.Visible;

/** Uses a static field of a class that is not accessible. */
public final class Inherited {

  private Inherited() {}

  public static String run() {
    Visible.value += 2;
    Log.add("" + Visible.value);
    new Visible();
    return Log.text();
  }
}
