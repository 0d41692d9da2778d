package dev.clew.jvm.run;

import dev.clew.trace.Steps;
import dev.clew.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens in the execution under way, written where it outlives the JVM: a native crash or a
 * kill leaves the steps that led to it.
 *
 * <p>The steps are in memory that is mapped to a file, which the operating system keeps whatever
 * becomes of the process; a step costs two stores. What numbers mean is in a text file beside it,
 * to which a line is added when a thread is new or something becomes visible, which is rare.
 */
public final class Journal implements AutoCloseable {
  private static final String STEPS = "steps";
  private static final String NAMES = "names";

  /** Executions may be longer than this: the journal says so, and has no steps then. */
  private static final int MOST_STEPS = 1 << 20;

  private static final int COUNT = 0;
  private static final int TURN = 4;
  private static final int NUMBER = 8;
  private static final int STARTED = 16;
  private static final int HEADER = 24;

  private static final String THREAD = "thread ";
  private static final String VISIBLE = "visible ";
  private static final String HIDDEN = "hidden";

  private final Path directory;
  private final MappedByteBuffer memory;
  private final FileChannel names;
  private final int capacity;

  /** The trace whose first steps the journal has. */
  private @Nullable Trace known;

  private int threads;

  private Journal(Path directory, MappedByteBuffer memory, FileChannel names, int capacity) {
    this.directory = directory;
    this.memory = memory;
    this.names = names;
    this.capacity = capacity;
  }

  /** A journal of executions of at most so many steps, in a directory that is there. */
  public static Journal create(Path directory, int stepLimit) throws IOException {
    int capacity = Math.min(stepLimit, MOST_STEPS);
    try (FileChannel file =
        FileChannel.open(
            directory.resolve(STEPS),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      int size = HEADER + Long.BYTES * capacity;
      fill(file, size);
      MappedByteBuffer memory = file.map(FileChannel.MapMode.READ_WRITE, 0, size);
      memory.order(ByteOrder.nativeOrder());
      memory.putLong(STARTED, System.currentTimeMillis());
      FileChannel names =
          FileChannel.open(
              directory.resolve(NAMES), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new Journal(directory, memory, names, capacity);
    }
  }

  /** Takes the room: a page that the disk has no room for takes down whoever writes to it. */
  private static void fill(FileChannel file, int size) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(Math.min(size, 1 << 16));
    for (int left = size; left > 0; left -= zeros.position()) {
      zeros.clear().limit(Math.min(left, zeros.capacity()));
      while (zeros.hasRemaining()) {
        file.write(zeros);
      }
    }
  }

  // --- writing

  /** An execution begins whose first steps are those of a trace. */
  void begin(long number, Trace trace, int common) {
    memory.putInt(COUNT, 0);
    memory.putInt(TURN, Execution.MAIN);
    memory.putLong(NUMBER, number);
    if (trace != known) {
      known = trace;
      for (int i = 0; i < common; i++) {
        step(i, trace.thread(i), trace.label(i));
      }
      memory.putInt(COUNT, 0);
    }
  }

  /** A thread has the turn, or {@link Turns#EXPLORER} when the execution is over. */
  void turn(int thread) {
    memory.putInt(TURN, thread);
  }

  /** Step i is being done. */
  void step(int i, int thread, int label) {
    if (i < capacity) {
      memory.putLong(HEADER + Long.BYTES * i, ((long) thread << 32) | (label & 0xFFFFFFFFL));
    }
    memory.putInt(COUNT, i + 1);
  }

  /** How many threads have a key in it. */
  int threads() {
    return threads;
  }

  /** The next number of a thread means this one. */
  void thread(String key) {
    threads++;
    write(THREAD + key);
  }

  void visible(String key) {
    write(VISIBLE + key);
  }

  /** What was visible is so no more. */
  void hidden() {
    write(HIDDEN);
  }

  private void write(String line) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        names.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the journal cannot be written", e);
    }
  }

  /** Removes it: the JVM ends as it should. */
  @Override
  public void close() {
    try {
      names.close();
      Files.deleteIfExists(directory.resolve(STEPS));
      Files.deleteIfExists(directory.resolve(NAMES));
    } catch (IOException e) {
      throw new UncheckedIOException("the journal cannot be removed", e);
    }
  }

  // --- reading

  /**
   * What a journal says.
   *
   * @param executions the number of the execution that was under way, 0 if none had begun
   * @param thread the thread that had the turn, {@link Turns#EXPLORER} if no execution was under
   *     way
   * @param threads the key of each thread, by its number
   * @param visible the keys of what was visible
   * @param steps what had happened
   * @param isWhole whether that is all: an execution may be too long for the journal
   * @param startMillis when it was made
   */
  public record Contents(
      long executions,
      int thread,
      List<String> threads,
      List<String> visible,
      Steps steps,
      boolean isWhole,
      long startMillis) {}

  /** Reads the journal that was left in a directory. */
  public static Contents read(Path directory) throws IOException {
    ByteBuffer memory = ByteBuffer.wrap(Files.readAllBytes(directory.resolve(STEPS)));
    memory.order(ByteOrder.nativeOrder());
    int count = memory.getInt(COUNT);
    int written = Math.min(count, (memory.capacity() - HEADER) / Long.BYTES);
    List<Steps.Step> steps = new ArrayList<>();
    for (int i = 0; i < written; i++) {
      long step = memory.getLong(HEADER + Long.BYTES * i);
      steps.add(new Steps.Step((int) (step >> 32), (int) step));
    }
    List<String> threads = new ArrayList<>();
    List<String> visible = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve(NAMES))) {
      if (line.startsWith(THREAD)) {
        threads.add(line.substring(THREAD.length()));
      } else if (line.startsWith(VISIBLE)) {
        visible.add(line.substring(VISIBLE.length()));
      } else if (line.equals(HIDDEN)) {
        visible.clear();
      }
    }
    return new Contents(
        memory.getLong(NUMBER),
        memory.getInt(TURN),
        threads,
        visible,
        new Steps(steps),
        written == count,
        memory.getLong(STARTED));
  }
}
