package dev.clew.junit;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one execution, in the order in which they began and ended.
 *
 * <p>That a call ended before another one began limits the order in which they may have happened,
 * so it is something that the search has to vary: a call reads a variable before it begins, and
 * changes it when it has ended. What the calls are kept in is nothing that is interleaved or
 * watched.
 */
final class History<T> {
  /** The last call that ended. */
  private final AtomicReference<String> returned = new AtomicReference<>("nothing");

  private final Stream.Builder<Made<T>> made = Stream.builder();

  /** As long as there were begins and ends. */
  private final StringBuilder moments = new StringBuilder();

  private @Nullable List<Made<T>> all;

  /** A call that was made. */
  static final class Made<T> {
    final Call<T> call;
    final int thread;
    final int began;
    int ended = Integer.MAX_VALUE;
    Call.@Nullable Result result;

    Made(Call<T> call, int thread, int began) {
      this.call = call;
      this.thread = thread;
      this.began = began;
    }
  }

  /** Makes a call, and remembers it. */
  void make(Call<T> call, T target, int thread) {
    returned.get();
    Made<T> entry = new Made<>(call, thread, moments.length());
    moments.append('[');
    made.add(entry);
    Call.Result result = call.on(target);
    returned.getAndSet(call.name() + ": " + result);
    entry.result = result;
    entry.ended = moments.length();
    moments.append(']');
  }

  /** All calls, when all have ended. */
  List<Made<T>> made() {
    List<Made<T>> known = all;
    if (known == null) {
      known = made.build().toList();
      all = known;
    }
    return known;
  }

  /** One line for each call; a bar for the time it took, as many columns as there are moments. */
  static <T> String text(List<Made<T>> made) {
    int width = made.stream().mapToInt(each -> each.call.name().length()).max().orElse(0);
    int columns = made.stream().mapToInt(each -> each.ended + 1).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Made<T> each : made) {
      String bar = " ".repeat(each.began) + "[" + "-".repeat(each.ended - each.began - 1) + "]";
      text.append(each.thread == 0 ? "  main    " : "  thread " + each.thread)
          .append("  ")
          .append(bar)
          .append(" ".repeat(columns - bar.length() + 2))
          .append(each.call.name())
          .append(" ".repeat(width - each.call.name().length()))
          .append("  ")
          .append(each.result)
          .append('\n');
    }
    return text.toString();
  }
}
