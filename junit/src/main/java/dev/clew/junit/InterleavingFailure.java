package dev.clew.junit;

import dev.clew.junit.worker.Answer;

/** A test failed under one of its interleavings; the message is the report. */
public final class InterleavingFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  InterleavingFailure(Answer answer, Class<?> type, String method) {
    super("\n" + answer.text().stripTrailing() + "\n");
    // The stack of the thread that waited for the report leads nowhere.
    setStackTrace(new StackTraceElement[] {place(answer, type, method)});
  }

  /** The line of the test where it failed, if it was one of the test. */
  private static StackTraceElement place(Answer answer, Class<?> type, String method) {
    String file = type.getName().replaceFirst("[$].*", "").replace('.', '/') + ".java";
    for (Answer.Finding each : answer.findings()) {
      int colon = each.place().lastIndexOf(':');
      if (colon > 0 && each.place().substring(0, colon).equals(file)) {
        int line = Integer.parseInt(each.place().substring(colon + 1));
        return new StackTraceElement(
            type.getName(), method, file.substring(file.lastIndexOf('/') + 1), line);
      }
    }
    return new StackTraceElement(type.getName(), method, null, -1);
  }
}
