package dev.clew.foreign.c;

/**
 * A place in the source.
 *
 * @param function the function it is in, empty if unknown
 * @param file empty if unknown
 * @param line from 1, 0 if unknown
 */
record Frame(String function, String file, int line) {
  static final Frame UNKNOWN = new Frame("", "", 0);

  private static final String[] SYSTEM = {"/usr/include/", "/usr/lib/", "/usr/local/include/"};

  /** Whether it is known, and not of a library whose headers come with the system. */
  boolean isOfUser() {
    if (file.isEmpty() || line <= 0) {
      return false; // of a library that was compiled without source lines
    }
    for (String directory : SYSTEM) {
      if (file.startsWith(directory)) {
        return false;
      }
    }
    return true;
  }
}
