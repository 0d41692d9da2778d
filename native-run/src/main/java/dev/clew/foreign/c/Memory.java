package dev.clew.foreign.c;

/** Where the runtime puts stacks, heaps and maps: as runtime.h says. */
final class Memory {
  private static final long REGIONS = 0x100000000000L;
  private static final long REGION_SIZE = 0x100000000L;
  private static final long STACK_SIZE = 0x4000000L;
  private static final int MAX_THREADS = 256;
  private static final long MAPS = REGIONS + MAX_THREADS * REGION_SIZE;
  private static final long MAPS_SIZE = 0x400000000L;

  /** The region of the clock, who has no heap, holds words of the command line there. */
  private static final long WORDS = REGIONS + REGION_SIZE + STACK_SIZE;

  private static final long WORDS_END = REGIONS + 2 * REGION_SIZE;

  private Memory() {}

  /** The thread whose stack an address is on, -1 if none. */
  static int stackOf(long address) {
    boolean isStack = isInRegion(address) && (address - REGIONS) % REGION_SIZE < STACK_SIZE;
    return isStack ? (int) ((address - REGIONS) / REGION_SIZE) : -1;
  }

  private static boolean isInRegion(long address) {
    return address >= REGIONS && address - REGIONS < MAX_THREADS * REGION_SIZE;
  }

  /** Whether the program mapped what is at an address. */
  static boolean isMapped(long address) {
    return address >= MAPS && address - MAPS < MAX_THREADS * MAPS_SIZE;
  }

  /** Whether words of the command line or of the environment are at an address. */
  static boolean isOfWords(long address) {
    return address >= WORDS && address < WORDS_END;
  }

  /** Whether a value can be the address of something the program made. */
  static boolean isPointer(long value) {
    return isInRegion(value) || isMapped(value);
  }
}
