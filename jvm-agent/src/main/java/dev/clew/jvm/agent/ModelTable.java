package dev.clew.jvm.agent;

import dev.clew.jvm.run.collections.Traversals;
import dev.clew.jvm.run.juc.Models;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All models, and which of them a program may need that uses a class.
 *
 * <p>A primitive needs itself and what belongs to it; anything else in {@code java.util.concurrent}
 * may use any primitive and needs all of them.
 */
final class ModelTable {
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
      Map.of(
          "java/util/Random", ATOMIC + "AtomicLong",
          "java/util/Timer", CONCURRENT + "ThreadPoolExecutor",
          "java/util/TimerTask", CONCURRENT + "ThreadPoolExecutor");

  /** What the names of classes elsewhere begin with that start threads. */
  private static final List<String> STARTERS =
      List.of("java/lang/Thread$Builder", "java/net/http/", "java/util/Timer", "javax/swing/Timer");

  /** Methods elsewhere that may use any primitive. */
  private static final Set<String> PARALLEL =
      Set.of("parallel", "parallelStream", "parallelSort", "parallelSetAll", "parallelPrefix");

  /** Classes of the concurrent collections, which use no primitive that anybody could notice. */
  private final LibraryCalls calls = new LibraryCalls();

  /** By the class that is modelled; read when the first one may be needed. */
  private @Nullable Map<String, ModelClass> models;

  /** Those of collections. */
  private @Nullable Map<String, ModelClass> ofCollections;

  /** All models. */
  Collection<ModelClass> all() {
    return models().values();
  }

  /** The models that a program may need that uses this class. */
  Collection<ModelClass> neededFor(String className) {
    String used = USERS.getOrDefault(className, className);
    if (!used.startsWith(CONCURRENT) || SIMPLE.contains(used) || calls.isExplored(used)) {
      return List.of();
    }
    if (used.startsWith(LOCKS)) {
      return modelsIn(LOCKS);
    }
    ModelClass own = models().get(used);
    if (own != null && own.isComposed()) {
      return all();
    }
    if (used.startsWith(ATOMIC) || own != null) {
      List<ModelClass> needed = modelsIn(used + "$");
      if (own != null) {
        needed.add(own);
      }
      return needed;
    }
    return all();
  }

  /** The models of methods of a collection that take functions. */
  Collection<ModelClass> ofCollection(String className) {
    ModelClass found = ofCollections().get(className);
    return found == null || Library.contains(className) ? List.of() : List.of(found);
  }

  /** The models that a program may need that uses a member of this name. */
  Collection<ModelClass> neededForMember(String name) {
    return isParallel(name) ? all() : List.of();
  }

  /** Whether a member of this name may give work to threads of the JDK. */
  boolean isParallel(String name) {
    return PARALLEL.contains(name);
  }

  /** Whether a member of this name may start a thread inside the JDK. */
  boolean startsThread(String name) {
    return isParallel(name) || name.equals("startVirtualThread");
  }

  /** Whether a method, as class, dot, name, may go through a map by several threads of the JDK. */
  boolean mayWorkInParallel(String method) {
    String prefix = CONCURRENT + "ConcurrentHashMap.";
    if (!method.startsWith(prefix)) {
      return false;
    }
    String name = method.substring(prefix.length());
    return name.startsWith("reduce") || name.startsWith("search") || name.startsWith("forEach");
  }

  /** Whether a program that uses this class may have threads that the JDK starts. */
  boolean mayStartThreads(String className) {
    ModelClass own = models().get(className);
    return own != null && own.isComposed()
        || isOtherConcurrent(className)
        || STARTERS.stream().anyMatch(className::startsWith);
  }

  /** Whether threads can share an object of this class, and in which order they do is not seen. */
  boolean isUnexplored(String className) {
    return isOtherConcurrent(className) && !Library.contains(className);
  }

  private boolean isOtherConcurrent(String className) {
    return className.startsWith(CONCURRENT)
        && !SIMPLE.contains(className)
        && (!className.startsWith(LOCKS) || className.startsWith(LOCKS + "Abstract"))
        && !className.startsWith(ATOMIC)
        && !calls.isExplored(className)
        && !models().containsKey(className);
  }

  private List<ModelClass> modelsIn(String prefix) {
    List<ModelClass> found = new ArrayList<>();
    for (ModelClass each : all()) {
      if (each.modelled().startsWith(prefix)) {
        found.add(each);
      }
    }
    return found;
  }

  private Map<String, ModelClass> models() {
    Map<String, ModelClass> known = models;
    if (known == null) {
      known = read(Models.class);
      models = known;
    }
    return known;
  }

  /** By the class that is modelled. */
  Map<String, ModelClass> ofCollections() {
    Map<String, ModelClass> known = ofCollections;
    if (known == null) {
      known = read(Traversals.class);
      ofCollections = known;
    }
    return known;
  }

  private static Map<String, ModelClass> read(Class<?> beside) {
    Map<String, ModelClass> read = new TreeMap<>();
    for (byte[] each : PackageFiles.beside(beside)) {
      ModelClass found = ModelClass.of(each);
      for (ModelClass model : found == null ? List.<ModelClass>of() : found.all()) {
        ModelClass other = read.put(model.modelled(), model);
        if (other != null) {
          throw new IllegalStateException(model.name + " and " + other.name + " model the same");
        }
      }
    }
    return read;
  }
}
