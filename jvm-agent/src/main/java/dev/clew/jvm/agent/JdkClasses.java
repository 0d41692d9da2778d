package dev.clew.jvm.agent;

import dev.clew.jvm.run.juc.Models;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts classes of the JDK under control, each when the first class of the program comes that could
 * use it.
 *
 * <p>Which these are is seen from the constant pool of the class of the program. A primitive brings
 * in itself and what belongs to it; anything else in {@code java.util.concurrent} may use any
 * primitive and brings in all of them.
 */
public final class JdkClasses {
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String ATOMIC = CONCURRENT + "atomic/";
  private static final String LOCKS = CONCURRENT + "locks/";

  /** Types that use no primitive. */
  private static final Set<String> SIMPLE =
      Set.of(
          CONCURRENT + "BrokenBarrierException",
          CONCURRENT + "Callable",
          CONCURRENT + "CancellationException",
          CONCURRENT + "CompletionException",
          CONCURRENT + "Delayed",
          CONCURRENT + "ExecutionException",
          CONCURRENT + "Executor",
          CONCURRENT + "RejectedExecutionException",
          CONCURRENT + "ThreadFactory",
          CONCURRENT + "ThreadLocalRandom",
          CONCURRENT + "TimeUnit",
          CONCURRENT + "TimeoutException");

  /** Classes elsewhere that use a primitive for what they do for the program. */
  private static final Map<String, String> USERS =
      Map.of("java/util/Random", ATOMIC + "AtomicLong");

  /** Methods elsewhere that may use any primitive. */
  private static final Set<String> PARALLEL =
      Set.of("parallel", "parallelStream", "parallelSort", "parallelSetAll", "parallelPrefix");

  /**
   * Classes of {@code java.util.concurrent} in which calls are replaced like in the program itself,
   * because they park or start threads; none so far.
   */
  static final Set<String> REWRITTEN = Set.of();

  private final Instrumentation instrumentation;
  private final JdkClassTransformer transformer = new JdkClassTransformer();

  /** The models by the class that they model; read when the first one may be needed. */
  private @Nullable Map<String, ModelClass> models;

  private final Set<String> asked = new HashSet<>();

  JdkClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    instrumentation.addTransformer(transformer, true);
  }

  /** Puts under control what a class of the program may use; before the class is defined. */
  public static void instrumentFor(byte[] programClass) {
    Agent.jdkClasses().instrument(programClass);
  }

  private synchronized void instrument(byte[] programClass) {
    ConstantPool pool = ConstantPool.of(programClass);
    Map<String, Set<String>> leftAlone = new LinkedHashMap<>();
    Set<ModelClass> wanted = new LinkedHashSet<>();
    for (String each : pool.classes) {
      if (asked.add(each)) {
        wanted.addAll(modelsFor(each));
        if (UncontrolledMethods.isOfLogging(each)) {
          leftAlone.putAll(UncontrolledMethods.OF_LOGGING);
        }
      }
    }
    if (pool.members.stream().anyMatch(PARALLEL::contains)) {
      wanted.addAll(models().values());
    }
    if (!wanted.isEmpty()) {
      leftAlone.putAll(UncontrolledMethods.OF_LINKAGE);
    }
    wanted.removeIf(each -> transformer.isDone(each.modelled()));
    leftAlone.keySet().removeIf(transformer::isDone);
    if (!wanted.isEmpty() || !leftAlone.isEmpty()) {
      change(wanted, leftAlone);
    }
  }

  private List<ModelClass> modelsFor(String name) {
    String user = USERS.get(name);
    String used = user == null ? name : user;
    if (!used.startsWith(CONCURRENT) || SIMPLE.contains(used)) {
      return List.of();
    }
    if (used.startsWith(LOCKS)) {
      return modelsIn(LOCKS);
    }
    if (used.startsWith(ATOMIC) || models().containsKey(used)) {
      List<ModelClass> nested = modelsIn(used + "$");
      ModelClass own = models().get(used);
      if (own != null) {
        nested.add(own);
      }
      return nested;
    }
    return List.copyOf(models().values());
  }

  private List<ModelClass> modelsIn(String prefix) {
    List<ModelClass> found = new ArrayList<>();
    models()
        .forEach(
            (name, model) -> {
              if (name.startsWith(prefix)) {
                found.add(model);
              }
            });
    return found;
  }

  private Map<String, ModelClass> models() {
    Map<String, ModelClass> known = models;
    if (known == null) {
      known = read();
      models = known;
    }
    return known;
  }

  /** All models, by the class that they model. */
  static Map<String, ModelClass> read() {
    Map<String, ModelClass> read = new LinkedHashMap<>();
    for (byte[] each : PackageFiles.beside(Models.class)) {
      ModelClass model = ModelClass.of(each);
      ModelClass other = model == null ? null : read.put(model.modelled(), model);
      if (model != null && other != null) {
        throw new IllegalStateException(model.name + " and " + other.name + " model the same");
      }
    }
    return read;
  }

  private void change(Set<ModelClass> wanted, Map<String, Set<String>> leftAlone) {
    Set<String> names = new LinkedHashSet<>();
    for (ModelClass each : wanted) {
      initialise(each.name);
      transformer.model(each);
      names.add(each.modelled());
    }
    leftAlone.forEach(transformer::leaveAlone);
    names.addAll(leftAlone.keySet());
    List<Class<?>> loaded = new ArrayList<>();
    for (String each : names) {
      Class<?> type = load(each);
      // One that was not loaded before has been changed by now.
      if (type != null && !transformer.isDone(each)) {
        loaded.add(type);
      }
    }
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("a class of the JDK cannot be changed", e);
    }
    transformer.check();
  }

  private static @Nullable Class<?> load(String internalName) {
    try {
      return Class.forName(internalName.replace('/', '.'), false, null);
    } catch (ClassNotFoundException e) {
      return null; // this JDK has no such class
    }
  }

  /** So that nothing of the tool is initialised in the middle of an execution. */
  private static void initialise(String internalName) {
    try {
      Class.forName(internalName.replace('/', '.'), true, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(internalName + " is not on the boot class path", e);
    }
  }

  /** The model methods without an original in this JDK, of the classes changed so far. */
  List<String> unmatched() {
    return transformer.unmatched();
  }
}
