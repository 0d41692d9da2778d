package dev.clew.foreign.c;

import dev.clew.foreign.Allocation;
import dev.clew.foreign.Numbers;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** Names of what is in the memory of a program. */
final class ObjectNames {
  /** So many variables that are one object are named. */
  private static final int MOST_NAMED = 3;

  private final Numbers numbers;
  private final Symbols symbols;
  private final Positions positions;
  private final IntFunction<String> threads;

  ObjectNames(Numbers numbers, Symbols symbols, Positions positions, IntFunction<String> threads) {
    this.numbers = numbers;
    this.symbols = symbols;
    this.positions = positions;
    this.threads = threads;
  }

  /** The name of an object, with all that is known. */
  String full(int object) {
    return name(object, true);
  }

  /** The name where room is scarce. */
  String brief(int object) {
    return name(object, false);
  }

  private String name(int object, boolean isFull) {
    long address = numbers.address(object);
    int size = Math.max(1, numbers.size(object));
    Matter matter = Matter.of(numbers.matter(object));
    return switch (matter) {
      case SIGNALS, CANCEL, LIVENESS, MASK, ROUNDS ->
          matter.words() + " of " + threads.apply((int) address);
      case VARIABLE -> variable(object, isFull);
      default -> address == 0 ? matter.words() : at(address, size, isFull);
    };
  }

  /** A variable, with those that it stands for in traces as some access touches several. */
  private String variable(int object, boolean isFull) {
    StringJoiner names = new StringJoiner(", ");
    int left = MOST_NAMED;
    for (int other = object; other < numbers.objectCount(); other++) {
      if (other == object || numbers.leader(other) == object) {
        if (left-- == 0) {
          return names.add("...").toString();
        }
        names.add(at(numbers.address(other), Math.max(1, numbers.size(other)), isFull));
      }
    }
    return names.toString();
  }

  /** The name of so many bytes at an address. */
  String at(long address, int size, boolean isFull) {
    Optional<Variables.Variable> variable = symbols.variableAt(address);
    if (variable.isPresent()) {
      return part(variable.get(), address, size);
    }
    if (Memory.isOfWords(address)) {
      return "argument or environment of the program" + (isFull ? at(address) : "");
    }
    int stack = Memory.stackOf(address);
    if (stack >= 0) {
      return "local variable of " + threads.apply(stack) + (isFull ? at(address) : "");
    }
    return numbers
        .allocation(address)
        .map(block -> part(block, address, isFull))
        .orElse("memory" + at(address));
  }

  private static String at(long address) {
    return " at 0x" + Long.toHexString(address);
  }

  private static String part(Variables.Variable variable, long address, int size) {
    long offset = address - variable.address();
    if (size >= variable.size()) {
      return variable.name();
    }
    return variable.size() % size == 0 && offset % size == 0
        ? variable.name() + "[" + offset / size + "]"
        : variable.name() + offset(offset);
  }

  private String part(Allocation block, long address, boolean isFull) {
    Frame place = positions.place(block.position());
    String from = place.file().isEmpty() ? "" : " from " + positions.words(place);
    String offset = offset(address - block.address());
    boolean isMapped = Memory.isMapped(address);
    if (isFull) {
      return (isMapped ? "mapped memory of " : "heap block of ")
          + block.size()
          + (block.size() == 1 ? " byte" : " bytes")
          + from
          + (offset.isEmpty() ? "" : " " + offset);
    }
    String kind = isMapped ? "map" : "block";
    return (place.line() > 0 ? kind + "(:" + place.line() + ")" : kind) + offset;
  }

  private static String offset(long offset) {
    return offset == 0 ? "" : "+" + offset;
  }
}
