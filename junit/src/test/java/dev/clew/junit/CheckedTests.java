package dev.clew.junit;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of a class by JUnit: the failure of each by its name, empty if it passed. */
final class CheckedTests {
  private CheckedTests() {}

  static Map<String, String> of(String sample) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass("samples." + sample))
            .build();
    Map<String, String> results = new TreeMap<>();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        request,
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
              String failure = result.getThrowable().map(Throwable::toString).orElse("");
              results.put(test.getDisplayName().replace("()", ""), failure);
            }
          }
        });
    return results;
  }
}
