package dev.clew.jvm.agent;

import dev.clew.jvm.run.Mutability;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/**
 * What calls do to objects of the JDK that are no collections: which only look, which give the
 * caller a new object, which keep what they get. All as far as the names tell; a method that is not
 * known changes its object and keeps its arguments.
 */
final class SharedMethods {
  private static final String STRING = "java/lang/String";
  private static final String BUILDER = "java/lang/StringBuilder";
  private static final String BUFFER = "java/lang/StringBuffer";
  private static final String JOINER = "java/util/StringJoiner";
  private static final String MATCHER = "java/util/regex/Matcher";
  private static final String SCANNER = "java/util/Scanner";
  private static final String TOKENIZER = "java/util/StringTokenizer";
  private static final String INIT = "<init>";

  /** What exceptions have that can change. */
  private static final Set<String> OF_THROWABLES =
      Set.of(
          "addSuppressed",
          "fillInStackTrace",
          "getCause",
          "getStackTrace",
          "getSuppressed",
          "initCause",
          "printStackTrace",
          "setStackTrace");

  /** What summaries of numbers are used as. */
  private static final Set<String> NUMBER_CONSUMERS =
      Set.of(
          "java/util/function/DoubleConsumer",
          "java/util/function/IntConsumer",
          "java/util/function/LongConsumer");

  /** What threads have that can change, and that others may look at. */
  private static final Set<String> OF_THREADS =
      Set.of(
          "getContextClassLoader",
          "getName",
          "getPriority",
          "setContextClassLoader",
          "setName",
          "setPriority",
          "toString");

  /** Methods that look, in all classes that have no rule of their own. */
  private static final Set<String> LOOKS =
      Set.of(
          "after",
          "available",
          "before",
          "capacity",
          "charAt",
          "chars",
          "clone",
          "codePointAt",
          "codePointBefore",
          "codePointCount",
          "codePoints",
          "compare",
          "compareTo",
          "contains",
          "countTokens",
          "distance",
          "distanceSq",
          "equals",
          "group",
          "groupCount",
          "hashCode",
          "hitEnd",
          "implies",
          "inDaylightTime",
          "indexOf",
          "intersects",
          "intersectsLine",
          "lastIndexOf",
          "length",
          "markSupported",
          "match",
          "observesDaylightTime",
          "offsetByCodePoints",
          "outcode",
          "pattern",
          "printStackTrace",
          "ptLineDist",
          "ptLineDistSq",
          "ptSegDist",
          "ptSegDistSq",
          "refersTo",
          "relativeCCW",
          "requireEnd",
          "size",
          "subSequence",
          "substring",
          "useDaylightTime",
          "writeTo");

  /** Methods of transforms that write to an argument. */
  private static final Set<String> TRANSFORMS =
      Set.of("deltaTransform", "inverseTransform", "transform");

  /** Methods of buffers that look if they have no argument. */
  private static final Set<String> PROPERTIES = Set.of("limit", "order", "position");

  private static final Set<String> LOOKS_AT_BUFFER =
      Set.of("array", "arrayOffset", "hasRemaining", "mismatch", "remaining");

  /** Methods that give the caller an object that nobody else has. */
  private static final Set<String> MAKERS =
      Set.of(
          "allocate",
          "allocateDirect",
          "asReadOnlyBuffer",
          "descendingIterator",
          "duplicate",
          "elements",
          "getCompactNumberInstance",
          "getCurrencyInstance",
          "getDateInstance",
          "getDateTimeInstance",
          "getInstance",
          "getIntegerInstance",
          "getNumberInstance",
          "getPercentInstance",
          "getTimeInstance",
          "iterator",
          "keys",
          "listIterator",
          "matcher",
          "newBufferedReader",
          "newBufferedWriter",
          "newDecoder",
          "newEncoder",
          "newInputStream",
          "newOutputStream",
          "slice",
          "wrap");

  /** Methods whose result still has to do with their object. */
  private static final Set<String> KEEPERS =
      Set.of(
          "chars",
          "codePoints",
          "getBuffer",
          "getChecksum",
          "getMessageDigest",
          "out",
          "results",
          "tokens");

  /** What reads or writes a head when it is made. */
  private static final Set<String> BEGIN_AT_ONCE =
      Set.of(
          "java/io/ObjectInputStream",
          "java/io/ObjectOutputStream",
          "java/util/PropertyResourceBundle",
          "java/util/jar/JarInputStream",
          "java/util/jar/JarOutputStream",
          "java/util/jar/Manifest",
          "java/util/zip/GZIPInputStream",
          "java/util/zip/GZIPOutputStream");

  private SharedMethods() {}

  /** Is it a call that may change, or look at, an object of the JDK that threads may share? */
  static boolean isMeant(ClassFiles files, String owner, String name) {
    if (name.equals(INIT) || owner.startsWith("[")) {
      return false;
    }
    if (owner.equals("java/lang/Thread")) {
      return OF_THREADS.contains(name);
    }
    if (owner.equals("java/util/Map$Entry")) {
      return name.equals("getValue") || name.equals("setValue");
    }
    if (NUMBER_CONSUMERS.contains(owner)) {
      return name.equals("accept");
    }
    if (OF_THROWABLES.contains(name) && files.isSubtype(owner, "java/lang/Throwable")) {
      return true;
    }
    return Mutability.ofName(owner) != Mutability.NONE
        && !isThrowable(owner)
        && isLibrary(files, owner);
  }

  private static boolean isLibrary(ClassFiles files, String owner) {
    if (owner.startsWith("java/")) {
      return true;
    }
    ClassInfo info = files.find(owner);
    return info != null && !info.isProgram;
  }

  /** Is it, as its name tells, an exception? */
  static boolean isThrowable(String type) {
    return type.endsWith("Exception") || type.endsWith("Error");
  }

  /** Are there objects of this class that may change, and that are no collections? */
  static boolean isCandidate(String type) {
    return isNamedAsLibrary(type)
        && !CollectionMethods.isCollection(type)
        && !isThrowable(type)
        && Mutability.ofName(type) != Mutability.NONE;
  }

  /** Is it the method of a class of the program that a {@code ClassValue} has its values from? */
  static boolean computesValue(HookedClass hooked, String name, String descriptor) {
    return name.equals("computeValue")
        && descriptor.equals("(Ljava/lang/Class;)Ljava/lang/Object;")
        && hooked.files().isSubtype(hooked.self().name, "java/lang/ClassValue");
  }

  /** Does a call only look at its object? */
  static boolean isLook(String owner, String name, String descriptor) {
    boolean hasArguments = !descriptor.startsWith("()");
    if (owner.startsWith("java/nio/") && owner.endsWith("Buffer")) {
      boolean isAbsolute = descriptor.startsWith("(I");
      return name.startsWith("get") ? isAbsolute : isLookAtBuffer(name, hasArguments);
    }
    if (owner.equals(SCANNER) || owner.equals(TOKENIZER)) {
      return name.equals("toString") || name.equals("countTokens");
    }
    if (name.equals("start") || name.equals("end")) {
      return owner.equals(MATCHER); // others begin or end to do something
    }
    return LOOKS.contains(name)
        || beginsWith(name, "get")
        || owner.startsWith("java/awt/") && isLookAtShape(owner, name)
        || isQuestion(name);
  }

  private static boolean isLookAtBuffer(String name, boolean hasArguments) {
    return PROPERTIES.contains(name) && !hasArguments
        || LOOKS_AT_BUFFER.contains(name)
        || LOOKS.contains(name)
        || MAKERS.contains(name)
        || isQuestion(name);
  }

  /** What is made of a shape, or moved by a transform, leaves these as they are. */
  private static boolean isLookAtShape(String owner, String name) {
    return beginsWith(name, "create")
        || name.equals("intersection")
        || name.equals("union")
        || owner.equals("java/awt/geom/AffineTransform") && TRANSFORMS.contains(name);
  }

  private static boolean isQuestion(String name) {
    return beginsWith(name, "is") || beginsWith(name, "to") || beginsWith(name, "has");
  }

  /** Is it this word, or one that begins with it? */
  private static boolean beginsWith(String name, String word) {
    return name.startsWith(word)
        && (name.length() == word.length() || Character.isUpperCase(name.charAt(word.length())));
  }

  /** Does a call give the program an object of the JDK that nobody has yet? */
  static boolean isMaker(String owner, String name, String descriptor) {
    Type result = Type.getReturnType(descriptor);
    if (!isNamedAsLibrary(owner) || !MAKERS.contains(name) || result.getSort() != Type.OBJECT) {
      return false;
    }
    return isIterator(result.getInternalName()) || isCandidate(result.getInternalName());
  }

  /** Is it the type of something that goes through a collection? */
  static boolean isIterator(String type) {
    return switch (type) {
      case "java/util/Enumeration",
          "java/util/Iterator",
          "java/util/ListIterator",
          "java/util/PrimitiveIterator$OfInt" ->
          true;
      default -> false;
    };
  }

  /** Does it put texts together? */
  static boolean isConcatenation(Handle bootstrap) {
    return bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory");
  }

  /** May what a call gets be known to somebody after it? */
  static boolean mayKeepArguments(String owner, String name) {
    return switch (owner) {
      case STRING, BUILDER, BUFFER, JOINER -> false;
      case MATCHER -> !name.startsWith("append");
      default -> true;
    };
  }

  /**
   * Does what a method of this class makes pass calls on to what it gets of this type? It may to
   * all that can change, such as streams; what it takes from a text, it takes at once.
   */
  static boolean isPassedOnTo(String owner, Type argument) {
    return isNamedAsLibrary(owner)
        && argument.getSort() == Type.OBJECT
        && !argument.getInternalName().equals("java/lang/CharSequence")
        && isCandidate(argument.getInternalName());
  }

  private static boolean isNamedAsLibrary(String owner) {
    return owner.startsWith("java/") || owner.startsWith("javax/");
  }

  /** May the object of a call be known to somebody after it? */
  static boolean mayKeepReceiver(String owner, String name) {
    return KEEPERS.contains(name)
        || !isNamedAsLibrary(owner)
        || owner.startsWith("java/util/concurrent/");
  }

  // --- arguments

  /** Does a call look at an argument of this type, or change it? */
  static boolean isUsed(String owner, String name, Type argument) {
    if (argument.getSort() != Type.OBJECT) {
      return false;
    }
    if (beginsAtOnce(owner, name)) {
      return isPassedOnTo(owner, argument);
    }
    return switch (argument.getInternalName()) {
      case BUILDER, JOINER, "java/util/Date", "java/util/Calendar" -> owner.startsWith("java/");
      case "java/lang/CharSequence" -> readsText(owner, name);
      case "java/lang/Object" -> asksForText(owner, name);
      case "java/nio/ByteBuffer", "java/nio/CharBuffer" ->
          owner.startsWith("java/nio/") && !name.equals(INIT);
      default -> false;
    };
  }

  private static boolean beginsAtOnce(String owner, String name) {
    return name.equals(INIT) && BEGIN_AT_ONCE.contains(owner);
  }

  private static boolean readsText(String owner, String name) {
    return switch (owner) {
      case STRING, BUILDER, BUFFER, JOINER, "java/lang/Appendable", "java/util/regex/Pattern" ->
          true;
      default -> owner.startsWith("java/io/") && name.equals("append");
    };
  }

  private static boolean asksForText(String owner, String name) {
    return switch (name) {
      case "append", "insert" -> owner.equals(BUILDER) || owner.equals(BUFFER);
      case "print", "println" -> owner.startsWith("java/io/Print");
      case "valueOf" -> owner.equals(STRING);
      case "toString" -> owner.equals("java/util/Objects");
      case "format" -> owner.startsWith("java/text/");
      default -> false;
    };
  }

  /** Does a call change an argument that it {@linkplain #isUsed uses}? */
  static boolean isChanged(String owner, String name, Type argument) {
    boolean isBuffer = argument.getInternalName().startsWith("java/nio/");
    return beginsAtOnce(owner, name)
        || isBuffer && !LOOKS.contains(name) && !LOOKS_AT_BUFFER.contains(name)
        || owner.equals(MATCHER) && name.startsWith("append");
  }
}
