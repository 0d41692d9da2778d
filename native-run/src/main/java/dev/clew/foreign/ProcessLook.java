package dev.clew.foreign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the operating system says of a process and those that it started.
 *
 * @param sleeps whether none of them computes, or would if it got a processor
 * @param used how much of a processor they got; differs if one of them ran
 */
record ProcessLook(boolean sleeps, String used) {
  private static final String PROCESSES = "/proc";

  /** The states in which a process waits for something. */
  private static final String WAITING = "SD";

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  /** The system calls that may wait, of x86-64, the first ones with a descriptor. */
  private static final Map<Integer, String> WITH_FILE =
      Map.of(
          0,
          "read",
          1,
          "write",
          17,
          "pread64",
          18,
          "pwrite64",
          19,
          "readv",
          20,
          "writev",
          16,
          "ioctl",
          72,
          "fcntl",
          73,
          "flock",
          232,
          "epoll_wait");

  private static final Map<Integer, String> CALLS =
      Map.of(
          2,
          "open",
          7,
          "poll",
          23,
          "select",
          35,
          "nanosleep",
          34,
          "pause",
          61,
          "wait4",
          202,
          "futex",
          230,
          "clock_nanosleep",
          257,
          "openat",
          271,
          "ppoll");

  /** Looks at a process; it sleeps not if it has ended. */
  static ProcessLook at(ProcessHandle process) {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process), process.descendants())
            .filter(ProcessHandle::isAlive)
            .toList();
    boolean sleeps = !all.isEmpty();
    StringBuilder used = new StringBuilder();
    for (ProcessHandle each : all) {
      String stat = read(each, "stat");
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
      if (fields.length <= SYSTEM_TIME) {
        return new ProcessLook(false, "");
      }
      sleeps &= WAITING.contains(fields[0]);
      used.append(fields[USER_TIME]).append(' ').append(fields[SYSTEM_TIME]).append(' ');
      used.append(read(each, "schedstat"));
    }
    return new ProcessLook(sleeps, used.toString());
  }

  /** The system call in which a process waits, in words; empty if that is not told. */
  static String call(ProcessHandle process) {
    ProcessHandle last =
        process.descendants().filter(ProcessHandle::isAlive).findFirst().orElse(process);
    String[] words = read(last, "syscall").strip().split(" ", -1);
    try {
      int number = Integer.parseInt(words[0]);
      if (WITH_FILE.containsKey(number)) {
        return WITH_FILE.get(number) + file(last, Integer.decode(words[1]));
      }
      return number < 0 ? "" : CALLS.getOrDefault(number, "system call " + number);
    } catch (NumberFormatException e) {
      return "";
    }
  }

  private static String file(ProcessHandle process, int descriptor) {
    Path link = Path.of(PROCESSES, process.pid() + "", "fd", descriptor + "");
    try {
      return " of " + Files.readSymbolicLink(link);
    } catch (IOException e) {
      return "";
    }
  }

  private static String read(ProcessHandle process, String file) {
    try {
      return Files.readString(
          Path.of(PROCESSES, process.pid() + "", file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended, or the system tells nobody
    }
  }
}
