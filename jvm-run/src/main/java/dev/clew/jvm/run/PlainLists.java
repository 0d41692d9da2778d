package dev.clew.jvm.run;

import java.util.ArrayList;

/**
 * Lists whose elements are locations of their own: two threads may {@code set} different ones
 * without a lock, as they may with an array.
 *
 * <p>Location 0 is the list as a whole, which all other calls read or write. An element becomes a
 * location when it is set; from then on {@code get} and {@code set} also read location 1, which
 * calls that change the list as a whole write.
 */
final class PlainLists {
  private static final int WHOLE = 0;
  private static final int SHAPE = 1;
  private static final int FIRST_ELEMENT = 2;
  private static final int FIELD = RaceDetector.CONTENTS;

  private PlainLists() {}

  /** Is it a list of this kind? */
  static boolean areElementsApart(Object collection) {
    return collection.getClass() == ArrayList.class;
  }

  /** Is it one, and was an element set in this execution? */
  static boolean hasElements(Object collection, Shadow shadow) {
    return areElementsApart(collection) && RaceDetector.locations(shadow) > SHAPE;
  }

  /** Does a list of this kind have such an element? */
  static boolean isElement(Object collection, int index) {
    return index >= 0 && index < ((ArrayList<?>) collection).size();
  }

  /** A thread gets or sets an element; one that does not exist (-1) needs only the shape. */
  static void element(
      RaceDetector races,
      ProgramThread self,
      Shadow shadow,
      int index,
      boolean isWrite,
      int site,
      int events) {
    races.checkWriter(self, shadow, WHOLE, FIELD, isWrite, site, events);
    races.read(self, shadow, SHAPE, FIELD, site, events);
    if (index < 0) {
      return;
    }
    if (isWrite) {
      races.checkReads(self, shadow, WHOLE, FIELD, site, events);
      races.write(self, shadow, FIRST_ELEMENT + index, FIELD, site, events);
    } else {
      races.read(self, shadow, FIRST_ELEMENT + index, FIELD, site, events);
    }
  }

  /** A thread reads or writes a list as a whole that {@linkplain #hasElements has elements}. */
  static void whole(
      RaceDetector races,
      ProgramThread self,
      Shadow shadow,
      boolean isWrite,
      int site,
      int events) {
    if (isWrite) {
      races.write(self, shadow, SHAPE, FIELD, site, events);
      return;
    }
    for (int at = FIRST_ELEMENT; at < RaceDetector.locations(shadow); at++) {
      races.read(self, shadow, at, FIELD, site, events);
    }
  }
}
