package dev.clew.foreign.c;

/** Names of functions as reports tell them. */
final class Functions {
  private static final String CONSTANT = " const";

  private Functions() {}

  /** A name without the types that C++ puts around it: {@code int f<T>(char)} is {@code f<T>}. */
  static String brief(String name) {
    String result =
        name.endsWith(CONSTANT) ? name.substring(0, name.length() - CONSTANT.length()) : name;
    if (result.endsWith(")")) {
      int open = opening(result);
      result = open > 0 ? result.substring(0, open) : result;
    }
    return result.substring(lastSpace(result) + 1);
  }

  /** Where the parenthesis begins that ends at the end. */
  private static int opening(String name) {
    int depth = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      char c = name.charAt(i);
      depth += c == ')' ? 1 : c == '(' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** The last space that is in no parenthesis, -1 if there is none. */
  private static int lastSpace(String name) {
    int depth = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      char c = name.charAt(i);
      if (c == ')' || c == '>' || c == '}') {
        depth++;
      } else if (c == '(' || c == '<' || c == '{') {
        depth--;
      } else if (c == ' ' && depth == 0 && !name.startsWith("operator", i + 1)) {
        return name.startsWith("operator") ? -1 : i;
      }
    }
    return -1;
  }
}
