package dev.clew.jvm.agent;

import dev.clew.jvm.run.AtomicCalls;
import dev.clew.jvm.run.CollectionCalls;
import dev.clew.jvm.run.ForeignThreads;
import dev.clew.jvm.run.Globals;
import dev.clew.jvm.run.IdentityHashes;
import dev.clew.jvm.run.LibraryHooks;
import dev.clew.jvm.run.LockedTexts;
import dev.clew.jvm.run.LogCalls;
import dev.clew.jvm.run.StackTraces;
import dev.clew.jvm.run.Turns;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
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
 * <p>Which these are is seen from the constant pool of the class of the program.
 */
public final class JdkClasses {
  /** Methods that make immutable sets and maps. */
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java/util/Map.copyOf",
          "java/util/Map.of",
          "java/util/Map.ofEntries",
          "java/util/Set.copyOf",
          "java/util/Set.of",
          "java/util/stream/Collectors.toUnmodifiableMap",
          "java/util/stream/Collectors.toUnmodifiableSet");

  /** What decides in which order they are gone through. */
  private static final List<String> ORDERED =
      List.of(
          "java/util/ImmutableCollections$MapN",
          "java/util/ImmutableCollections$MapN$MapNIterator",
          "java/util/ImmutableCollections$Set12",
          "java/util/ImmutableCollections$Set12$1",
          "java/util/ImmutableCollections$SetN",
          "java/util/ImmutableCollections$SetN$SetNIterator");

  /** The classes of threads that start themselves. */
  private static final List<String> THREADS =
      List.of("java/lang/Thread", "java/lang/VirtualThread");

  /** What the names of methods begin with that make synchronized wrappers. */
  private static final String WRAPPING = "java/util/Collections.synchronized";

  /** The wrappers whose methods synchronize. */
  private static final List<String> SYNCHRONIZED =
      List.of(
          "java/util/Collections$SynchronizedCollection",
          "java/util/Collections$SynchronizedList",
          "java/util/Collections$SynchronizedMap",
          "java/util/Collections$SynchronizedNavigableMap",
          "java/util/Collections$SynchronizedNavigableSet",
          "java/util/Collections$SynchronizedRandomAccessList",
          "java/util/Collections$SynchronizedSet",
          "java/util/Collections$SynchronizedSortedMap",
          "java/util/Collections$SynchronizedSortedSet");

  /** Classes that make such wrappers of themselves. */
  private static final Set<String> WITH_WRAPPERS =
      Set.of("java/util/Hashtable", "java/util/Properties", "java/util/Stack", "java/util/Vector");

  /** Classes that hold their lock while they call what a class of the program overrides. */
  private static final Set<String> READERS_AND_WRITERS =
      Set.of(
          "java/io/BufferedReader",
          "java/io/BufferedWriter",
          "java/io/LineNumberReader",
          "java/io/PrintWriter",
          "java/io/PushbackReader",
          "java/io/Reader",
          "java/io/Writer");

  private final Instrumentation instrumentation;
  private final LastingHashCodes hashCodes;
  private final JdkClassTransformer transformer = new JdkClassTransformer();
  private final ModelTable models = new ModelTable();
  private final LibraryCalls calls = new LibraryCalls();
  private final Set<String> asked = new HashSet<>();
  private boolean hostsAreInitialised;
  private boolean immutablesAreOrdered;
  private boolean isInstalled;
  private boolean isLibraryOpen;
  private boolean wrappersAreControlled;
  private boolean textsAreControlled;
  private boolean readersAreWatched;
  private boolean tracesAreCut;

  JdkClasses(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    this.hashCodes = new LastingHashCodes(instrumentation);
  }

  /**
   * Gives classes of the JDK that were loaded since the last time hash codes that are the same in
   * every JVM, before a program asks for them; to be called between executions.
   */
  public static void giveHashCodes() {
    JdkClasses present = Agent.jdkClasses();
    if (present.transformer.takeLoaded()) {
      present.hashCodes.give();
    }
  }

  /** Puts under control what a class of the program may use; before the class is defined. */
  public static void instrumentFor(byte[] programClass) {
    Agent.jdkClasses().instrument(programClass);
  }

  /**
   * Explores the code of concurrent collections too, instead of taking a call as one operation; for
   * all programs of this JVM.
   */
  public static void deepen() {
    Library.deepen();
  }

  /** Whether a class of the JDK is made for several threads, and their order is not explored. */
  public static boolean isUnexplored(String internalName) {
    return Agent.jdkClasses().models.isUnexplored(internalName);
  }

  private synchronized void instrument(byte[] programClass) {
    install();
    transformer.check();
    ConstantPool pool = ConstantPool.of(programClass);
    Map<String, Set<String>> leftAlone = new LinkedHashMap<>();
    Set<ModelClass> wanted = new LinkedHashSet<>();
    Set<String> collections = new LinkedHashSet<>();
    boolean mayStartThreads = false;
    for (String each : pool.classes) {
      if (asked.add(each)) {
        wanted.addAll(models.neededFor(each));
        collections.addAll(calls.neededFor(each));
        mayStartThreads |= models.mayStartThreads(each) || Library.isPipe(each);
        if (UncontrolledMethods.isOfLogging(each)) {
          leftAlone.putAll(UncontrolledMethods.OF_LOGGING);
          initialise(LogCalls.class.getName());
        }
        if (UncontrolledMethods.mayAskForHosts(each)) {
          leftAlone.putAll(UncontrolledMethods.OF_HOSTS);
          initialiseHosts();
        }
      }
    }
    for (String each : pool.members) {
      wanted.addAll(models.neededForMember(each));
      mayStartThreads |= models.startsThread(each);
    }
    if (pool.methods.stream().anyMatch(models::mayWorkInParallel)) {
      mayStartThreads = true;
      wanted.addAll(models.all());
    }
    for (String each : collections) {
      wanted.addAll(models.ofCollection(each));
    }
    if (!wanted.isEmpty() || !collections.isEmpty()) {
      leftAlone.putAll(UncontrolledMethods.OF_LINKAGE);
    }
    if (!immutablesAreOrdered && pool.methods.stream().anyMatch(IMMUTABLE::contains)) {
      immutablesAreOrdered = true;
      orderImmutables();
    }
    if (!wrappersAreControlled && usesWrappers(pool)) {
      wrappersAreControlled = true;
      controlWrappers();
    }
    if (!textsAreControlled && isReaderOrWriter(pool.superclass())) {
      textsAreControlled = true;
      initialise(LockedTexts.class.getName());
      modelMonitors(READERS_AND_WRITERS, LockedTexts.class);
    }
    if (!readersAreWatched && pool.classes.stream().anyMatch(AppearanceVisitor.READERS::contains)) {
      readersAreWatched = true;
      watchReaders();
    }
    if (!tracesAreCut && StackTraceVisitor.mayLook(pool)) {
      tracesAreCut = true;
      cutTraces();
    }
    wanted.removeIf(each -> transformer.isModelled(each.modelled()));
    leftAlone.keySet().removeIf(transformer::isDone);
    collections.removeIf(transformer::isDone);
    if (!wanted.isEmpty() || !leftAlone.isEmpty() || !collections.isEmpty()) {
      change(wanted, leftAlone, collections);
    }
    if (mayStartThreads && !isLibraryOpen) {
      isLibraryOpen = true;
      openLibrary();
    }
  }

  /**
   * Sees classes of the JDK from now on. Not before the program comes: until then the JVM takes
   * them from its archive as they are, which is much faster.
   */
  private void install() {
    if (!isInstalled) {
      isInstalled = true;
      Turns.prepare();
      initialiseZones();
      instrumentation.addTransformer(transformer, true);
    }
  }

  /**
   * A class that is loaded before the transformer is there, and initialised later by a program,
   * would do steps of the program then: this one keeps its values in an atomic array.
   */
  private static void initialiseZones() {
    if (!ZoneOffset.UTC.getId().equals("Z")) {
      throw new IllegalStateException("the JDK has no zones");
    }
  }

  /**
   * The same holds of those that know hosts, which load native code under a lock. A thread that
   * must be unwound there would leave them unusable for all executions.
   */
  private void initialiseHosts() {
    if (!hostsAreInitialised) {
      hostsAreInitialised = true;
      initialise("java/net/InetAddress");
      initialise("java/net/NetworkInterface");
    }
  }

  /**
   * Discards what was compiled of the iterators of immutable sets and maps: it has the order for
   * this JVM built in, and {@link Globals} has set another one.
   */
  private void orderImmutables() {
    Globals.problems();
    List<Class<?>> loaded = new ArrayList<>();
    for (String each : ORDERED) {
      Class<?> type = load(each);
      if (type != null) {
        loaded.add(type);
      }
    }
    retransform(loaded);
  }

  private static boolean usesWrappers(ConstantPool pool) {
    return pool.classes.stream().anyMatch(WITH_WRAPPERS::contains)
        || pool.methods.stream().anyMatch(each -> each.startsWith(WRAPPING));
  }

  private void controlWrappers() {
    AtomicCalls.prepare();
    initialise(CollectionCalls.class.getName());
    modelMonitors(SYNCHRONIZED, AtomicCalls.class);
  }

  private static boolean isReaderOrWriter(String superclass) {
    return superclass.startsWith("java/io/")
        && (superclass.endsWith("Reader") || superclass.endsWith("Writer"));
  }

  /**
   * The code of these classes takes monitors under control, of objects of which a class says so.
   */
  private void modelMonitors(Collection<String> names, Class<?> asked) {
    List<Class<?>> loaded = new ArrayList<>();
    for (String each : names) {
      transformer.modelMonitors(each, asked.getName().replace('.', '/'));
      Class<?> type = load(each);
      if (type != null && !transformer.isDone(each)) {
        loaded.add(type);
      }
    }
    retransform(loaded);
    transformer.check();
  }

  /** What is read from streams is known to the program, whoever uses it first. */
  private void watchReaders() {
    initialise(LibraryHooks.class.getName());
    transformer.watchAppearances();
    List<Class<?>> loaded = new ArrayList<>();
    for (String each : AppearanceVisitor.READERS) {
      Class<?> type = load(each);
      if (type != null && !transformer.isDone(each)) {
        loaded.add(type);
      }
    }
    retransform(loaded);
    transformer.check();
  }

  private void cutTraces() {
    initialise(StackTraces.class.getName());
    transformer.cutTraces();
    retransform(List.of(StackTraceElement.class));
    transformer.check();
  }

  /** Threads that the JDK starts become threads of the program, and its own code has hooks. */
  private void openLibrary() {
    initialise(ForeignThreads.class.getName());
    initialise(LibraryHooks.class.getName());
    transformer.openLibrary();
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> each : instrumentation.getInitiatedClasses(null)) {
      String name = each.getName().replace('.', '/');
      if (Library.contains(name) && !Library.isPipe(name)) {
        loaded.add(each);
      }
    }
    for (String each : THREADS) {
      transformer.watchStarts(each);
      Class<?> type = load(each);
      if (type != null && !transformer.isDone(each)) {
        loaded.add(type);
      }
    }
    retransform(loaded);
    transformer.check();
  }

  private void change(
      Set<ModelClass> wanted, Map<String, Set<String>> leftAlone, Set<String> collections) {
    if (!collections.isEmpty()) {
      AtomicCalls.prepare();
    }
    collections.forEach(transformer::watchCalls);
    Set<String> names = new LinkedHashSet<>(collections);
    for (ModelClass each : wanted) {
      transformer.model(each);
      load(each.modelled()); // before the model, which may ask for its hash code
      initialise(each.name);
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
    retransform(loaded);
    transformer.check();
  }

  private void retransform(List<Class<?>> loaded) {
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("a class of the JDK cannot be changed", e);
    }
  }

  private static @Nullable Class<?> load(String internalName) {
    String name = internalName.replace('/', '.');
    try {
      Class<?> loaded = Class.forName(name, false, null);
      IdentityHashes.give(loaded, name);
      return loaded;
    } catch (ClassNotFoundException e) {
      return null; // this JDK has no such class
    }
  }

  /** So that nothing of the kind is initialised in the middle of an execution. */
  private static void initialise(String internalName) {
    try {
      Class.forName(internalName.replace('/', '.'), true, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(internalName + " is not on the boot class path", e);
    }
  }
}
