package dev.clew.testkit.toy;

import dev.clew.trace.Names;
import java.util.List;

/** The words for a toy program: names as declared, positions are lines of the text. */
final class ToyNames implements Names {
  private final String file;
  private final ToyLayout layout;
  private final List<String> lines;

  ToyNames(String file, ToyLayout layout, List<String> lines) {
    this.file = file;
    this.layout = layout;
    this.lines = lines;
  }

  @Override
  public String thread(int thread) {
    return layout.threadName(thread);
  }

  /** Its name; the clock has one that no thread can have. */
  @Override
  public String threadKey(int thread) {
    return thread == layout.threads() ? "the clock" : thread(thread);
  }

  @Override
  public String object(int object) {
    return layout.objectName(object);
  }

  @Override
  public String file(int position) {
    return file;
  }

  @Override
  public int line(int position) {
    return position;
  }

  /** Times have no unit. */
  @Override
  public String time(int amount) {
    return String.valueOf(amount);
  }

  @Override
  public String text(int position) {
    boolean isKnown = position >= 1 && position <= lines.size();
    return isKnown ? lines.get(position - 1).strip() : "";
  }
}
