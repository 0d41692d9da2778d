package dev.clew.cli;

import dev.clew.foreign.Launch;
import dev.clew.foreign.c.HarmlessFlags;
import dev.clew.report.ReplayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What replay files say of C programs: how they were compiled and run, and of what. */
final class NativeSubject {
  private static final String FILES = "files";
  private static final String DIRECTORY = "directory";
  private static final String CFLAGS = "cflags";
  private static final String LIBS = "libs";
  private static final String ARGUMENTS = "arguments";
  private static final String STDIN = "stdin";
  private static final String WAITS = "waits";
  private static final String HANG = "hangMillis";

  private NativeSubject() {}

  /** Whether a replay file was made for a C program. */
  static boolean isOf(ReplayFile.Subject subject) {
    return !subject.setting(FILES).isEmpty();
  }

  /** A program that was compiled in a directory. */
  static ReplayFile.Subject of(NativeOptions options, Path directory) {
    Map<String, List<String>> settings = new LinkedHashMap<>();
    settings.put(FILES, options.files());
    settings.put(DIRECTORY, List.of(directory.toAbsolutePath().normalize().toString()));
    settings.put(CFLAGS, options.cflags());
    settings.put(LIBS, options.libs());
    settings.put(ARGUMENTS, options.arguments());
    String stdin = options.stdin();
    settings.put(
        STDIN, stdin.isEmpty() ? List.of() : List.of(stdin, ClassPathEntries.absolute(stdin)));
    settings.put(
        WAITS,
        List.of(
            Integer.toString(options.early()),
            Integer.toString(options.wakeups()),
            Long.toString(options.patience().toMillis())));
    settings.put(HANG, List.of(Long.toString(options.hang().toMillis())));
    Map<String, String> parts = new LinkedHashMap<>();
    options.files().forEach(file -> parts.put(file, FileHash.of(directory.resolve(file))));
    return new ReplayFile.Subject(options.files().get(0), settings, parts);
  }

  /** Says which program it is, and how it is run. */
  static String hash(NativeOptions options, Path directory) {
    List<String> words = new ArrayList<>();
    options.files().forEach(file -> words.add(FileHash.of(directory.resolve(file))));
    words.add(options.stdin().isEmpty() ? "" : FileHash.of(Path.of(options.stdin())));
    words.addAll(options.cflags());
    words.addAll(options.libs());
    words.addAll(options.arguments());
    words.add(options.early() + " " + options.wakeups() + " " + options.patience());
    return ClassPathHash.of(List.of(), words);
  }

  // --- reading it again

  /** How the program of a replay file was run. */
  static NativeOptions options(ReplayFile.Subject subject) {
    List<String> waits = subject.setting(WAITS);
    List<String> hang = subject.setting(HANG);
    List<String> stdin = subject.setting(STDIN);
    try {
      return new NativeOptions(
          subject.setting(FILES),
          subject.setting(CFLAGS),
          subject.setting(LIBS),
          subject.setting(ARGUMENTS),
          stdin.stream()
              .filter(file -> Files.exists(Path.of(file)))
              .findFirst()
              .orElse(String.join("", stdin.stream().limit(1).toList())),
          Duration.ofMillis(Long.parseLong(hang.get(0))),
          Integer.parseInt(waits.get(0)),
          Integer.parseInt(waits.get(1)),
          waits.size() < 3 ? Launch.PATIENCE : Duration.ofMillis(Long.parseLong(waits.get(2))));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new UsageProblem(
          "the replay file is damaged: '"
              + WAITS
              + "' needs two or three numbers, '"
              + HANG
              + "' needs one");
    }
  }

  /**
   * The program of a replay file: where the user named it, or where it was then, whichever has not
   * changed. If both have, the user is warned: the schedule may still fit. Nothing is compiled
   * before it is trusted.
   *
   * @throws UsageProblem if it is gone, or not trusted
   */
  static NativeTarget reopen(
      ReplayFile.Subject subject, Path replayFile, ReplayTrust trust, Console console)
      throws IOException {
    NativeOptions options = options(subject);
    List<Path> places = new ArrayList<>(List.of(Path.of("")));
    subject.setting(DIRECTORY).forEach(place -> places.add(Path.of(place)));
    List<Path> complete =
        places.stream()
            .filter(
                place ->
                    options.files().stream()
                        .allMatch(file -> Files.isRegularFile(place.resolve(file))))
            .toList();
    if (complete.isEmpty()) {
      throw new UsageProblem(
          "the program of '"
              + replayFile
              + "' is gone: there is no '"
              + String.join("', '", options.files())
              + "' here, nor in '"
              + String.join("", subject.setting(DIRECTORY))
              + "'");
    }
    Path chosen =
        complete.stream()
            .filter(place -> differences(subject, options, place).isEmpty())
            .findFirst()
            .orElse(complete.get(0));
    List<String> differences = differences(subject, options, chosen);
    ask(trust, options, chosen, differences);
    if (!differences.isEmpty()) {
      console
          .err()
          .println(
              "clew: warning: "
                  + String.join(", ", differences)
                  + " changed since the file was made: the schedule may not fit");
    }
    return NativeTarget.open(options, chosen, console);
  }

  private static void ask(
      ReplayTrust trust, NativeOptions options, Path place, List<String> differences) {
    for (String file : options.files()) {
      trust.requireHere("the program", place.resolve(file));
      if (file.startsWith("-") || file.startsWith("@")) {
        trust.doubt("the compiler would take the file '" + file + "' for an option");
      }
    }
    trust.requireSame(differences);
    for (List<String> words : List.of(options.cflags(), options.libs())) {
      HarmlessFlags.firstOther(words, name -> ReplayTrust.isUsual(place.resolve(name)))
          .ifPresent(
              word ->
                  trust.doubt(
                      "'"
                          + word
                          + "' may have the compiler start a program, write a file, or use code"
                          + " from elsewhere"));
    }
    trust.show(
        "program",
        options.files().stream()
            .map(file -> place.resolve(file).toAbsolutePath().normalize().toString())
            .toList());
    trust.show("compiler flags", options.cflags());
    trust.show("linker flags", options.libs());
    trust.show("arguments", options.arguments());
    trust.check();
  }

  /** The files that are not what they were when a replay file was made. */
  static List<String> differences(
      ReplayFile.Subject subject, NativeOptions options, Path directory) {
    return options.files().stream()
        .filter(
            file ->
                !FileHash.of(directory.resolve(file))
                    .equals(subject.parts().getOrDefault(file, "")))
        .toList();
  }
}
