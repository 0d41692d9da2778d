package dev.clew.jvm.run;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final List<String> texts = new ArrayList<>();
  private static final Object NULL = new Object();

  public Values(Execution execution) {
    this.execution = execution;
  }

  public int of(int value) {
    return value > FIRST_OTHER ? value : entry(value, Integer.toString(value));
  }

  public int of(long value) {
    boolean isSmall = value > FIRST_OTHER && value <= Integer.MAX_VALUE;
    return isSmall ? (int) value : entry(value, Long.toString(value));
  }

  public int of(float value) {
    return entry(value, Float.toString(value));
  }

  public int of(double value) {
    return entry(value, Double.toString(value));
  }

  public int of(@Nullable Object value) {
    if (value == null) {
      return entry(NULL, "null");
    }
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      String text = value instanceof String ? "\"" + shortened((String) value) + "\"" : "" + value;
      return entry(value, text);
    }
    return FIRST_OTHER - 1 - 2 * execution.objects.stable(execution.shadows.of(value));
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 37) + "...";
  }

  private int entry(Object key, String text) {
    Integer index = known.get(key);
    if (index == null) {
      index = texts.size();
      known.put(key, index);
      texts.add(text);
    }
    return FIRST_OTHER - 2 * index;
  }

  /** The value of a field; of a static one if the owner is null. */
  public int ofField(@Nullable Object owner, int field) {
    Object value = FieldAccess.get(owner, field);
    return ofBoxed(value);
  }

  /** The value of an element. */
  public int ofElement(Object array, int index) {
    return ofBoxed(Array.get(array, index));
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
      return texts.get(distance / 2);
    }
    return execution.objects.nameOfIdentity((distance - 1) / 2);
  }
}
