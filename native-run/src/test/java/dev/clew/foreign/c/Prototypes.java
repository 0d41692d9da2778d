package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions that the headers of ISO C and POSIX declare, as the compiler here has them. */
final class Prototypes {
  /** The headers, as a text to compile. */
  static final String HEADERS =
      List.of(
              "aio arpa/inet ctype dirent err errno fcntl fenv fmtmsg fnmatch ftw getopt glob grp",
              "iconv inttypes langinfo libgen libintl limits locale math monetary mqueue net/if",
              "netdb netinet/in nl_types poll pthread pwd regex sched search semaphore setjmp",
              "signal spawn stdint stdio stdlib string strings sys/ipc sys/mman sys/msg",
              "sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time",
              "sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog termios threads time",
              "uchar ulimit unistd utime utmpx wchar wctype wordexp")
          .stream()
          .flatMap(line -> Words.split(line).stream())
          .map(name -> "#include <" + name + ".h>\n")
          .collect(Collectors.joining());

  private static final String ISO_HEADERS =
      Stream.of(
              "complex ctype errno fenv inttypes locale math setjmp signal stdatomic stdio stdlib",
              "string threads time uchar wchar wctype")
          .flatMap(line -> Words.split(line).stream())
          .map(name -> "#include <" + name + ".h>\n")
          .collect(Collectors.joining());

  private static final String PARENTHESES = "\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)";
  private static final Pattern NOISE =
      Pattern.compile(
          "__attribute__\\s*"
              + PARENTHESES
              + "|__asm__\\s*"
              + PARENTHESES
              + "|\\b(__extension__|__restrict|_Noreturn|__inline)\\b|\\[\\w*\\]");
  private static final Pattern BODY = Pattern.compile("\\{[^{}]*\\}");
  private static final Pattern DECLARATION =
      Pattern.compile("extern ([\\w\\s*]*?)\\b(\\w+) ?\\((.*)\\)");

  private Prototypes() {}

  /**
   * A function.
   *
   * @param result its type
   * @param parameters the types of the parameters, some with names
   */
  record Function(String result, String name, List<String> parameters) {
    boolean isVariadic() {
      return parameters.contains("...");
    }
  }

  /** All functions by name, in a dialect of C. */
  static SortedMap<String, Function> read(Path directory, String dialect) throws IOException {
    return read(directory, dialect, HEADERS);
  }

  /** The functions of some headers. */
  private static SortedMap<String, Function> read(Path directory, String dialect, String headers)
      throws IOException {
    Files.writeString(directory.resolve("headers.c"), headers);
    String text =
        ToolRun.of(List.of("gcc", "-E", "-P", dialect, "headers.c"), directory)
            .filter(ToolRun::succeeded)
            .orElseThrow()
            .output();
    // An array as a parameter is a pointer.
    text = text.replaceAll("(\\w+)\\s*\\[\\w*\\](?=[,)])", "*$1");
    text = NOISE.matcher(text).replaceAll(" ");
    for (String before = ""; !before.equals(text); ) {
      before = text;
      text = BODY.matcher(text).replaceAll(" BODY ");
    }
    SortedMap<String, Function> functions = new TreeMap<>();
    for (String statement : text.split(";", -1)) {
      Matcher matcher = DECLARATION.matcher(statement.strip().replaceAll("\\s+", " "));
      if (matcher.matches() && !statement.contains("BODY")) {
        String name = matcher.group(2);
        List<String> parameters = parameters(matcher.group(3));
        functions.put(name, new Function(matcher.group(1).strip(), name, parameters));
      }
    }
    return functions;
  }

  /** The names of functions of POSIX that ISO C leaves to programs. */
  static SortedSet<String> namesOfPosix(Path directory) throws IOException {
    SortedSet<String> names = new TreeSet<>(read(directory, "-D_XOPEN_SOURCE=700").keySet());
    names.removeAll(read(directory, "-std=c11", ISO_HEADERS).keySet());
    names.removeIf(name -> name.startsWith("_") || name.equals("void"));
    return names;
  }

  private static List<String> parameters(String text) {
    List<String> parameters = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ',';
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        String parameter = text.substring(from, i).strip();
        if (!parameter.isEmpty() && !parameter.equals("void")) {
          parameters.add(parameter);
        }
        from = i + 1;
      }
    }
    return parameters;
  }
}
