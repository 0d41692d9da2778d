package dev.clew.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The direction of the arrows: every module sees only modules before it in the flow, so the engine
 * knows no front end and nothing knows a front door.
 */
class ArchitectureTest {

  private static final JavaClasses CLEW =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.clew");

  @ParameterizedTest(name = "{0} sees only [{1}]")
  @CsvSource({
    "trace,   ''",
    "explore, trace",
    "analyze, trace explore",
    "jvm.run, trace",
    "jvm.agent, trace jvm.run",
    "jvm.program, trace jvm.run jvm.agent",
    "foreign, trace",
    "testkit, trace explore analyze",
    "report,  trace explore analyze",
    "cli,     trace explore analyze jvm.run jvm.agent jvm.program foreign testkit report",
  })
  void moduleSeesOnly(String module, String seen) {
    String[] allowed =
        Stream.concat(Stream.of(module), Arrays.stream(seen.split(" ")).filter(s -> !s.isEmpty()))
            .map(ArchitectureTest::packagesOf)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(packagesOf(module))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.clew..").and(not(resideInAnyPackage(allowed))))
        .check(CLEW);
  }

  @ParameterizedTest(name = "{0} needs nothing but the JDK")
  @ValueSource(strings = {"trace", "explore", "jvm.run"})
  void moduleNeedsNothingButTheJdk(String module) {
    classes()
        .that()
        .resideInAPackage(packagesOf(module))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("dev.clew..", "java..", "org.jspecify.annotations")
        .check(CLEW);
  }

  @Test
  void noCycleBetweenPackages() {
    slices().matching("dev.clew.(**)").should().beFreeOfCycles().check(CLEW);
  }

  private static String packagesOf(String module) {
    return "dev.clew." + module + "..";
  }
}
