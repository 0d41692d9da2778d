package dev.clew.jvm.program.prospects;

/** What is known of a value of the program before the code that computes it is executed. */
sealed interface Value {
  /** Anything of one word. */
  Value ANY = new Any(false);

  /** Anything of two words. */
  Value WIDE = new Any(true);

  /** Anything. */
  record Any(boolean isWide) implements Value {}

  /** A number. */
  record Int(int value) implements Value {}

  /** An object of this execution, by its number in {@link Things}. */
  record Known(int thing) implements Value {}

  /**
   * An object that the thread will have made and that no other thread can know yet.
   *
   * @param maker the instruction that makes it, by its number
   * @param type its class
   */
  record Fresh(int maker, String type) implements Value {}

  /** Whether it is surely not null. */
  default boolean isObject() {
    return this instanceof Known || this instanceof Fresh;
  }

  /** Anything of a kind as in {@link dev.clew.jvm.agent.MethodCode#arguments}. */
  static Value any(int kind) {
    return kind == 'J' || kind == 'D' ? WIDE : ANY;
  }
}
