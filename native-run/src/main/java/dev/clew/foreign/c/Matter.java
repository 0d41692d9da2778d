package dev.clew.foreign.c;

/** What an object is: in the order of {@code enum matter} of protocol.h. */
enum Matter {
  VARIABLE("variable"),
  MUTEX("mutex"),
  CONDITION("condition"),
  RWLOCK("read-write lock"),
  BARRIER("barrier"),
  SPIN("spin lock"),
  SEMAPHORE("semaphore"),
  ONCE("once control"),
  SIGNALS("pending signals"),
  CANCEL("cancellation"),
  LIVENESS("end"),
  STREAM("stream"),
  LOOP("loop"),
  MASK("blocked signals"),
  PROCESS("process"),
  ROUNDS("rounds"),
  TIMES("times"),
  TOLD("told times");

  private static final Matter[] BY_CODE = values();

  private final String words;

  Matter(String words) {
    this.words = words;
  }

  static Matter of(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : VARIABLE;
  }

  /** What a user calls it. */
  String words() {
    return words;
  }
}
