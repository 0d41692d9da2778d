package subjects.initialisation.elsewhere;

import subjects.initialisation.Log;

class Hidden {
  public static int value = Log.add("Hidden");
}
