package dev.clew.junit;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * What the explorations of the test under way found out so far, in each thread; JUnit says when the
 * next test begins.
 */
public final class Calls implements TestExecutionListener {
  private static final ThreadLocal<List<String>> RESULTS = ThreadLocal.withInitial(ArrayList::new);

  /** To be made by JUnit. */
  public Calls() {}

  @Override
  public void executionStarted(TestIdentifier test) {
    RESULTS.remove();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    RESULTS.remove();
  }

  static List<String> results() {
    return List.copyOf(RESULTS.get());
  }

  static void add(String result) {
    RESULTS.get().add(result);
  }
}
