package dev.clew.foreign.c;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of source that addresses belong to. It asks {@code addr2line}, which is started
 * with the first question: most searches have none.
 */
final class AddressLookup implements AutoCloseable {
  private static final String UNKNOWN = "??";
  private static final Pattern PLACE =
      Pattern.compile("(.*):(\\d+|\\?)( \\(discriminator \\d+\\))?");

  /** An address that has no place, to see where the answer to a question ends. */
  private static final String NOWHERE = "0x0";

  private final Path executable;
  private final Map<Long, List<Frame>> known = new HashMap<>();
  private @Nullable Process process;
  private @Nullable BufferedReader answers;

  AddressLookup(Path executable) {
    this.executable = executable;
  }

  /**
   * The function that an address is in, with its line; then, if that function is inlined, the place
   * it is inlined at, and so on. Never empty.
   */
  synchronized List<Frame> frames(long address) {
    List<Frame> frames = known.get(address);
    if (frames == null) {
      frames = askTwice(address);
      known.put(address, frames);
    }
    return frames;
  }

  /** Who presses Ctrl-C ends the process that answers, too; and wants a report all the same. */
  private List<Frame> askTwice(long address) {
    try {
      return ask(address);
    } catch (IOException e) {
      close();
    }
    try {
      return ask(address);
    } catch (IOException e) {
      close();
      return List.of(Frame.UNKNOWN); // reports do without lines; the trace is right all the same
    }
  }

  private List<Frame> ask(long address) throws IOException {
    Process asked = started();
    Writer questions = new OutputStreamWriter(asked.getOutputStream(), Charset.defaultCharset());
    questions.write("0x" + Long.toHexString(address) + "\n" + NOWHERE + "\n");
    questions.flush();
    return answer(reader(asked));
  }

  private Process started() throws IOException {
    Process running = process;
    if (running == null) {
      running =
          new ProcessBuilder("addr2line", "-a", "-f", "-C", "-i", "-e", executable.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process = running;
      answers = null;
    }
    return running;
  }

  private BufferedReader reader(Process asked) {
    BufferedReader reader = answers;
    if (reader == null) {
      reader =
          new BufferedReader(
              new InputStreamReader(asked.getInputStream(), Charset.defaultCharset()));
      answers = reader;
    }
    return reader;
  }

  private static List<Frame> answer(BufferedReader lines) throws IOException {
    List<Frame> frames = new ArrayList<>();
    next(lines); // the address
    String line = next(lines);
    while (!line.startsWith("0x")) {
      frames.add(frame(line, next(lines)));
      line = next(lines);
    }
    next(lines);
    next(lines);
    return List.copyOf(frames);
  }

  private static String next(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("addr2line ended");
    }
    return line;
  }

  static Frame frame(String function, String place) {
    Matcher matcher = PLACE.matcher(place);
    String name = function.equals(UNKNOWN) ? "" : function;
    if (!matcher.matches() || matcher.group(1).equals(UNKNOWN)) {
      return new Frame(name, "", 0);
    }
    int line = matcher.group(2).equals("?") ? 0 : Integer.parseInt(matcher.group(2));
    return new Frame(name, Path.of(matcher.group(1)).normalize().toString(), line);
  }

  @Override
  public synchronized void close() {
    Process running = process;
    process = null;
    if (running != null) {
      running.destroy();
    }
  }
}
