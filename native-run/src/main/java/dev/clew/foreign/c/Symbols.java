package dev.clew.foreign.c;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The names that an executable has for addresses. */
public final class Symbols implements AutoCloseable {
  private final AddressLookup lookup;
  private final Variables variables;

  /** The names of an executable; nothing is looked up yet. */
  public Symbols(Path executable) {
    this.lookup = new AddressLookup(executable);
    this.variables = new Variables(executable);
  }

  /** Where a call returns to this address, with what it is inlined into; never empty. */
  List<Frame> calledAt(long returnAddress) {
    return returnAddress == 0 ? List.of(Frame.UNKNOWN) : lookup.frames(returnAddress - 1);
  }

  /**
   * The name of the function that begins at an address, also if the code there is of one that is
   * inlined into it; empty if unknown.
   */
  String functionAt(long address) {
    if (address == 0) {
      return "";
    }
    List<Frame> frames = lookup.frames(address);
    return frames.get(frames.size() - 1).function();
  }

  Optional<Variables.Variable> variableAt(long address) {
    return variables.at(address);
  }

  @Override
  public void close() {
    lookup.close();
  }
}
