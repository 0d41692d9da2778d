package dev.clew.jvm.agent;

import dev.clew.jvm.run.ClassInitialisation;
import dev.clew.jvm.run.Hooks;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * Loads classes of its own, once more and transformed or as they are, beside those that the tests
 * themselves use.
 */
final class Subjects extends ClassLoader {
  private final Predicate<String> isSubject;
  private final Map<String, byte[]> given = new HashMap<>();
  private boolean keepsFrames;
  private final @Nullable ProgramClassTransformer transformer;
  private final ClassFiles files = new ClassFiles(this::subjectFile);

  private Subjects(
      Predicate<String> isSubject,
      @Nullable Function<ClassFiles, ProgramClassTransformer> transformers) {
    super(Subjects.class.getClassLoader());
    this.isSubject = isSubject;
    this.transformer = transformers == null ? null : transformers.apply(files);
    setDefaultAssertionStatus(true);
  }

  /** Transforms the classes whose internal names are accepted. */
  static Subjects transformed(Predicate<String> isSubject) {
    return new Subjects(isSubject, files -> new ProgramClassTransformer(files, Set.of()));
  }

  /** Transforms the classes in and below a package. */
  static Subjects transformed(String packageName) {
    return transformed(name -> name.startsWith(packageName.replace('.', '/') + "/"));
  }

  /** Transforms the classes in and below a package to call {@link RecordedHooks}. */
  static Subjects recorded(String packageName) {
    return new Subjects(
        name -> name.startsWith(packageName.replace('.', '/') + "/"),
        files ->
            new ProgramClassTransformer(
                files,
                ReplacedCalls.table(files),
                Type.getInternalName(RecordedHooks.class),
                Set.of(ExtraHooks.ROUNDS)));
  }

  /** Loads the classes whose internal names are accepted as they are. */
  static Subjects original(Predicate<String> isSubject) {
    return new Subjects(isSubject, null);
  }

  /** Loads the classes in and below a package as they are. */
  static Subjects original(String packageName) {
    return original(name -> name.startsWith(packageName.replace('.', '/') + "/"));
  }

  /** Adds a class that is not on the class path. */
  Subjects with(byte[] classFile) {
    given.put(new ClassReader(classFile).getClassName(), classFile);
    return this;
  }

  /** Transforms classes as if they named missing ones. */
  Subjects keepingFrames() {
    keepsFrames = true;
    return this;
  }

  ClassFiles files() {
    return files;
  }

  /** What the next execution begins with. */
  static void startExecution() {
    Hooks.turn += 1L << 32;
    ClassInitialisation.startExecution();
  }

  /** The result of the static method {@code run} of a class. */
  Object run(String className) {
    try {
      return Class.forName(className, false, this).getMethod("run").invoke(null);
    } catch (InvocationTargetException e) {
      throw new AssertionError(className + " failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("cannot run " + className, e);
    }
  }

  /** The class file as the JVM gets it. */
  byte[] transformedFile(String internalName) {
    byte[] file = subjectFile(internalName);
    if (file == null || transformer == null) {
      throw new IllegalArgumentException(internalName + " is not transformed");
    }
    return transform(transformer, internalName, file);
  }

  private byte[] transform(ProgramClassTransformer with, String internalName, byte[] original) {
    return keepsFrames
        ? with.transformKeepingFrames(original)
        : with.transform(internalName, original);
  }

  private byte @Nullable [] subjectFile(String internalName) {
    byte[] file = given.get(internalName);
    if (file != null || !isSubject.test(internalName)) {
      return file;
    }
    try (InputStream in = getResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      String internalName = name.replace('.', '/');
      byte[] made = transformer == null ? null : transformer.made(internalName);
      if (made != null) {
        return defineClass(name, made, 0, made.length);
      }
      byte[] original = subjectFile(internalName);
      if (original == null) {
        return super.loadClass(name, resolve);
      }
      byte[] file = transformer == null ? original : transform(transformer, internalName, original);
      return defineClass(name, file, 0, file.length);
    }
  }

  /** What ASM's verifier has to say against a class file, empty if nothing. */
  String complaints(byte[] classFile) {
    StringWriter complaints = new StringWriter();
    CheckClassAdapter.verify(new ClassReader(classFile), this, false, new PrintWriter(complaints));
    return complaints.toString();
  }
}
