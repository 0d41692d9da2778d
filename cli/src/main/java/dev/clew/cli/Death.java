package dev.clew.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a JVM died.
 *
 * @param kind what it is to the program
 * @param message what to tell; the first line says it
 * @param place where in the program that was, null if unknown
 */
record Death(Kind kind, String message, Standstill.@Nullable Place place) {
  /** The name of the file in which a JVM tells of its crash. */
  static final String ERROR_FILE = "hs_err.log";

  private static final int MOST_FRAMES = 12;
  private static final int SIGNALLED = 128;

  private static final Map<Integer, String> SIGNALS =
      Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 11, "SIGSEGV", 31, "SIGSYS");

  /** Signals that come from outside: of a user, of the operating system, of a limit. */
  private static final Set<Integer> KILLS = Set.of(1, 2, 3, 9, 15, 24, 25);

  /** What a death is to the program. */
  enum Kind {
    /** The program does not go on. */
    HANG,
    /** Native code did what must not be done. */
    CRASH,
    /** The program ended the JVM, and not by a call that is under control. */
    EXIT,
    /** Somebody killed the JVM, or there was no memory for it: nothing is known of the program. */
    KILLED
  }

  /** The line that says it. */
  String firstLine() {
    return message.lines().findFirst().orElse("");
  }

  /** How a JVM died that left these files and this exit status, as a shell tells it. */
  static Death of(Path directory, int status) throws IOException {
    Optional<Standstill.Remains> hang = Standstill.read(directory);
    if (hang.isPresent()) {
      String frames = String.join("\n", hang.get().frames());
      return new Death(Kind.HANG, hang.get().headline() + "\n" + frames, hang.get().place());
    }
    Path errors = directory.resolve(ERROR_FILE);
    if (Files.exists(errors)) {
      return crash(Files.readString(errors, StandardCharsets.ISO_8859_1).lines().toList());
    }
    int signal = status - SIGNALLED;
    if (signal <= 0) {
      return new Death(Kind.EXIT, "the program exited with status " + status, null);
    }
    if (KILLS.contains(signal)) {
      return new Death(Kind.KILLED, "signal " + signal, null);
    }
    String name = SIGNALS.getOrDefault(signal, "a signal");
    return new Death(Kind.CRASH, "the JVM crashed: " + name + " (" + signal + ")", null);
  }

  private static Death crash(List<String> lines) {
    if (lines.stream().limit(10).anyMatch(line -> line.contains("insufficient memory"))) {
      return new Death(Kind.KILLED, "no memory was left for it", null);
    }
    StringBuilder message = new StringBuilder("the JVM crashed");
    signal(lines).ifPresent(signal -> message.append(": ").append(signal));
    frame(lines).ifPresent(frame -> message.append(" in ").append(frame));
    for (String frame : javaFrames(lines)) {
      message.append("\n    at ").append(frame);
    }
    return new Death(Kind.CRASH, message.toString(), null);
  }

  /** As in {@code # SIGSEGV (0xb) at pc=...}. */
  private static Optional<String> signal(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("#  "))
        .map(line -> line.substring(3).replaceFirst("[ ,].*", ""))
        .findFirst();
  }

  /** As in {@code # V [libjvm.so+0x123632d] Unsafe_PutLong+0xad}, after a line that says so. */
  private static Optional<String> frame(List<String> lines) {
    int heading = lines.indexOf("# Problematic frame:");
    if (heading < 0 || heading + 1 == lines.size()) {
      return Optional.empty();
    }
    String frame = lines.get(heading + 1);
    return Optional.of(
        frame
            .replaceFirst("^# *\\S+ +", "")
            .replaceFirst("^\\[([^+\\]]+)[^\\]]*\\] *", "$1 ")
            .replaceFirst("\\+0x[0-9a-f]+$", "")
            .strip());
  }

  /** The methods of the thread that crashed, down to the first of the program and a few more. */
  private static List<String> javaFrames(List<String> lines) {
    List<String> frames = new ArrayList<>();
    boolean isInside = false;
    for (String line : lines) {
      if (line.startsWith("Java frames:")) {
        isInside = true;
      } else if (isInside && line.isBlank()) {
        break;
      } else if (isInside && line.matches("[jJ] .*") && frames.size() < MOST_FRAMES) {
        String method = line.replaceFirst("^[jJ] +(\\d+ +)?([%!scn]+ +)?(c[12] +)?", "");
        String name = method.replaceFirst("\\(.*", "");
        if (name.startsWith("jdk.internal.vm.Continuation.") || name.startsWith("dev.clew.")) {
          break; // where the program was entered
        }
        frames.add(name);
      }
    }
    return frames;
  }
}
