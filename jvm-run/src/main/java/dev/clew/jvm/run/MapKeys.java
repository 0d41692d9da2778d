package dev.clew.jvm.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for keys of maps that are known by their value in every execution: texts, boxes,
 * constants of enums, classes. Two of them are equal if and only if their numbers are.
 *
 * <p>Any other key may be equal to what the program likes, and has no number.
 */
final class MapKeys {
  /** What no number stands for. */
  static final int NONE = -1;

  private static final int LONGEST = 1000;
  private static final String CLASSES = "class";

  /** Texts and boxes. */
  private final Map<Object, Integer> values = new HashMap<>();

  /** Constants by their class and name; classes by {@link #CLASSES} and their name. */
  private final Map<String, Map<String, Integer>> named = new HashMap<>();

  private final List<Object> keys = new ArrayList<>();

  /** A constant of an enum, or a class. */
  private record Named(String group, String name) {
    @Override
    public String toString() {
      return group.equals(CLASSES) ? name + ".class" : name;
    }
  }

  /** The number of a key, {@link #NONE} if it may be equal to others. */
  int of(@Nullable Object key) {
    if (key instanceof Enum<?> constant) {
      return ofNamed(constant.getDeclaringClass().getName(), constant.name());
    }
    if (key instanceof Class<?> type) {
      return ofNamed(CLASSES, type.getName());
    }
    if (key == null || !Values.isValue(key) || key instanceof String s && s.length() > LONGEST) {
      return NONE;
    }
    Integer known = values.get(key);
    return known == null ? add(key) : known;
  }

  private int ofNamed(String group, String name) {
    Map<String, Integer> members = named.get(group);
    Integer known = members == null ? null : members.get(name);
    return known == null ? add(new Named(group, name)) : known;
  }

  private int add(Object key) {
    int number = keys.size();
    keys.add(key);
    if (key instanceof Named member) {
      named.computeIfAbsent(member.group, group -> new HashMap<>()).put(member.name, number);
    } else {
      values.put(key, number);
    }
    return number;
  }

  /** A key for people. */
  String text(int number) {
    Object key = keys.get(number);
    return key instanceof String ? "\"" + key + "\"" : key.toString();
  }

  /** A word for a key that no other key has. */
  String word(int number) {
    Object key = keys.get(number);
    return groupOf(key) + " " + (key instanceof Named member ? member.name : textOf(key));
  }

  int size() {
    return keys.size();
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(keys.size());
    for (int number = 0; number < keys.size(); number++) {
      write(number, out);
    }
  }

  void restore(DataInput in) throws IOException {
    values.clear();
    named.clear();
    keys.clear();
    for (int left = in.readInt(); left > 0; left--) {
      read(in);
    }
  }

  /** Writes what a number stands for. */
  void write(int number, DataOutput out) throws IOException {
    Object key = keys.get(number);
    out.writeBoolean(key instanceof Named);
    out.writeUTF(groupOf(key));
    out.writeUTF(key instanceof Named member ? member.name : textOf(key));
  }

  private static String groupOf(Object key) {
    return key instanceof Named member ? member.group : key.getClass().getSimpleName();
  }

  /** Exact, also for fractions. */
  private static String textOf(Object key) {
    return key instanceof Character c ? Integer.toString(c) : key.toString();
  }

  /** The number of what was written. */
  int read(DataInput in) throws IOException {
    boolean isNamed = in.readBoolean();
    String group = in.readUTF();
    String text = in.readUTF();
    return isNamed ? ofNamed(group, text) : of(value(group, text));
  }

  private static Object value(String type, String text) throws IOException {
    return switch (type) {
      case "String" -> text;
      case "Integer" -> Integer.valueOf(text);
      case "Boolean" -> Boolean.valueOf(text);
      case "Long" -> Long.valueOf(text);
      case "Character" -> Character.valueOf((char) Integer.parseInt(text));
      case "Double" -> Double.valueOf(text);
      case "Float" -> Float.valueOf(text);
      case "Byte" -> Byte.valueOf(text);
      case "Short" -> Short.valueOf(text);
      default -> throw new IOException("a saved key of type " + type);
    };
  }
}
