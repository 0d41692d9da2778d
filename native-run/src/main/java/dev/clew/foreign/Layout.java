package dev.clew.foreign;

/**
 * Where things are in the file that engine and program share: the Java side of {@code protocol.h}.
 * A test compares the two.
 */
final class Layout {
  static final int MAGIC_NUMBER = 0x77656c63;
  static final int VERSION_NUMBER = 3;

  static final int MAGIC = 0;
  static final int VERSION = 4;
  static final int GO = 8;
  static final int DONE = 12;
  static final int PROGRAM_SLEEPS = 16;
  static final int ENGINE_SLEEPS = 20;
  static final int QUIT = 24;
  static final int MESSAGE = 28;

  static final int COMMON = 32;
  static final int LENGTH = 36;
  static final int STEP_LIMIT = 40;
  static final int POLICY = 44;
  static final int SEED = 48;
  static final int FLAGS = 56;
  static final int SLEEPERS = 60;
  static final int STEPS_BEFORE_SLEEP = 64;
  static final int ANSWER = 68;
  static final int EARLY_TIMEOUTS = 72;
  static final int SPURIOUS_WAKEUPS = 76;

  static final int ENDING = 80;
  static final int EVENTS = 84;
  static final int OPTIONS = 88;
  static final int ENABLED = 92;
  static final int BLOCKED = 96;
  static final int RACES = 100;
  static final int REVEALED = 104;
  static final int FAILURES = 108;
  static final int STARTS_AGAIN = 112;
  static final int TEXT = 116;
  static final int OFFERS = 120;
  static final int FEATURES = 124;

  static final int THREADS = 128;
  static final int OBJECTS = 132;
  static final int PLACES = 136;
  static final int VALUES = 140;
  static final int ALLOCATIONS = 144;
  static final int VISIBILITY = 148;
  static final int EXIT_STATUS = 152;
  static final int WANTED_TURNS = 156;

  static final int EVENT_CAPACITY = 160;
  static final int OPTION_CAPACITY = 164;
  static final int THREAD_CAPACITY = 168;
  static final int OBJECT_CAPACITY = 172;
  static final int PLACE_CAPACITY = 176;
  static final int VALUE_CAPACITY = 180;
  static final int TEXT_CAPACITY = 184;
  static final int REPORT_CAPACITY = 188;
  static final int TURNS = 192;
  static final int TURN_CAPACITY = 196;

  /** Where the regions begin, eight bytes each, in the order of {@link Region}. */
  static final int REGIONS = 200;

  /** Bits of {@link #FLAGS}. */
  static final int RECORDS_ENABLED = 1;

  static final int RECORDS_DETAILS = 2;
  static final int STOPS_AFTER_STEPS = 4;

  /** What the program says when it hands over. */
  static final int FINISHED = 1;

  static final int PICK_THREAD = 2;
  static final int PICK_OPTION = 3;
  static final int REFUSED = 4;
  static final int MORE_THREADS = 5;

  /** An ending that {@link dev.clew.trace.Ending} does not have. */
  static final int DIVERGED = 5;

  /** Bits of the flags of an object. */
  static final int PLAIN = 1;

  static final int VISIBLE = 2;

  static final int EVENT_SIZE = 64;
  static final int STEP_SIZE = 8;
  static final int TURN_SIZE = 8;
  static final int SLEEPER_SIZE = 20;
  static final int BLOCKED_SIZE = 32;
  static final int RACE_SIZE = 40;
  static final int FAILURE_SIZE = 24;
  static final int OBJECT_SIZE = 24;
  static final int ORIGIN_SIZE = 16;
  static final int PLACE_SIZE = 8;
  static final int OFFER_SIZE = 12;
  static final int ALLOCATION_SIZE = 24;

  static final int MAX_EVENTS = 1 << 20;
  static final int MAX_OPTIONS = 1 << 20;
  static final int MAX_THREADS = 256;
  static final int MAX_OBJECTS = 1 << 16;
  static final int MAX_PLACES = 1 << 16;
  static final int MAX_VALUES = 1 << 16;
  static final int MAX_TEXT = 1 << 16;
  static final int MAX_REPORTS = 256;
  static final int MAX_SLEEPERS = 4 * MAX_THREADS;
  static final int MAX_ALLOCATIONS = 1 << 12;
  static final int MAX_TURNS = 1 << 16;

  /** The parts of the file after its beginning, with the room that each has. */
  enum Region {
    STEPS(MAX_EVENTS * STEP_SIZE),
    SLEEPERS(MAX_SLEEPERS * SLEEPER_SIZE),
    EVENTS(MAX_EVENTS * EVENT_SIZE),
    OPTIONS(MAX_OPTIONS * Integer.BYTES),
    ENABLED(MAX_OPTIONS * Integer.BYTES),
    BLOCKED(MAX_THREADS * BLOCKED_SIZE),
    RACES(MAX_REPORTS * RACE_SIZE),
    REVEALED(MAX_REPORTS * Integer.BYTES),
    FAILURES(MAX_REPORTS * FAILURE_SIZE),
    TEXTS(MAX_TEXT),
    OFFERS(MAX_THREADS * OFFER_SIZE),
    THREADS(MAX_THREADS * ORIGIN_SIZE),
    OBJECTS(MAX_OBJECTS * OBJECT_SIZE),
    PLACES(MAX_PLACES * PLACE_SIZE),
    VALUES(MAX_VALUES * Long.BYTES),
    ALLOCATIONS(MAX_ALLOCATIONS * ALLOCATION_SIZE),
    WANTED_TURNS(MAX_TURNS * TURN_SIZE),
    TURNS(MAX_TURNS * TURN_SIZE);

    private static final int FIRST = 4096;
    private static final int ALIGNMENT = 4096;

    private final int room;

    Region(int room) {
      this.room = room;
    }

    /** Where it begins. */
    int at() {
      int at = FIRST;
      for (Region region : values()) {
        if (region == this) {
          return at;
        }
        at = region.end(at);
      }
      throw new IllegalStateException("no region " + this);
    }

    private int end(int at) {
      return (at + room + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** How large the file is. */
    static int size() {
      return TURNS.end(TURNS.at());
    }
  }

  /** The memory of threads, one after the other; below are executables. */
  private static final long REGIONS_OF_THREADS = 0x100000000000L;

  private static final long REGION_SIZE = 0x100000000L;

  /** What threads map, one after the other. */
  private static final long MAPS_OF_THREADS = REGIONS_OF_THREADS + MAX_THREADS * REGION_SIZE;

  private static final long MAPS_SIZE = 0x400000000L;

  /**
   * The thread in whose memory an address is, or that has as its own what has this small number for
   * an address; -1 if none.
   */
  static int threadOf(long address) {
    if (address >= 0 && address < MAX_THREADS) {
      return (int) address;
    }
    if (address >= MAPS_OF_THREADS) {
      long number = (address - MAPS_OF_THREADS) / MAPS_SIZE;
      return number < MAX_THREADS ? (int) number : -1;
    }
    long number = (address - REGIONS_OF_THREADS) / REGION_SIZE;
    return address >= REGIONS_OF_THREADS && number < MAX_THREADS ? (int) number : -1;
  }

  /**
   * What the addresses of what belongs to a thread begin with. Distances of what it maps are larger
   * than those of the rest.
   *
   * @param address one of them, of any thread, or the distance from the beginning
   */
  static long regionOf(int thread, long address) {
    boolean isOwn = address >= 0 && address < MAX_THREADS;
    if (isOwn) {
      return thread;
    }
    boolean isDistance = address >= 0 && address < REGIONS_OF_THREADS;
    boolean isMapped = address >= (isDistance ? REGION_SIZE : MAPS_OF_THREADS);
    return isMapped
        ? MAPS_OF_THREADS + thread * MAPS_SIZE - REGION_SIZE
        : REGIONS_OF_THREADS + thread * REGION_SIZE;
  }

  private Layout() {}
}
