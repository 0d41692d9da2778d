package dev.clew.foreign.c;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What an ELF file says about itself: enough to tell whether it is a program that can be checked.
 */
final class Elf {
  /** A symbol of every program with the runtime. */
  static final String VERSION_SYMBOL = "clew_protocol_version";

  /** What that symbol says before the number; it is there too if the symbols are gone. */
  private static final byte[] VERSION_TEXT = "clew protocol ".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] MAGIC = {0x7f, 'E', 'L', 'F'};
  private static final int WIDE = 2;
  private static final int LITTLE = 1;
  private static final int X86_64 = 62;
  private static final int RELOCATABLE = 1;
  private static final int EXECUTABLE = 2;
  private static final int SHARED = 3;
  private static final int INTERPRETER = 3;
  private static final int SYMBOL_TABLE = 2;
  private static final int DYNAMIC_SYMBOLS = 11;
  private static final int SYMBOL_SIZE = 24;
  private static final int FUNCTION = 2;
  private static final int CHOSEN_FUNCTION = 10; // when the program starts, for the processor

  private final ByteBuffer bytes;
  private final Set<String> symbols = new HashSet<>();
  private final Set<String> functions = new HashSet<>();
  private boolean hasSymbolTable;

  private Elf(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Whether a file is one of these. */
  static boolean isElf(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or ends before it should
   */
  static Elf read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        continue;
      }
      Elf elf = new Elf(bytes.flip().order(ByteOrder.LITTLE_ENDIAN));
      if (elf.isForX8664()) {
        elf.readSections();
      }
      return elf;
    } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
      throw new IOException("it is damaged, or too large", e);
    }
  }

  /** Whether it is for the one kind of machine that programs are checked on. */
  boolean isForX8664() {
    return is64Bit() && bytes.get(5) == LITTLE && bytes.getShort(18) == X86_64;
  }

  boolean is64Bit() {
    return bytes.get(4) == WIDE;
  }

  /** Whether it is an object file, not yet linked. */
  boolean isObject() {
    return bytes.getShort(16) == RELOCATABLE;
  }

  /** Whether it is to be loaded by programs. */
  boolean isSharedLibrary() {
    return bytes.getShort(16) == SHARED && !hasInterpreter();
  }

  /** Whether it is a program with a fixed place in memory that needs no other files. */
  boolean isStatic() {
    return bytes.getShort(16) == EXECUTABLE && !hasInterpreter();
  }

  private boolean hasInterpreter() {
    int at = Math.toIntExact(bytes.getLong(32));
    int size = bytes.getShort(54);
    for (int i = 0; i < bytes.getShort(56); i++) {
      if (bytes.getInt(at + i * size) == INTERPRETER) {
        return true;
      }
    }
    return false;
  }

  /**
   * The version of the protocol that the runtime in it speaks; nothing if there is no runtime in
   * it.
   */
  OptionalInt version() {
    if (hasSymbolTable && !symbols.contains(VERSION_SYMBOL)) {
      return OptionalInt.empty();
    }
    byte[] all = bytes.array();
    for (int at = 0; at + VERSION_TEXT.length < all.length; at++) {
      int end = at + VERSION_TEXT.length;
      if (all[at] == VERSION_TEXT[0] && Arrays.equals(all, at, end, VERSION_TEXT, 0, end - at)) {
        return OptionalInt.of(number(end));
      }
    }
    return OptionalInt.empty();
  }

  private int number(int at) {
    int number = 0;
    for (int i = at; Character.isDigit(bytes.get(i)); i++) {
      number = number * 10 + bytes.get(i) - '0';
    }
    return number;
  }

  /** Whether it has the names of its functions and variables. */
  boolean hasSymbols() {
    return hasSymbolTable;
  }

  /** Whether it names this function or variable, its own or one of a library. */
  boolean mentions(String symbol) {
    return symbols.contains(symbol);
  }

  /** The rest of the names of functions and variables that begin with a prefix. */
  Stream<String> symbolsWith(String prefix) {
    return symbols.stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()));
  }

  /** The names of functions. */
  Set<String> functions() {
    return functions;
  }

  // --- sections

  private void readSections() {
    int at = Math.toIntExact(bytes.getLong(40));
    int size = bytes.getShort(58);
    int count = at == 0 ? 0 : bytes.getShort(60);
    for (int i = 0; i < count; i++) {
      int section = at + i * size;
      int type = bytes.getInt(section + 4);
      if (type == SYMBOL_TABLE || type == DYNAMIC_SYMBOLS) {
        hasSymbolTable |= type == SYMBOL_TABLE;
        readSymbols(section, at + bytes.getInt(section + 40) * size);
      }
    }
  }

  private void readSymbols(int section, int strings) {
    int from = offset(section);
    int to = from + Math.toIntExact(bytes.getLong(section + 32));
    for (int symbol = from; symbol < to; symbol += SYMBOL_SIZE) {
      String name = text(offset(strings) + bytes.getInt(symbol));
      int type = bytes.get(symbol + 4) & 0xf;
      symbols.add(name);
      if (type == FUNCTION || type == CHOSEN_FUNCTION) {
        functions.add(name);
      }
    }
  }

  private int offset(int section) {
    return Math.toIntExact(bytes.getLong(section + 24));
  }

  private String text(int at) {
    int end = at;
    while (bytes.get(end) != 0) {
      end++;
    }
    return new String(bytes.array(), at, end - at, StandardCharsets.UTF_8);
  }
}
