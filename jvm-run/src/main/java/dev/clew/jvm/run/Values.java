package dev.clew.jvm.run;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the values of variables: equal numbers if and only if equal values, the same in every
 * execution.
 *
 * <p>A whole number of moderate size stands for itself. Everything else has a negative number below
 * {@link #FIRST_OTHER}: odd ones are objects by their stable identity, even ones are in a table.
 */
public final class Values {
  private static final int FIRST_OTHER = -(1 << 30);

  private final Execution execution;
  private final Map<Object, Integer> known = new HashMap<>();
  private final List<Object> others = new ArrayList<>();
  private static final Object NULL = new Object();
  private static final Object UNKNOWN = new Object();

  /** A further object with the same value. */
  private record Copy(Object value, int earlier) {}

  /** Two things in one variable. */
  private record Pair(int reference, Object mark) {}

  /** The numbers of the texts and boxes that references of this execution led to. */
  private final Map<Object, Integer> seen = new IdentityHashMap<>();

  private final Map<Object, Integer> copies = new HashMap<>();
  private long seenIn;

  public Values(Execution execution) {
    this.execution = execution;
  }

  public int of(int value) {
    return of((long) value);
  }

  public int of(long value) {
    boolean isSmall = value > FIRST_OTHER && value <= Integer.MAX_VALUE;
    return isSmall ? (int) value : entry(value);
  }

  public int of(float value) {
    return entry(value);
  }

  public int of(double value) {
    return entry(value);
  }

  public int of(@Nullable Object value) {
    if (value == null) {
      return entry(NULL);
    }
    if (isValue(value)) {
      return entry(value);
    }
    IdentityHashes.stepAside(execution.current);
    Shadow shadow = execution.shadows.of(value);
    IdentityHashes.stepBack(execution.current);
    return FIRST_OTHER - 1 - 2 * execution.objects.stable(shadow);
  }

  /**
   * The number of a reference. Equal texts and boxes that are not the same object have different
   * numbers, as a compare-and-set tells them apart: the first one seen in an execution has the
   * number of the value.
   */
  public int ofReference(@Nullable Object value) {
    if (value == null || !isValue(value)) {
      return of(value);
    }
    if (seenIn != execution.number) {
      seenIn = execution.number;
      seen.clear();
      copies.clear();
    }
    IdentityHashes.stepAside(execution.current);
    Integer number = seen.get(value);
    if (number == null) {
      int earlier = copies.merge(value, 1, Integer::sum) - 1;
      number = earlier == 0 ? entry(value) : entry(new Copy(value, earlier));
      seen.put(value, number);
    }
    IdentityHashes.stepBack(execution.current);
    return number;
  }

  /** The number of a reference and what is kept beside it. */
  public int ofPair(@Nullable Object reference, Object mark) {
    return entry(new Pair(ofReference(reference), mark));
  }

  /** Whether an object stands for nothing but its value: a text, a box. */
  static boolean isValue(Object object) {
    return object instanceof String
        || object instanceof Integer
        || object instanceof Boolean
        || object instanceof Long
        || object instanceof Character
        || object instanceof Double
        || object instanceof Float
        || object instanceof Byte
        || object instanceof Short;
  }

  /** What several values look like together. */
  private record Picture(String text) {}

  /** Stands for something that looks so. */
  int ofText(String text) {
    return entry(new Picture(text));
  }

  /** Stands for a value that nobody knows. */
  int unknown() {
    return entry(UNKNOWN);
  }

  private int entry(Object value) {
    Integer index = known.get(value);
    if (index == null) {
      index = others.size();
      known.put(value, index);
      others.add(value);
    }
    return FIRST_OTHER - 2 * index;
  }

  /** The value of a field; of a static one if the owner is null. */
  public int ofField(@Nullable Object owner, int field) {
    Object value = FieldAccess.get(owner, field);
    boolean isPrimitive = Fields.descriptor(field).length() == 1;
    return isPrimitive ? ofBoxed(value) : ofReference(value);
  }

  /** The value of an element. */
  public int ofElement(Object array, int index) {
    return array instanceof Object[] references
        ? ofReference(references[index])
        : ofBoxed(Array.get(array, index));
  }

  /** The number of a value in a box, as if it were not in one. */
  public int ofBoxed(@Nullable Object value) {
    if (value instanceof Integer i) {
      return of((int) i);
    }
    if (value instanceof Long l) {
      return of((long) l);
    }
    if (value instanceof Boolean b) {
      return b ? 1 : 0;
    }
    if (value instanceof Character c) {
      return c;
    }
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).intValue();
    }
    return of(value);
  }

  /** The identity of the object that a number stands for, -1 if it stands for something else. */
  public int identityOf(int code) {
    int distance = FIRST_OTHER - code;
    return code <= FIRST_OTHER && distance % 2 != 0 ? (distance - 1) / 2 : -1;
  }

  /** The text of a value; the descriptor is the type of the variable, empty if unknown. */
  public String text(int code, String descriptor) {
    if (code > FIRST_OTHER) {
      return switch (descriptor) {
        case "Z" -> code == 0 ? "false" : "true";
        case "C" -> "'" + (char) code + "'";
        default -> Integer.toString(code);
      };
    }
    int distance = FIRST_OTHER - code;
    if (distance % 2 == 0) {
      return textOf(others.get(distance / 2));
    }
    return execution.objects.nameOfIdentity((distance - 1) / 2);
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 37) + "...";
  }

  private String textOf(Object value) {
    if (value instanceof String text) {
      return "\"" + shortened(text) + "\"";
    }
    if (value instanceof Picture picture) {
      return shortened(picture.text);
    }
    if (value instanceof Copy copy) {
      return textOf(copy.value);
    }
    if (value instanceof Pair pair) {
      return "(" + text(pair.reference, "") + ", " + pair.mark + ")";
    }
    if (value == UNKNOWN) {
      return "?";
    }
    return value == NULL ? "null" : value.toString();
  }
}
