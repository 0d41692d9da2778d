package dev.clew.testkit.toy;

import dev.clew.testkit.toy.Toy.GlobalKind;
import dev.clew.testkit.toy.Toy.Role;
import dev.clew.testkit.toy.Toy.Verb;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The words of the language, none of which can name anything else. */
final class ToyWords {
  /** Declaration words and what they declare. */
  static final Map<String, GlobalKind> GLOBALS = globals();

  /** Words that begin a thread, and what it is to the end of the program. */
  static final Map<String, Role> ROLES = roles();

  /** Statement words that are one {@link Toy.Act}. */
  static final Map<String, Verb> VERBS = verbs();

  /** Words that begin a declaration. */
  static final Set<String> DECLARATIONS = declarations();

  /** Words that begin a statement. */
  static final Set<String> STATEMENTS = statements();

  /** The word before how far sleeping may take a thread ahead of the clock. */
  static final String PATIENCE = "patience";

  /** The name of the index of a thread in its array. */
  static final String SELF = "self";

  private static final Set<String> RESERVED = reserved();

  private ToyWords() {}

  /** Whether a word has a meaning of its own, and so cannot be a name. */
  static boolean isReserved(String word) {
    return RESERVED.contains(word);
  }

  /** Whether a word can be the name of a global, a thread or a local. */
  static boolean isName(String word) {
    if (word.isEmpty() || isReserved(word) || !isNameStart(word.charAt(0))) {
      return false;
    }
    for (int i = 1; i < word.length(); i++) {
      if (!isNamePart(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isNameStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The word that stands for a constant of an enumeration. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, GlobalKind> globals() {
    Map<String, GlobalKind> words = new LinkedHashMap<>();
    for (GlobalKind kind : GlobalKind.values()) {
      words.put(word(kind), kind);
    }
    return words;
  }

  private static Map<String, Role> roles() {
    Map<String, Role> words = new LinkedHashMap<>();
    for (Role role : Role.values()) {
      words.put(word(role), role);
    }
    return words;
  }

  private static Map<String, Verb> verbs() {
    Map<String, Verb> words = new LinkedHashMap<>();
    for (Verb verb : Verb.values()) {
      words.put(word(verb), verb);
    }
    return words;
  }

  private static Set<String> declarations() {
    Set<String> words = new LinkedHashSet<>(GLOBALS.keySet());
    words.addAll(ROLES.keySet());
    return words;
  }

  private static Set<String> statements() {
    Set<String> words = new LinkedHashSet<>(VERBS.keySet());
    words.addAll(
        List.of("wait", "add", "swap", "cas", "choose", "if", "while", "repeat", "assert"));
    return words;
  }

  private static Set<String> reserved() {
    Set<String> words = new LinkedHashSet<>(DECLARATIONS);
    words.addAll(STATEMENTS);
    words.addAll(List.of("else", "timed", PATIENCE));
    return words;
  }
}
