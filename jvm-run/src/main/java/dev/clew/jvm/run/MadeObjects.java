package dev.clew.jvm.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a program made objects of the JDK, and what models have for them; kept for a report only.
 *
 * <p>Lists, as a map would ask objects for hash codes, which the program could notice.
 */
public final class MadeObjects {
  /** Of more nobody reads the names, and they would fill the memory. */
  private static final int MOST = 10_000;

  private final List<Object> objects = new ArrayList<>();
  private final List<Integer> positions = new ArrayList<>();
  private final List<String> methods = new ArrayList<>();
  private final List<Object> parts = new ArrayList<>();
  private final List<Object> wholes = new ArrayList<>();

  void clear() {
    objects.clear();
    positions.clear();
    methods.clear();
    parts.clear();
    wholes.clear();
  }

  void add(Object object, int position, String method) {
    if (objects.size() < MOST) {
      objects.add(object);
      positions.add(position);
      methods.add(method);
    }
  }

  void addPart(Object part, Object whole) {
    if (parts.size() < MOST) {
      parts.add(part);
      wholes.add(whole);
    }
  }

  /** How many objects were made. */
  public int count() {
    return objects.size();
  }

  public Object object(int i) {
    return objects.get(i);
  }

  /** Where the program made it, 0 if that is not known. */
  public int position(int i) {
    return positions.get(i);
  }

  /** The method that the program called to have it made, empty if that is not known. */
  public String method(int i) {
    return methods.get(i);
  }

  /** How many models have something for an object. */
  public int partCount() {
    return parts.size();
  }

  /** What a model has. */
  public Object part(int i) {
    return parts.get(i);
  }

  /** The object for which it has that. */
  public Object whole(int i) {
    return wholes.get(i);
  }
}
