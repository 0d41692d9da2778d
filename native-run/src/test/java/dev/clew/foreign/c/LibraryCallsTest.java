package dev.clew.foreign.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.FindingKind;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.foreign.ForeignProgram;
import dev.clew.foreign.Launch;
import dev.clew.foreign.UnusableProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What functions of the library do with memory that another thread writes, for all functions that
 * the headers declare and all of their parameters that are addresses: it is a data race, or the
 * function is refused or named as one of which nobody knows. Nothing is just verified.
 *
 * <p>A test takes a part of them, {@code -Dclew.library.calls=1} all.
 */
class LibraryCallsTest {
  /** Of so many calls one is checked. */
  private static final int STEP = Integer.getInteger("clew.library.calls", 16);

  private static final Duration HANG = Duration.ofSeconds(10);

  private static final String BEGIN =
      """
      #define _GNU_SOURCE
      %s
      extern char **environ;
      static _Alignas(64) char shared[65536], other[16][65536];
      static char text[64] = "1";
      static int compare(const void *a, const void *b) { return a == b ? 0 : a < b ? -1 : 1; }
      static void *writes(void *unused) {
        *(volatile char *)shared = *(volatile char *)shared;
        return unused;
      }
      static void *texts(char *at) {
        *(char **)at = text;
        return at;
      }
      static void *begins(char *at) {
        at[0] = '1';
        return at;
      }
      """;

  private static final String END =
      """
      static void (*const calls[])(void) = {%s};
      int main(int count, char **words) {
        pthread_t thread;
        int number = count > 1 ? atoi(words[1]) : 0;
        pthread_create(&thread, NULL, writes, NULL);
        calls[number]();
        pthread_join(thread, NULL);
        return 0;
      }
      """;

  /** Functions that do not come back, or that a program cannot call like that. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "_.*|.*_chk|longjmp|siglongjmp|exit|quick_exit|abort|thrd_exit|pthread_exit|err|errx|verr"
              + "|verrx|.*f(32|64|128)x?(_r|_l)?|v.*(printf|scanf)|v?warnx?|v?syslog|setjmp|sigsetjmp"
              + "|sigreturn|atomic_.*|alloca|re_.*|rexec.*|rcmd.*|ruserok.*|iruserok.*|obstack_.*|fopencookie|bindresvport6|crypt|inet_net.*");

  /** Parameters that are addresses of what the library keeps, or of what is done with a lock. */
  private static final Pattern OPAQUE =
      Pattern.compile(
          ".*\\b(FILE|DIR|__FILE|glob_t|locale_t|__locale_t|jmp_buf|pthread_(mutex|cond|rwlock"
              + "|barrier|spinlock)_t|sem_t|mtx_t|cnd_t|pthread_once_t|once_flag|iconv_t)\\b.*"
              + "|.*\\(.*|.*_fn_t.*|.*_func_t.*|.*__free_fn.*|.*va_list.*|.*handler.*|thrd_start_t.*");

  /** Addresses that are only remembered, compared or given on; what is there is not looked at. */
  private static final Set<String> NOT_LOOKED_AT =
      Set.of(
          "bsearch:0",
          "bsearch:1",
          "tsearch:0",
          "tfind:0",
          "tdelete:0",
          "lfind:0",
          "lfind:1",
          "pthread_create:3",
          "pthread_setspecific:1",
          "tss_set:1",
          "thrd_create:2");

  private record Call(String function, int parameter, String text) {}

  @TempDir Path directory;

  @Test
  void addressesThatFunctionsAreGivenAreWatchedOrNamed() throws IOException {
    SortedMap<String, Prototypes.Function> functions = Prototypes.read(directory, "-D_GNU_SOURCE");
    List<Call> all = new ArrayList<>();
    functions.values().forEach(function -> addCalls(function, all));
    assertTrue(all.size() > 700, "so many calls: " + all.size());
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < all.size(); i += STEP) {
      calls.add(all.get(i));
    }
    check(calls);
  }

  private static void addCalls(Prototypes.Function function, List<Call> calls) {
    if (LEFT_OUT.matcher(function.name()).matches()) {
      return;
    }
    for (int i = 0; i < function.parameters().size(); i++) {
      String type = function.parameters().get(i);
      if (isAddress(type)
          && !OPAQUE.matcher(type).matches()
          && !NOT_LOOKED_AT.contains(function.name() + ":" + i)) {
        calls.add(new Call(function.name(), i, text(function, i)));
      }
    }
  }

  private static boolean isAddress(String type) {
    return type.contains("*") || type.contains("SOCKADDR_ARG");
  }

  /** A call where one of the parameters is what the other thread writes. */
  private static String text(Prototypes.Function function, int shared) {
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < function.parameters().size(); i++) {
      String type = function.parameters().get(i);
      if (!type.equals("...")) {
        arguments.add(argument(type, i == shared ? "shared" : "other[" + i + "]"));
      }
    }
    String call = function.name() + "(" + String.join(", ", arguments) + ");";
    // The compiler would leave a call out whose result nobody looks at.
    return function.result().equals("void")
        ? call
        : "__auto_type result = "
            + call
            + " static volatile __typeof__(result) kept; kept = result;";
  }

  private static String argument(String type, String memory) {
    if (type.matches(".*\\b(__)?FILE \\*.*")) {
      return "tmpfile()";
    }
    if (type.contains("DIR *")) {
      return "opendir(\"/\")";
    }
    if (type.contains("locale_t")) {
      return "newlocale(LC_ALL_MASK, \"C\", 0)";
    }
    if (type.matches(".*(\\(|_fn_t|_func_t|__free_fn).*")) {
      return "(void *)compare";
    }
    if (type.matches("(const )?(char|wchar_t|void) \\*(const )?\\*.*")) {
      return "texts(" + memory + ")";
    }
    if (type.matches("(const )?(char|wchar_t|void) \\*.*")) {
      return "begins(" + memory + ")";
    }
    if (isAddress(type)) {
      return "(void *)" + memory;
    }
    return type.matches("(const )?(struct |union |ENTRY|__sigval_t).*")
        ? "(" + type.replaceAll(" \\w+$", "") + "){0}"
        : "8";
  }

  private void check(List<Call> calls) throws IOException {
    StringBuilder source = new StringBuilder(BEGIN.formatted(Prototypes.HEADERS));
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < calls.size(); i++) {
      source.append("static void call%d(void) { %s }\n".formatted(i, calls.get(i).text()));
      names.append(names.isEmpty() ? "" : ", ").append("call").append(i);
    }
    source.append(END.formatted(names));
    Files.writeString(directory.resolve("program.c"), source.toString());
    CSources sources =
        new CSources(
            List.of("program.c"),
            List.of("-w", "-fpermissive", "-fno-builtin"),
            List.of("-lm"),
            directory);
    SortedMap<String, String> wrong = new TreeMap<>();
    SortedMap<String, Integer> counts = new TreeMap<>();
    try (CProgram compiled = CProgram.build(sources, Toolchain.of(Map.of()), notice -> {})) {
      Set<String> named = new HashSet<>(compiled.unwatched());
      for (int i = 0; i < calls.size(); i++) {
        Call call = calls.get(i);
        String end = named.contains(call.function() + "()") ? "named" : end(compiled, i);
        counts.merge(end, 1, Integer::sum);
        if (!Set.of("named", "race", "refused").contains(end)) {
          wrong.put(call.function() + ":" + call.parameter(), end);
        }
      }
    }
    System.out.println(counts);
    assertEquals(Map.of(), wrong, counts.toString());
  }

  private static String end(CProgram compiled, int number) {
    List<String> command = List.of(compiled.executable().toString(), Integer.toString(number));
    Launch launch = new Launch(command, Optional.empty(), HANG, 0, 0);
    try (Symbols symbols = new Symbols(compiled.executable());
        ForeignProgram program =
            new ForeignProgram(launch, numbers -> new CNames(numbers, symbols))) {
      SearchOptions options =
          new SearchOptions(
              StrategyKind.OPTIMAL,
              new Budget(8, Duration.ofSeconds(20), Budget.DEFAULT_STEPS),
              false,
              true,
              1,
              SearchOptions.DEFAULT_PLAN_CAP);
      Outcome outcome =
          new Exploration(program, options, Observers.standard(program), progress -> true)
              .explore();
      boolean isRace =
          outcome.findings().stream().anyMatch(found -> found.kind() == FindingKind.DATA_RACE);
      return isRace
          ? "race"
          : outcome.findings().isEmpty() ? "verified" : outcome.findings().get(0).toString();
    } catch (UnusableProgram e) {
      return "refused";
    }
  }
}
