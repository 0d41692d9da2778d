package dev.clew.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class that a user named, and the method if one was named too.
 *
 * @param type the full name of the class
 * @param method empty for {@code main}
 * @param part which of the parts that a test explores, as in {@code Test#method[2]}; 0 for all
 */
record ClassName(String type, String method, int part) {
  private static final Pattern IDENTIFIER =
      Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*");
  private static final Pattern PART = Pattern.compile("(.*)\\[([1-9]\\d{0,4})]");
  private static final Pattern OF_FILES = Pattern.compile("\\.{0,2}/.*|\\.{1,2}");
  private static final String EXAMPLE = "com.acme.Main";

  /**
   * Takes {@code com.acme.Main} or {@code com.acme.Main#method} apart.
   *
   * @throws UsageProblem if it is something else, with what to write instead
   */
  static ClassName parse(String given) {
    if (given.endsWith(".java")) {
      throw new UsageProblem(
          "'"
              + given
              + "' is a source file.\n  Compile it (javac -d classes "
              + given
              + "), then name the class: ./clew check -cp classes "
              + guess(given, ".java"));
    }
    if (given.endsWith(".class")) {
      throw new UsageProblem(
          "'"
              + given
              + "' is a file. Name the class instead, with dots and its package, and with -cp the"
              + " directory its package begins in: "
              + guess(given, ".class"));
    }
    if (given.endsWith(".jar")) {
      throw new UsageProblem(
          "'"
              + given
              + "' is a jar. Name a class in it: ./clew check -cp "
              + given
              + " "
              + EXAMPLE);
    }
    if (OF_FILES.matcher(given).matches()) {
      throw new UsageProblem(
          "'"
              + given
              + "' names a file or directory, but no program that can be checked: name a class,"
              + " sources in C,\n  or a file that is there and was made by ./clew cc");
    }
    if (given.contains("/") || given.contains("\\")) {
      throw new UsageProblem(
          "'" + given + "' is not the name of a class, write it with dots: " + guess(given, ""));
    }
    int hash = given.indexOf('#');
    String type = hash < 0 ? given : given.substring(0, hash);
    String method = hash < 0 ? "" : given.substring(hash + 1);
    Matcher partOfMethod = PART.matcher(method);
    int part = 0;
    if (partOfMethod.matches()) {
      method = partOfMethod.group(1);
      part = Integer.parseInt(partOfMethod.group(2));
    }
    for (String word : type.split("\\.", -1)) {
      checkIdentifier(given, word, "the name of a class, such as " + EXAMPLE);
    }
    if (hash >= 0) {
      checkIdentifier(given, method, "a class and a method, such as " + EXAMPLE + "#test");
    }
    return new ClassName(type, method, part);
  }

  private static void checkIdentifier(String given, String part, String wanted) {
    if (!IDENTIFIER.matcher(part).matches()) {
      throw new UsageProblem(
          "'" + given + "' is neither a .toy file nor " + wanted + " or " + EXAMPLE + "#method");
    }
  }

  private static String guess(String given, String extension) {
    String name = given.substring(0, given.length() - extension.length());
    return name.replaceFirst("^(\\.{0,2}[/\\\\])+", "").replace('/', '.').replace('\\', '.');
  }

  /** Whether the user can give arguments: to main, or results of the parts before to a part. */
  boolean takesArguments() {
    return method.isEmpty() || part > 0;
  }

  /** The name with its package, for names of files. */
  String forFiles() {
    return type + (method.isEmpty() ? "" : "-" + method) + (part > 1 ? "-" + part : "");
  }

  /** The name of the class without its package. */
  String simpleName() {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
