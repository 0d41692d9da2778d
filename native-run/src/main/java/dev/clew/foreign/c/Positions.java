package dev.clew.foreign.c;

import dev.clew.foreign.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The places in the source that positions mean, and the calls that led there. */
final class Positions {
  private static final int MOST_CALLS = 20;

  private final Numbers numbers;
  private final Symbols symbols;
  private final Path here = Path.of("").toAbsolutePath();

  Positions(Numbers numbers, Symbols symbols) {
    this.numbers = numbers;
    this.symbols = symbols;
  }

  /**
   * The place of a position: where the program is, not the headers of a library that it uses, if
   * that is known.
   */
  Frame place(int position) {
    List<Frame> calls = calls(position);
    return calls.isEmpty() ? Frame.UNKNOWN : calls.get(0);
  }

  /** The place, then the place that it was called from, and so on. */
  List<Frame> calls(int position) {
    List<Frame> all = new ArrayList<>();
    for (int at = position; at >= 0 && all.size() < MOST_CALLS; at = numbers.caller(at)) {
      all.addAll(symbols.calledAt(numbers.pc(at)));
    }
    int first = 0;
    while (first < all.size() && !all.get(first).isOfUser()) {
      first++;
    }
    return first < all.size()
        ? all.stream().skip(first).filter(Frame::isOfUser).toList()
        : all.stream().filter(frame -> !frame.file().isEmpty()).toList();
  }

  /** The name of a file as the user would write it here. */
  String file(Frame frame) {
    if (frame.file().isEmpty()) {
      return "";
    }
    Path file = Path.of(frame.file());
    if (!file.isAbsolute()) {
      return frame.file();
    }
    String fromHere = here.relativize(file).toString();
    return fromHere.length() < frame.file().length() ? fromHere : frame.file();
  }

  /** A place in words, as in {@code push (queue.c:17)}. */
  String words(Frame frame) {
    String place = file(frame) + (frame.line() > 0 ? ":" + frame.line() : "");
    String function = Functions.brief(frame.function());
    return function.isEmpty() ? place : function + " (" + place + ")";
  }
}
