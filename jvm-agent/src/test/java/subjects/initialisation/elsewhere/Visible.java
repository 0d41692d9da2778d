package subjects.initialisation.elsewhere;

import subjects.initialisation.Log;

/** Gives others the static members of a class that they cannot name. */
public class Visible extends Hidden {
  static {
    Log.add("Visible");
  }
}
