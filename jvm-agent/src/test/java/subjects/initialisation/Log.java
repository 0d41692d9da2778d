package subjects.initialisation;

/** What happened, in order. A value of a class of the JDK, so that it lasts across executions. */
public final class Log {
  private static final StringBuilder WORDS = new StringBuilder();

  private Log() {}

  public static int add(String word) {
    WORDS.append(word).append(' ');
    return WORDS.length();
  }

  public static String text() {
    return WORDS.toString();
  }
}
