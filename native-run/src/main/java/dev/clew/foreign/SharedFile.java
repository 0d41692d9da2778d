package dev.clew.foreign;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that engine and program share, in memory. */
final class SharedFile {
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final Path path;
  private final MappedByteBuffer memory;

  private SharedFile(Path path, MappedByteBuffer memory) {
    this.path = path;
    this.memory = memory;
  }

  /** A new one in a directory; what is not used of it takes no room. */
  static SharedFile in(Path directory) throws IOException {
    Path path = directory.resolve("shared");
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, Layout.Region.size());
      memory.order(ByteOrder.LITTLE_ENDIAN);
      SharedFile file = new SharedFile(path, memory);
      file.describe();
      return file;
    }
  }

  private void describe() {
    put(Layout.MAGIC, Layout.MAGIC_NUMBER);
    put(Layout.VERSION, Layout.VERSION_NUMBER);
    put(Layout.TURN_CAPACITY, Layout.MAX_TURNS);
    put(Layout.EVENT_CAPACITY, Layout.MAX_EVENTS);
    put(Layout.OPTION_CAPACITY, Layout.MAX_OPTIONS);
    put(Layout.THREAD_CAPACITY, Layout.MAX_THREADS);
    put(Layout.OBJECT_CAPACITY, Layout.MAX_OBJECTS);
    put(Layout.PLACE_CAPACITY, Layout.MAX_PLACES);
    put(Layout.VALUE_CAPACITY, Layout.MAX_VALUES);
    put(Layout.TEXT_CAPACITY, Layout.MAX_TEXT);
    put(Layout.REPORT_CAPACITY, Layout.MAX_REPORTS);
    for (Layout.Region region : Layout.Region.values()) {
      putLong(Layout.REGIONS + region.ordinal() * Long.BYTES, region.at());
    }
  }

  Path path() {
    return path;
  }

  int get(int at) {
    return memory.getInt(at);
  }

  void put(int at, int value) {
    memory.putInt(at, value);
  }

  short getShort(int at) {
    return memory.getShort(at);
  }

  void putShort(int at, int value) {
    memory.putShort(at, (short) value);
  }

  long getLong(int at) {
    return memory.getLong(at);
  }

  void putLong(int at, long value) {
    memory.putLong(at, value);
  }

  int getVolatile(int at) {
    return (int) INTS.getVolatile(memory, at);
  }

  void putVolatile(int at, int value) {
    INTS.setVolatile(memory, at, value);
  }

  boolean replace(int at, int expected, int value) {
    return INTS.compareAndSet(memory, at, expected, value);
  }

  /** A text of the program that ends with a zero. */
  String text(int offset) {
    int from = Layout.Region.TEXTS.at() + offset;
    int length = 0;
    while (offset + length < Layout.MAX_TEXT && memory.get(from + length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    memory.get(from, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
