package dev.clew.jvm.run.juc;

/** What an object says of itself if its class says nothing better. */
final class DefaultText {
  private DefaultText() {}

  /** May call code of the program. */
  static String of(Object object) {
    return object.getClass().getName() + "@" + Integer.toHexString(object.hashCode());
  }
}
