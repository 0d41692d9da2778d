package dev.clew.jvm.agent;

import java.util.Set;
import org.objectweb.asm.Type;

/** What calls do to files, as far as the names tell: unknown ones change theirs. */
final class FileMethods {
  private static final String FILES = "java/nio/file/Files";
  private static final String FILE = "java/io/File";
  private static final String CHANNEL = "java/nio/channels/FileChannel";
  private static final String PATH = "java/nio/file/Path";

  /** What opens a file when it is made, to write to it. */
  private static final Set<String> WRITERS =
      Set.of(
          "java/io/FileOutputStream",
          "java/io/FileWriter",
          "java/io/PrintStream",
          "java/io/PrintWriter",
          "java/io/RandomAccessFile",
          "java/util/Formatter");

  /** The same, to read it. */
  private static final Set<String> READERS =
      Set.of("java/io/FileInputStream", "java/io/FileReader", "java/util/Scanner");

  /** What begins the names of methods of {@link java.nio.file.Files} that look. */
  private static final Set<String> LOOKS =
      Set.of(
          "copy",
          "exists",
          "find",
          "get",
          "is",
          "lines",
          "list",
          "mismatch",
          "newBufferedReader",
          "newDirectoryStream",
          "newInputStream",
          "notExists",
          "probe",
          "read",
          "size",
          "walk");

  private static final Set<String> CHANGES_OF_FILE =
      Set.of("createNewFile", "delete", "mkdir", "mkdirs", "renameTo");

  private static final Set<String> LOOKS_OF_FILE =
      Set.of("exists", "isDirectory", "isFile", "lastModified", "length", "list", "listFiles");

  private FileMethods() {}

  /** Is it a call of a method that takes files as arguments and uses them? */
  static boolean takesFiles(String owner, String name, String descriptor) {
    if (name.equals("<init>")) {
      return WRITERS.contains(owner) && isNamed(owner, descriptor)
          || READERS.contains(owner) && isNamed(owner, descriptor);
    }
    return switch (owner) {
      case FILES -> !name.startsWith("createTemp") && descriptor.contains("L" + PATH + ";");
      case CHANNEL -> name.equals("open");
      case FILE -> name.equals("renameTo");
      default -> false;
    };
  }

  /** Is the first argument of a constructor a file, or its name? */
  private static boolean isNamed(String owner, String descriptor) {
    // A scanner of a text reads that text.
    return descriptor.startsWith("(L" + FILE + ";")
        || descriptor.startsWith("(Ljava/lang/String;") && !owner.equals("java/util/Scanner");
  }

  /** Is it a file, or the name of one, where the method {@linkplain #takesFiles takes} files? */
  static boolean isFile(int argument, Type type, String name) {
    return switch (type.getSort() == Type.OBJECT ? type.getInternalName() : "") {
      case PATH, FILE -> true;
      case "java/lang/String" -> argument == 0 && name.equals("<init>");
      default -> false;
    };
  }

  /** Does a call change this argument, which is a file? */
  static boolean isChanged(String owner, String name, int argument) {
    if (name.equals("<init>")) {
      return WRITERS.contains(owner);
    }
    boolean isTarget = argument > 0 && name.equals("copy");
    return isTarget || !owner.equals(FILES) || !looks(name);
  }

  private static boolean looks(String name) {
    return LOOKS.stream().anyMatch(name::startsWith);
  }

  /** Is it a call on a file that may change it, or look at it? */
  static boolean isCallOnFile(String owner, String name) {
    return owner.equals(FILE) && (CHANGES_OF_FILE.contains(name) || LOOKS_OF_FILE.contains(name));
  }

  /** Does a {@linkplain #isCallOnFile call on a file} change it? */
  static boolean isChange(String name) {
    return CHANGES_OF_FILE.contains(name);
  }
}
