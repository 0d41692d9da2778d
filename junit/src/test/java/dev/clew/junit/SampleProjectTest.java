package dev.clew.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The project that newcomers copy does what its readme says, with each JUnit. */
class SampleProjectTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String VERSION = "0.1.0-SNAPSHOT";

  private static final Path CLASSES =
      Path.of(Interleavings.class.getProtectionDomain().getCodeSource().getLocation().getPath());

  /** Not a temporary directory: nobody should follow the links in it to delete what is there. */
  private final Path directory = CLASSES.resolveSibling("sample");

  @ParameterizedTest
  @ValueSource(strings = {"5.14.4", "6.1.3"})
  void testFailsWithTheInterleaving(String junit) throws Exception {
    Path project = copyProject();
    String output = maven(project, junit);

    assertThat(output)
        .contains("Tests run: 2, Failures: 1, Errors: 0")
        .contains("AccountTest.moneyIsSpentOnce(AccountTest.java:25)")
        .contains("expected: <0> but was: <-100>")
        .contains("replay: ", "target/clew/sample.AccountTest-moneyIsSpentOnce-assertion-1.clew")
        .contains("Why: ", "violation: 1 finding in ");
    assertThat(project.resolve("target/clew/sample.AccountTest-moneyIsSpentOnce-assertion-1.clew"))
        .isRegularFile();
  }

  /** What Maven prints; without a network if that is possible. */
  private String maven(Path project, String junit) throws Exception {
    Path repository = repository();
    String offline = run(project, repository, junit, "-o");
    return offline.contains("offline mode") ? run(project, repository, junit, "-U") : offline;
  }

  private String run(Path project, Path repository, String junit, String option) throws Exception {
    Path log = directory.resolve("log.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
            "mvn",
            "-B",
            option,
            "-Dmaven.repo.local=" + repository,
            "-Djunit.version=" + junit,
            "test");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_ARGS");
    Process process =
        builder
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  private Path copyProject() throws IOException {
    Path source = ROOT.resolve("samples/junit");
    Path copy = Files.createTempDirectory(Files.createDirectories(directory), "project-");
    for (String part : List.of("pom.xml", "src")) {
      try (Stream<Path> files = Files.walk(source.resolve(part))) {
        for (Path file : files.toList()) {
          Path target = copy.resolve(source.relativize(file).toString());
          Files.createDirectories(target.getParent());
          if (Files.isRegularFile(file)) {
            Files.copy(file, target);
          }
        }
      }
    }
    return copy;
  }

  // --- a repository that has what the local one has, and this project as it is now

  private Path repository() throws IOException {
    Path known = Path.of(System.getProperty("localRepository"));
    Path repository = Files.createDirectories(directory.resolve("repository"));
    link(known, repository, "dev");
    Path dev = Files.createDirectories(repository.resolve("dev"));
    link(known.resolve("dev"), dev, "clew");
    install(dev, "clew-junit", ROOT.resolve("junit/pom.xml"), "pom");
    install(dev, "clew-junit", CLASSES.resolveSibling("clew-junit.jar"), "jar");
    install(dev, "clew-parent", ROOT.resolve("pom.xml"), "pom");
    return repository;
  }

  private static void link(Path from, Path to, String except) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!entry.endsWith(except) && !Files.exists(link)) {
          Files.createSymbolicLink(link, entry);
        }
      }
    }
  }

  private static void install(Path dev, String name, Path file, String extension)
      throws IOException {
    Path place = Files.createDirectories(dev.resolve("clew/" + name + "/" + VERSION));
    Path target = place.resolve(name + "-" + VERSION + "." + extension);
    Files.deleteIfExists(target);
    Files.copy(file, target);
  }
}
