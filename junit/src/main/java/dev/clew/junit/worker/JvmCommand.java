package dev.clew.junit.worker;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts the tool in a JVM like this one. Its arguments are in a file that nobody
 * else can read: system properties may be secret, and class paths long.
 */
final class JvmCommand {
  /** What belongs to this JVM alone, or is set by every JVM itself. */
  private static final List<String> OWN_PROPERTIES =
      List.of(
          "awt.",
          "clew.",
          "file.",
          "java.",
          "jdk.",
          "line.",
          "native.",
          "os.",
          "path.",
          "std",
          "sun.",
          "surefire.",
          "user.");

  /** What makes a JVM other than by default, and must be the same for the tests there. */
  private static final List<String> KEPT_OPTIONS =
      List.of("--add-opens", "--add-exports", "--add-reads", "--enable-preview");

  private JvmCommand() {}

  /**
   * The command.
   *
   * @param directory where the file goes; it belongs to this user alone
   * @param errors where the JVM writes if it crashes
   * @param settings system properties for the tool
   */
  static List<String> of(
      ToolFiles tool, Path directory, Path errors, List<String> settings, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash"));
    command.add("-XX:+DisplayVMOutputToStderr");
    // exceptions of a test have messages and traces, however often its code was executed
    command.add("-XX:-OmitStackTraceInFastThrow");
    command.add("-XX:ErrorFile=" + errors);
    command.add(
        "-Xbootclasspath/a:"
            + tool.library("clew-trace")
            + File.pathSeparator
            + tool.library("clew-jvm-run"));
    addOptionsOfThisJvm(command);
    addPropertiesOfThisJvm(command);
    settings.forEach(each -> command.add("-D" + each));
    String more = System.getenv("CLEW_JAVA_OPTS");
    if (more != null && !more.isBlank()) {
      command.addAll(List.of(more.trim().split(" +")));
    }
    command.addAll(List.of("-jar", tool.main().toString()));
    command.addAll(words);
    Path arguments = Files.createTempFile(directory, "arguments-", ".txt");
    Files.write(arguments, command.stream().map(JvmCommand::quoted).toList());
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + arguments);
  }

  /** As the launcher reads it from a file. */
  private static String quoted(String argument) {
    String escaped =
        argument
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r");
    return "\"" + escaped + "\"";
  }

  private static void addOptionsOfThisJvm(List<String> command) {
    for (String each : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (KEPT_OPTIONS.stream().anyMatch(each::startsWith)) {
        command.add(each);
      }
    }
  }

  /** What the build gave to the tests as system properties is there for them as well. */
  private static void addPropertiesOfThisJvm(List<String> command) {
    for (String name : System.getProperties().stringPropertyNames().stream().sorted().toList()) {
      if (OWN_PROPERTIES.stream().noneMatch(name::startsWith)) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.add("-Djava.awt.headless=true");
  }
}
