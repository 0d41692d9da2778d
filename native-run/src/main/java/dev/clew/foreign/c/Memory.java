package dev.clew.foreign.c;

/** Where the runtime puts stacks and heaps: as runtime.h says. */
final class Memory {
  private static final long REGIONS = 0x100000000000L;
  private static final long REGION_SIZE = 0x100000000L;
  private static final long STACK_SIZE = 0x4000000L;
  private static final int MAX_THREADS = 256;

  private Memory() {}

  /** The thread whose stack an address is on, -1 if none. */
  static int stackOf(long address) {
    boolean isStack = isInRegion(address) && (address - REGIONS) % REGION_SIZE < STACK_SIZE;
    return isStack ? (int) ((address - REGIONS) / REGION_SIZE) : -1;
  }

  private static boolean isInRegion(long address) {
    return address >= REGIONS && address - REGIONS < MAX_THREADS * REGION_SIZE;
  }

  /** Whether a value can be the address of something the program made. */
  static boolean isPointer(long value) {
    return isInRegion(value);
  }
}
