package dev.clew.jvm.program;

import dev.clew.analyze.Observers;
import dev.clew.explore.Budget;
import dev.clew.explore.Exploration;
import dev.clew.explore.Outcome;
import dev.clew.explore.SearchOptions;
import dev.clew.explore.StrategyKind;
import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.run.Spins;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Explores a class of the test sources as a program under test.
 *
 * <p>The class is loaded anew, instrumented, from where the test classes are; the one the test sees
 * is only its name.
 */
public final class Harness {
  private static final long STACK = 256L << 20;

  private final String main;
  private final List<Path> classPath;
  private final List<String> arguments;
  private StrategyKind strategy = StrategyKind.OPTIMAL;
  private boolean keepGoing = true;
  private boolean reportRaces = true;
  private long executions = Long.MAX_VALUE;
  private int steps = 100_000;
  private @Nullable String method;
  private Duration limit = Duration.ofSeconds(120);
  private Consumer<JvmProgram> settings = program -> {};
  private int fairRounds;

  private Harness(List<Path> classPath, String main, List<String> arguments) {
    this.classPath = classPath;
    this.main = main;
    this.arguments = arguments;
  }

  /** The program of a class with a main method. */
  public static Harness program(Class<?> main, String... arguments) {
    return new Harness(List.of(placeOf(main)), main.getName(), List.of(arguments));
  }

  /** The program of a class with a main method, in these directories. */
  public static Harness program(List<Path> classPath, String main, String... arguments) {
    return new Harness(classPath, main, List.of(arguments));
  }

  /** Explores a class with a main method to the end, by the optimal search. */
  public static Outcome explore(Class<?> main, String... arguments) {
    return program(main, arguments).explore();
  }

  /** Starts at this method without arguments instead of main. */
  public Harness at(String newMethod) {
    method = newMethod;
    return this;
  }

  /** Searches by another strategy. */
  public Harness by(StrategyKind newStrategy) {
    strategy = newStrategy;
    return this;
  }

  /** Ends at the first violation. */
  public Harness stopAtFirst() {
    keepGoing = false;
    return this;
  }

  /** Does not report races. */
  public Harness ignoringRaces() {
    reportRaces = false;
    return this;
  }

  /** Ends after so many executions. */
  public Harness atMost(long newExecutions) {
    executions = newExecutions;
    return this;
  }

  /** Ends an execution after so many events. */
  public Harness steps(int newSteps) {
    steps = newSteps;
    return this;
  }

  /** Changes settings of the program before it runs. */
  public Harness with(Consumer<JvmProgram> newSettings) {
    settings = newSettings;
    return this;
  }

  /** After so many rounds in vain a thread lets all others go first. */
  public Harness fair(int rounds) {
    fairRounds = rounds;
    return this;
  }

  /** Explores the program. */
  public Outcome explore() {
    return onLargeStack(
        () -> {
          try (ProgramLoader loader = new ProgramLoader(classPath, extraHooks());
              JvmProgram program = open(loader)) {
            settings.accept(program);
            SearchOptions options =
                new SearchOptions(
                    strategy,
                    new Budget(executions, null, steps),
                    keepGoing,
                    reportRaces,
                    0,
                    SearchOptions.DEFAULT_PLAN_CAP);
            return new Exploration(program, options, Observers.standard(program), progress -> true)
                .explore();
          }
        });
  }

  /** Does something with the program, on a thread that can carry it. */
  public <T> T use(java.util.function.Function<JvmProgram, T> use) {
    return onLargeStack(
        () -> {
          try (ProgramLoader loader = new ProgramLoader(classPath, extraHooks());
              JvmProgram program = open(loader)) {
            settings.accept(program);
            return use.apply(program);
          }
        });
  }

  private Set<ExtraHooks> extraHooks() {
    Set<ExtraHooks> extra = EnumSet.noneOf(ExtraHooks.class);
    if (fairRounds > 0) {
      extra.add(ExtraHooks.ROUNDS);
    }
    if (strategy == StrategyKind.STATEFUL) {
      extra.add(ExtraHooks.FRAMES);
    }
    if (strategy == StrategyKind.PRUNED) {
      extra.add(ExtraHooks.PLACES);
    }
    return extra;
  }

  private JvmProgram open(ProgramLoader loader) {
    EntryPoint entry =
        method == null
            ? EntryPoint.main(loader, main, arguments)
            : EntryPoint.method(loader, main, method);
    JvmProgram program = new JvmProgram(entry, SourceFiles.in(List.of(), List.of()));
    program.execution().spinning.setFair(fairRounds, Spins.ENDLESS);
    return program;
  }

  private static Path placeOf(Class<?> main) {
    try {
      return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private <T> T onLargeStack(Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(null, future, "explorer", STACK);
    thread.setDaemon(true);
    thread.start();
    try {
      return future.get(limit.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      StackTraceElement[] stack = thread.getStackTrace();
      IllegalStateException late = new IllegalStateException(main + " did not end in " + limit);
      late.setStackTrace(stack);
      throw late;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
