package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.junit.worker.Request;
import dev.clew.junit.worker.SharedWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Test methods that are checked, as JUnit runs them. */
class InterleavingsTest {
  @Test
  void methodsAreCheckedBesideOrdinaryOnes() {
    Map<String, String> results = CheckedTests.of("CounterSample");

    assertThat(results).hasSize(4).containsEntry("ordinary", "").containsEntry("keeps", "");
    assertThat(results.get("loses"))
        .startsWith("dev.clew.junit.InterleavingFailure: \nassertion: org.opentest4j")
        .contains("at samples/CounterSample.java:50; lost update")
        .contains("first read CounterSample.hits")
        .contains(":26 hits++;", ":26 read hits = 0")
        .contains("replay: @Replay(\"target/clew/samples.CounterSample-loses-assertion-1.clew\")")
        .contains("violation: 1 finding in ");
    assertThat(results.get("losesUnnoticed")).contains("at samples/CounterSample.java:22;");
    assertThat(Path.of("target/clew/samples.CounterSample-loses-assertion-1.clew")).isRegularFile();
  }

  @Test
  void whatBelongsToATestIsPartOfEveryExecution() {
    Map<String, String> results = CheckedTests.of("LifecycleSample");

    assertThat(results)
        .hasSize(5)
        .containsEntry("asJUnitDoes", "")
        .containsEntry("inOrder", "")
        .containsEntry("isAssumedAway", "")
        .containsEntry("isNested", "");
    assertThat(results.get("failsAfterwards")).contains("expected: <bXxAcT> but was: <bXxAcU>");
  }

  @Test
  void whatCannotBeCheckedFailsWithTheReason() {
    Map<String, String> results = CheckedTests.of("UncheckableSample");

    assertThat(results)
        .hasSize(12)
        .containsEntry("isLimited", "")
        .containsEntry("isBound", "")
        .containsEntry("isSampled", "")
        .containsEntry("isSampledByPriorities", "");
    assertThat(results.get("hasNoUseForDepth")).contains("--depth has a meaning with");
    assertThat(results.get("isBoundAndMustNotBe"))
        .contains("UncheckableTest: inconclusive: ", " with up to 1 preemption");
    assertThat(results.get("isLimitedAndMustNotBe"))
        .contains("UncheckableTest: inconclusive: ", "3 executions");
    assertThat(results.get("isTooLong")).contains("UncheckableTest: inconclusive: ", "5 ");
    assertThat(results.get("takesTooLong")).contains("timed out after 1 second");
    assertThat(results.get("hasWrongOption")).contains("'soon' is not a time");
    assertThat(results.get("hasDirectory")).contains("Extended.directory", "extension of JUnit");
    assertThat(results.keySet()).anyMatch(name -> name.startsWith("hasParameters"));
    assertThat(results.values()).anyMatch(failure -> failure.contains("has parameters"));
  }

  @Test
  void testsThatTakeTheWorkerDownAreExplainedAndTheNextOneHasANewWorker() {
    Map<String, String> results = CheckedTests.of("DeadlySample");

    assertThat(results.get("aCrashes"))
        .contains(
            "crash: the JVM crashed: SIGSEGV",
            "flag",
            "samples.DeadlySample-aCrashes-crash-1.clew");
    assertThat(results.get("bHangs")).contains("hang: ", "DeadlySample.java:31");
    assertThat(results.get("cDeadlocks")).contains("deadlock: ", "holds");
    assertThat(results.get("dRaces")).contains("data race on the array shared");
    assertThat(results).containsEntry("eIsRight", "");
  }

  @Test
  void allTestsShareOneWorker() {
    CheckedTests.of("CounterSample");
    List<ProcessHandle> first = workers();
    CheckedTests.of("LifecycleSample");

    assertThat(first).hasSize(1);
    assertThat(workers()).isEqualTo(first);
  }

  @Test
  void workerEndsWithTheJvmOfTheTests() throws Exception {
    Process tests =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LongSearch.class.getName())
            .redirectErrorStream(true)
            .start();
    // It says that it is there when it is being checked.
    assertThat(tests.getInputStream().read()).isPositive();
    List<ProcessHandle> workers = workers(tests.toHandle());
    assertThat(workers).hasSize(1);

    tests.destroyForcibly().waitFor();

    assertThat(workers.get(0).onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  /** Begins a search that takes long. */
  static final class LongSearch {
    public static void main(String[] args) {
      SharedWorker.ask(
          new Request("samples.UncheckableSample", "takesTooLong", List.of(), List.of()));
    }
  }

  private static List<ProcessHandle> workers() {
    return workers(ProcessHandle.current());
  }

  private static List<ProcessHandle> workers(ProcessHandle parent) {
    return parent
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("@"))
        .toList();
  }
}
