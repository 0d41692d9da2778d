package dev.clew.jvm.agent;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.Positions;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Changes classes of the JDK: those that were asked for get their models, or hooks in their own
 * code, or methods that run outside control, or tell when they start threads or are called; and
 * whatever the JDK loads while a program runs is initialised outside control.
 *
 * <p>The last one because a class of the JDK is initialised once, and the program is executed many
 * times: what happens then must be no step of the program.
 */
final class JdkClassTransformer implements ClassFileTransformer {
  private static final String HOOKS = "dev/clew/jvm/run/Hooks";
  private static final String LIBRARY_HOOKS = "dev/clew/jvm/run/LibraryHooks";
  private static final Set<String> INITIALISER = Set.of("<clinit>");

  private final ClassFiles files = new ClassFiles(name -> null);
  private final Map<String, ModelClass> models = new HashMap<>();
  private final Map<String, Set<String>> uncontrolled = new HashMap<>();
  private final Set<String> ofThreads = new HashSet<>();
  private final CallSites callSites = CallSites.standard(files);
  private boolean opensLibrary;
  private final Set<String> ofCollections = new HashSet<>();
  private final Map<String, String> withMonitors = new HashMap<>();
  private final LibraryCalls calls = new LibraryCalls();
  private boolean watchesAppearances;
  private boolean cutsTraces;
  private final Set<String> done = new HashSet<>();
  private @Nullable Throwable failure;
  private volatile boolean hasLoaded = true;

  /** From now on the class is modelled, once it is loaded or retransformed. */
  synchronized void model(ModelClass model) {
    if (models.put(model.modelled(), model) == null) {
      done.remove(model.modelled());
    }
  }

  /** Whether this was said already. */
  synchronized boolean isModelled(String internalName) {
    return models.containsKey(internalName);
  }

  /** From now on these methods of the class run outside control, once it is retransformed. */
  synchronized void leaveAlone(String internalName, Set<String> methods) {
    uncontrolled.put(internalName, methods);
  }

  /** From now on the class tells when a thread is started, once it is retransformed. */
  synchronized void watchStarts(String internalName) {
    ofThreads.add(internalName);
  }

  /** From now on the code of the {@link Library} has hooks, once it is loaded or retransformed. */
  synchronized void openLibrary() {
    opensLibrary = true;
  }

  /** From now on calls of methods of this collection are operations, once it is retransformed. */
  synchronized void watchCalls(String internalName) {
    ofCollections.add(internalName);
  }

  /**
   * From now on the code of this class takes models of monitors, once it is retransformed.
   *
   * @param asked the class that says of which objects
   */
  synchronized void modelMonitors(String internalName, String asked) {
    withMonitors.put(internalName, asked);
  }

  /** From now on what reads objects from streams tells of them, once it is retransformed. */
  synchronized void watchAppearances() {
    watchesAppearances = true;
  }

  /** From now on stack traces have no frames of this tool, once their maker is retransformed. */
  synchronized void cutTraces() {
    cutsTraces = true;
  }

  /** Has the class been changed as was asked for? */
  synchronized boolean isDone(String internalName) {
    return done.contains(internalName);
  }

  /** Whether classes may have been loaded since this was asked the last time. */
  boolean takeLoaded() {
    boolean loaded = hasLoaded;
    if (loaded) {
      hasLoaded = false;
    }
    return loaded;
  }

  /** Throws what went wrong in a transformation: the JVM tells nobody. */
  synchronized void check() {
    Throwable failed = failure;
    if (failed != null) {
      failure = null;
      throw new IllegalStateException("cannot put a class of the JDK under control", failed);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    hasLoaded = true;
    if (name == null || module == null || !module.isNamed() || !isOfJdk(loader)) {
      noteForeign(loader, name, redefined);
      return null;
    }
    Object token = Hooks.suspend();
    try {
      boolean isFirstUse = redefined == null && Hooks.execution() != null;
      return transform(name, redefined == null ? classFile : complete(name, classFile), isFirstUse);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        failure = new IllegalStateException(name, e);
      }
      return null;
    } finally {
      Hooks.resume(token);
    }
  }

  /** What the JVM gives of a class that is loaded lacks frames if it was loaded without check. */
  private byte[] complete(String name, byte[] classFile) {
    byte[] original = isAsked(name) ? ClassFiles.platformClassFile(name) : null;
    return original == null ? classFile : original;
  }

  /** A class that the program defines by a class loader of its own is not under control. */
  private static void noteForeign(
      @Nullable ClassLoader loader, @Nullable String name, @Nullable Class<?> redefined) {
    Execution now = Hooks.execution();
    if (now != null
        && name != null
        && redefined == null
        && loader != null
        && !isOfJdk(loader)
        && loader != ClassLoader.getSystemClassLoader()
        && !Positions.PROGRAM.equals(loader.getName())) {
      Object token = Hooks.suspend(); // what we write down is no step of the program
      try {
        now.noteForeignClass(name.replace('/', '.'));
      } finally {
        Hooks.resume(token);
      }
    }
  }

  static boolean isOfJdk(@Nullable ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** The class with all that was asked for, null if that is nothing. */
  synchronized byte @Nullable [] transform(String name, byte[] classFile, boolean isFirstUse) {
    boolean isAsked = isAsked(name);
    if (!isAsked && !isFirstUse) {
      return null;
    }
    ClassInfo original = ClassInfo.of(classFile, false);
    boolean isInitialised = isFirstUse && original.hasInitialiser;
    if (!isAsked && !isInitialised) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    FrameWriter.takeTime(writer);
    ClassVisitor chain = asked(name, original, reader, writer);
    if (isInitialised) {
      chain = new UncontrolledVisitor(chain, INITIALISER);
    }
    reader.accept(chain, ClassReader.EXPAND_FRAMES);
    if (isAsked) {
      done.add(name);
    }
    return writer.toByteArray();
  }

  private synchronized boolean isAsked(String name) {
    return models.containsKey(name)
        || uncontrolled.containsKey(name)
        || ofThreads.contains(name)
        || ofCollections.contains(name)
        || withMonitors.containsKey(name)
        || isReader(name)
        || makesTraces(name)
        || isOfLibrary(name);
  }

  private boolean isReader(String name) {
    return watchesAppearances && AppearanceVisitor.READERS.contains(name);
  }

  private boolean makesTraces(String name) {
    return cutsTraces && name.equals(StackTraceVisitor.MAKER);
  }

  private boolean isOfLibrary(String name) {
    return opensLibrary && Library.contains(name);
  }

  private ClassVisitor asked(
      String name, ClassInfo original, ClassReader reader, ClassVisitor writer) {
    ClassVisitor chain = ofThreads.contains(name) ? new ThreadStartVisitor(writer, name) : writer;
    if (isReader(name)) {
      chain = new AppearanceVisitor(chain);
    }
    if (makesTraces(name)) {
      chain = new StackTraceVisitor(chain);
    }
    if (isOfLibrary(name) && Library.isPipe(name)) {
      chain = new SynchronizedVisitor(new LibraryMonitorVisitor(chain, name, HOOKS), name);
    }
    if (isOfLibrary(name)) {
      FieldSlots.declare(original, files, true);
      ClassFacts facts = ClassFacts.of(reader);
      chain =
          new LibraryVisitor(
              chain, new HookedClass(original, facts, files, callSites, LIBRARY_HOOKS, true, true));
    }
    ModelClass model = models.get(name);
    if (model != null && ProcessorsVisitor.isMeant(name)) {
      chain = new ProcessorsVisitor(chain);
    }
    if (model != null) {
      ModelledClass modelled = ModelledClass.of(model, original, files);
      chain = new ModelVisitor(chain, original, ClassFacts.of(reader), modelled, HOOKS);
    }
    if (ofCollections.contains(name)) {
      chain = new LibraryCallVisitor(chain, original, calls.of(name), calls.innerOf(name));
    }
    String asked = withMonitors.get(name);
    if (asked != null) {
      chain = new LibraryMonitorVisitor(chain, name, asked);
    }
    Set<String> leftAlone = uncontrolled.get(name);
    if (leftAlone != null) {
      chain = LogVisitor.isMeant(name) ? new LogVisitor(chain, name) : chain;
      chain = new UncontrolledVisitor(chain, leftAlone);
    }
    return chain;
  }
}
