package dev.clew.foreign.c;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The global and static variables of an executable by address, as {@code nm} lists them. */
final class Variables {
  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{8,16}) ([0-9a-f]{8,16}) ([A-Za-z]) (.+)");

  /** Letters for code, constants and what has no memory; the rest are variables. */
  private static final String OTHERS = "TtWwUiINn";

  /** What compilers put after the name of a variable of a function. */
  private static final Pattern NUMBER = Pattern.compile("\\.\\d+$");

  private final Path executable;
  private @Nullable TreeMap<Long, Variable> byAddress;

  Variables(Path executable) {
    this.executable = executable;
  }

  /**
   * A variable.
   *
   * @param size its bytes
   */
  record Variable(String name, long address, long size) {}

  /** The variable that an address is in. */
  synchronized Optional<Variable> at(long address) {
    Map.Entry<Long, Variable> below = all().floorEntry(address);
    return Optional.ofNullable(below)
        .map(Map.Entry::getValue)
        .filter(variable -> address < variable.address() + variable.size());
  }

  private TreeMap<Long, Variable> all() {
    TreeMap<Long, Variable> known = byAddress;
    if (known == null) {
      known = read();
      byAddress = known;
    }
    return known;
  }

  private TreeMap<Long, Variable> read() {
    TreeMap<Long, Variable> variables = new TreeMap<>();
    List<String> command = List.of("nm", "-S", "-C", "--defined-only", executable.toString());
    try {
      ToolRun.of(command, Path.of("").toAbsolutePath())
          .ifPresent(run -> run.output().lines().forEach(line -> add(line, variables)));
    } catch (IOException e) {
      return variables; // reports tell addresses then
    }
    return variables;
  }

  private static void add(String line, TreeMap<Long, Variable> variables) {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches() && OTHERS.indexOf(matcher.group(3).charAt(0)) < 0) {
      String name = NUMBER.matcher(matcher.group(4)).replaceFirst("");
      long address = Long.parseUnsignedLong(matcher.group(1), 16);
      long size = Long.parseUnsignedLong(matcher.group(2), 16);
      variables.putIfAbsent(address, new Variable(name, address, size));
    }
  }
}
