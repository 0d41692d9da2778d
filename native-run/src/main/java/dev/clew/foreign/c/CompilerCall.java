package dev.clew.foreign.c;

import dev.clew.foreign.UnusableProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A call of a compiler by a build system, and the call to make instead of it so that what is built
 * can be checked.
 *
 * <p>What is compiled is instrumented. A program is linked statically and with the runtime, without
 * a sanitizer. The level of optimisation is the one of the user; without one it is {@code -O1},
 * with which fewer accesses to local variables have to be looked at.
 */
final class CompilerCall {
  /** What a compiler is asked to do. */
  enum Stage {
    /** To say something about itself. */
    QUERY,
    /** To preprocess, or to check. */
    PREPROCESS,
    /** To make object files or assembler code. */
    COMPILE,
    /** To link something that is not a program yet. */
    LINK_PART,
    /** To link a program. */
    LINK
  }

  private static final Set<String> QUERIES =
      Set.of(
          "--version",
          "-dumpversion",
          "-dumpfullversion",
          "-dumpmachine",
          "-dumpspecs",
          "--target-help",
          "-###");

  private static final Set<String> PREPROCESSING = Set.of("-E", "-M", "-MM", "-fsyntax-only");
  private static final Set<String> COMPILING = Set.of("-c", "-S");
  private static final Set<String> LINKING_PARTS =
      Set.of("-shared", "-r", "-nostdlib", "-nostartfiles", "-nodefaultlibs");

  /** The options whose value is the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-o",
          "-x",
          "-I",
          "-D",
          "-U",
          "-L",
          "-l",
          "-include",
          "-imacros",
          "-isystem",
          "-iquote",
          "-idirafter",
          "-iprefix",
          "-iwithprefix",
          "-iwithprefixbefore",
          "-isysroot",
          "-imultilib",
          "-MF",
          "-MT",
          "-MQ",
          "-Xlinker",
          "-Xassembler",
          "-Xpreprocessor",
          "-T",
          "-u",
          "-z",
          "-e",
          "-A",
          "-B",
          "-aux-info",
          "-dumpbase",
          "-dumpdir",
          "--param",
          "-wrapper",
          "-specs",
          "--sysroot");

  /** What would keep a program from being linked as it has to be, or from having names. */
  private static final Set<String> DROPPED =
      Set.of(
          "-pie",
          "-static-pie",
          "-s",
          "-gsplit-dwarf",
          "-save-temps",
          "-static-libasan",
          "-static-libtsan",
          "-static-liblsan",
          "-static-libubsan");

  private static final List<String> DROPPED_PREFIXES =
      List.of("-fsanitize=", "-fsanitize-", "-fno-sanitize", "-flto", "-save-temps=");

  private static final String TO_LINKER = "-Wl,";
  private static final String MAP = "-Map";

  private static final Set<String> DROPPED_OF_LINKER =
      Set.of(
          "-pie",
          "--pie",
          "-s",
          "--strip-all",
          "-S",
          "--strip-debug",
          "-Bdynamic",
          "-dy",
          "-call_shared",
          "--no-undefined",
          "defs");

  private final List<String> words;
  private final Stage stage;
  private boolean hasSources;

  private CompilerCall(List<String> words) {
    this.words = words;
    this.stage = findStage();
  }

  /** The call with these words, in which files of options have been replaced by what they hold. */
  static CompilerCall of(List<String> words) {
    return new CompilerCall(List.copyOf(words));
  }

  Stage stage() {
    return stage;
  }

  /**
   * Looks whether a program can be checked that is compiled with an option.
   *
   * @throws UnusableProgram if not
   */
  static void checkOption(String word) {
    if (word.equals("-m32") || word.equals("-mx32") || word.equals("-m16")) {
      throw new UnusableProgram(
          word + ": programs are checked on x86-64 with 64 bits only, leave it out");
    }
    if (word.equals("-fopenmp") || word.startsWith("-fopenmp=") || word.equals("-fopenacc")) {
      throw new UnusableProgram(
          word + ": the threads of OpenMP cannot be controlled; leave it out to check the rest");
    }
  }

  // --- what is asked

  private Stage findStage() {
    Stage found = Stage.LINK;
    boolean hasInputs = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (isQuery(word)) {
        return Stage.QUERY;
      }
      if (!word.startsWith("-") || word.equals("-")) {
        hasInputs = true;
        hasSources |= !isLinked(word);
      }
      found = min(found, stageOf(word));
      i += WITH_VALUE.contains(word) ? 1 : 0;
    }
    return hasInputs ? found : Stage.QUERY;
  }

  private static boolean isQuery(String word) {
    return QUERIES.contains(word)
        || word.startsWith("-print-")
        || word.startsWith("--print-")
        || word.startsWith("--help");
  }

  private static Stage stageOf(String word) {
    if (PREPROCESSING.contains(word)) {
      return Stage.PREPROCESS;
    }
    if (COMPILING.contains(word)) {
      return Stage.COMPILE;
    }
    return LINKING_PARTS.contains(word) ? Stage.LINK_PART : Stage.LINK;
  }

  private static Stage min(Stage first, Stage second) {
    return first.compareTo(second) <= 0 ? first : second;
  }

  /** Whether an input goes to the linker as it is. */
  private static boolean isLinked(String input) {
    return input.endsWith(".o")
        || input.endsWith(".a")
        || input.endsWith(".lo")
        || input.endsWith(".obj")
        || input.contains(".so");
  }

  // --- what to do instead

  /**
   * The words of the call to make instead.
   *
   * @param library how the runtime is linked; needed for {@link Stage#LINK} only
   */
  List<String> rewritten(List<String> library) {
    if (stage == Stage.QUERY) {
      return words;
    }
    List<String> result = new ArrayList<>();
    if (stage == Stage.LINK) {
      result.addAll(library);
      result.addAll(Libraries.symbols(words));
    }
    addKept(result);
    switch (stage) {
      case COMPILE -> addCompiled(result, Instrumentation.FLAGS);
      case LINK_PART, LINK -> {
        if (hasSources) {
          addCompiled(result, Instrumentation.HIDDEN_FLAGS);
        }
        result.addAll(stage == Stage.LINK ? Instrumentation.LINK : List.of("-fno-lto"));
      }
      case QUERY, PREPROCESS -> {}
    }
    return result;
  }

  private void addCompiled(List<String> result, List<String> flags) {
    if (words.stream().noneMatch(word -> word.startsWith("-O"))) {
      result.add("-O1");
    }
    result.addAll(flags);
    result.addAll(Instrumentation.marks(words));
  }

  /** Whether the linker is asked for a map; there can be one only. */
  boolean asksForMap() {
    return words.stream().anyMatch(word -> word.startsWith(TO_LINKER) && word.contains(MAP));
  }

  private void addKept(List<String> result) {
    boolean hasMap = result.contains(Link.ASK);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      checkOption(word);
      if (WITH_VALUE.contains(word) && i + 1 < words.size()) {
        result.add(word);
        result.add(words.get(++i));
      } else if (word.startsWith(TO_LINKER)) {
        addToLinker(word, hasMap, result);
      } else if (!isDropped(word)) {
        result.add(word);
      }
    }
  }

  private static boolean isDropped(String word) {
    return DROPPED.contains(word) || DROPPED_PREFIXES.stream().anyMatch(word::startsWith);
  }

  private static void addToLinker(String word, boolean hasMap, List<String> result) {
    List<String> kept = new ArrayList<>();
    boolean isMap = false;
    for (String option : word.substring(TO_LINKER.length()).split(",", -1)) {
      boolean isNameOfMap = isMap;
      isMap = hasMap && option.equals(MAP);
      if (isMap || isNameOfMap || hasMap && option.startsWith(MAP + "=")) {
        continue;
      }
      if (!DROPPED_OF_LINKER.contains(option)) {
        kept.add(option);
      } else if (option.equals("defs") && !kept.isEmpty()) {
        kept.remove(kept.size() - 1); // -z, whose value it is
      }
    }
    if (!kept.isEmpty()) {
      result.add(TO_LINKER + String.join(",", kept));
    }
  }
}
