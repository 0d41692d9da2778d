package dev.clew.jvm.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.explore.Finding;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kotlin.Unit;
import kotlinx.coroutines.CoroutineScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in samples/kotlin, compiled by Kotlin's own compiler. */
class KotlinTest {
  private static final String COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";

  @TempDir static Path classes;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    String library = placeOf(Unit.class) + File.pathSeparator + placeOf(CoroutineScope.class);
    Process compiler =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                compilerPath(),
                COMPILER,
                "-no-stdlib",
                "-no-reflect",
                "-jvm-target",
                "17",
                "-cp",
                library,
                "-d",
                classes.toString(),
                Path.of("..", "samples", "kotlin", "Balance.kt").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes());
    assertThat(compiler.waitFor()).as(output).isZero();
  }

  /** The jars of Kotlin among those of the tests. */
  private static String compilerPath() {
    List<String> jars = new ArrayList<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (each.contains("kotlin") || each.contains("annotations")) {
        jars.add(each);
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Harness program(String variant) {
    List<Path> path = Arrays.asList(classes, placeOf(Unit.class), placeOf(CoroutineScope.class));
    return Harness.program(path, "BalanceKt", variant);
  }

  private static void finds(String variant) {
    Outcome outcome = program(variant).stopAtFirst().atMost(1000).explore();
    assertThat(outcome.findings()).extracting(Finding::kind).contains(FindingKind.DATA_RACE);
  }

  private static void verifies(String variant, long classes) {
    Outcome outcome = program(variant).explore();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Outcome.Verdict.VERIFIED);
    assertThat(outcome.executions()).isEqualTo(classes);
  }

  @Test
  void threadsOfKotlinAreThreads() {
    finds("threads");
    verifies("locked", 2);
  }

  @Test
  void coroutinesRunOnTheirDispatcher() {
    finds("coroutines");
    verifies("confined", 222);
  }
}
