package dev.clew.jvm.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers objects by identity in the order in which they are asked for. Identity hash codes are not
 * asked for, since the program could notice: of objects without a value all others are compared.
 */
final class Identities {
  private @Nullable Object[] objects = new @Nullable Object[16];
  private int[] hashes = new int[16];
  private int size;

  void clear() {
    Arrays.fill(objects, 0, size, null);
    size = 0;
  }

  int size() {
    return size;
  }

  /** The number of an object, from 0. */
  int number(Object object) {
    boolean isValue = object instanceof String || Boxes.isOne(object);
    int hash = isValue ? object.hashCode() : 0;
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash && objects[i] == object) {
        return i;
      }
    }
    if (size == objects.length) {
      objects = Arrays.copyOf(objects, 2 * size);
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    objects[size] = object;
    hashes[size] = hash;
    return size++;
  }
}
