package dev.clew.cli;

import dev.clew.foreign.Owner;
import dev.clew.jvm.run.Positions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the program that does not come back from code that nobody controls: it computes
 * there, which is a hang, or it waits for something that no schedule can bring about.
 *
 * @param thread its name
 * @param patience how long it was watched, at least
 * @param computes whether it computed all the time, so that more time is all it wants
 * @param state of what runs it
 * @param stack of what runs it
 */
record Standstill(
    String thread,
    Duration patience,
    boolean computes,
    Thread.State state,
    List<StackTraceElement> stack) {
  private static final String FILE = "hang";
  private static final int MOST_FRAMES = 12;

  /** Where a thread waits, by the beginning of the name of a class, and what to do about it. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "java.net.", "What comes over the network is not under control: have it use a stand-in.",
          "sun.nio.ch.", "What comes from outside is not under control: have it use a stand-in.",
          "java.lang.Process", "Other processes are not under control: have it use a stand-in.",
          "java.io.File", "What a pipe or a device delivers is not under control: use a file.");

  /** Whether it would compute if it had a processor. */
  boolean isAtWork() {
    return state == Thread.State.RUNNABLE && (stack.isEmpty() || !stack.get(0).isNativeMethod());
  }

  String headline() {
    String inside = inside().map(method -> ", inside " + method).orElse("");
    return "a computation without end: no visible operation for " + seconds() + " seconds" + inside;
  }

  private String seconds() {
    long millis = patience.toMillis();
    return millis % 1000 == 0 ? Long.toString(millis / 1000) : Double.toString(millis / 1000.0);
  }

  /** The method that the program called and that does not come back. */
  private Optional<String> inside() {
    int inner = innermost();
    for (int i = inner - 1; i >= 0; i--) {
      if (!isOfTool(stack.get(i))) {
        return Optional.of(stack.get(i).getClassName() + "." + stack.get(i).getMethodName());
      }
    }
    return Optional.empty();
  }

  /** The index of the innermost frame of the program, 0 if there is none. */
  private int innermost() {
    for (int i = 0; i < stack.size(); i++) {
      if (Positions.isOfProgram(stack.get(i))) {
        return i;
      }
    }
    return 0;
  }

  private static boolean isOfTool(StackTraceElement frame) {
    return frame.getClassName().startsWith("dev.clew.") && !Positions.isOfProgram(frame);
  }

  /** The frames that tell most: the innermost ones, and those of the program. */
  private List<String> frames() {
    int end = stack.size();
    while (end > 0 && !Positions.isOfProgram(stack.get(end - 1))) {
      end--;
    }
    List<String> lines = new ArrayList<>();
    int inner = innermost();
    for (int i = 0; i < end && lines.size() < MOST_FRAMES; i++) {
      boolean isFirst = i < MOST_FRAMES / 4;
      if (!isOfTool(stack.get(i)) && (isFirst || i >= inner - 2)) {
        String frame = stack.get(i).toString();
        String ofProgram = Positions.PROGRAM + "//";
        boolean isOfProgram = frame.startsWith(ofProgram);
        lines.add("    at " + (isOfProgram ? frame.substring(ofProgram.length()) : frame));
      }
    }
    return lines;
  }

  /** What to tell the user of a thread that waits. */
  String complaint() {
    String what =
        state == Thread.State.BLOCKED
            ? "waits for a lock inside the JDK that another thread of the program holds"
            : "waits for something outside of the program";
    return "clew: the thread "
        + thread
        + " "
        + what
        + ", and all threads with it, so the program cannot be checked.\n"
        + String.join("\n", frames())
        + "\n  "
        + advice()
        + "\n  If it takes that long, give more than "
        + seconds()
        + " seconds to --hang.";
  }

  private String advice() {
    if (state != Thread.State.BLOCKED) {
      for (StackTraceElement frame : stack) {
        for (Map.Entry<String, String> each : ADVICE.entrySet()) {
          if (frame.getClassName().startsWith(each.getKey())) {
            return each.getValue();
          }
        }
      }
    }
    return "Only what the threads of the program do to each other is under control.";
  }

  // --- for another JVM

  /** What is left of it in another JVM. */
  record Remains(String headline, List<String> frames, @Nullable Place place) {}

  /** The line of the program from which the thread does not come back. */
  record Place(String className, String file, String method, int line) {}

  /** Writes it to a directory. */
  void write(Path directory) throws IOException {
    StackTraceElement inner = stack.isEmpty() ? null : stack.get(innermost());
    List<String> lines = new ArrayList<>();
    lines.add(headline());
    boolean isKnown = inner != null && Positions.isOfProgram(inner);
    lines.add(inner != null && isKnown ? place(inner) : "");
    lines.addAll(frames());
    Files.write(directory.resolve(FILE), lines);
  }

  private static String place(StackTraceElement frame) {
    String file = frame.getFileName();
    return String.join(
        "\t",
        frame.getClassName(),
        file == null ? "" : file,
        frame.getMethodName(),
        Integer.toString(Math.max(frame.getLineNumber(), 0)));
  }

  /** What a JVM wrote to a directory, nothing if it did not. */
  static Optional<Remains> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    String[] words = lines.get(1).split("\t", -1);
    Place place =
        words.length < 4
            ? null
            : new Place(words[0], words[1], words[2], Integer.parseInt(words[3]));
    return Optional.of(new Remains(lines.get(0), lines.subList(2, lines.size()), place));
  }

  /** Removes a directory with its files, if it is of this user alone. */
  static void removeAll(Path directory) {
    try {
      Owner.deleteTree(directory);
    } catch (IOException e) {
      return; // this process is about to end, and what stays is in nobody's way
    }
  }
}
