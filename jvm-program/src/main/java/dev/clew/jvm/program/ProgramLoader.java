package dev.clew.jvm.program;

import dev.clew.jvm.agent.ClassFiles;
import dev.clew.jvm.agent.ConstantPool;
import dev.clew.jvm.agent.ExtraHooks;
import dev.clew.jvm.agent.JdkClasses;
import dev.clew.jvm.agent.ProgramClassTransformer;
import dev.clew.jvm.agent.ProgramCode;
import dev.clew.jvm.agent.UnreadableClassFile;
import dev.clew.jvm.run.Hooks;
import dev.clew.jvm.run.IdentityHashes;
import dev.clew.jvm.run.Positions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

/**
 * The class loader of a program under test: transforms every class that it defines.
 *
 * <p>Its parent is the platform class loader, so the program sees the JDK and itself and nothing of
 * this tool except what transformed code calls. Loading a class or a resource is no step of the
 * program: nothing is scheduled meanwhile.
 */
public final class ProgramLoader extends SecureClassLoader implements AutoCloseable {
  private static final String CALLED_BY_PROGRAM = "dev.clew.jvm.run.";

  private final ClassPath classPath;
  private final ProgramClassTransformer transformer;

  private final ProgramUses uses = new ProgramUses();

  private volatile String damage = "";

  /** The hashes of the class files of the classes defined so far. */
  private final Map<String, String> hashes = new TreeMap<>();

  /** A loader for the program in these directories and jars. */
  public ProgramLoader(List<Path> classPath) {
    this(classPath, Set.of());
  }

  /**
   * The same.
   *
   * @param extra what the program is to tell besides
   */
  public ProgramLoader(List<Path> classPath, Set<ExtraHooks> extra) {
    super(Positions.PROGRAM, ClassLoader.getPlatformClassLoader());
    this.classPath = new ClassPath(classPath);
    this.transformer = new ProgramClassTransformer(new ClassFiles(this::classFile), extra);
    setDefaultAssertionStatus(true);
    IdentityHashes.give(getUnnamedModule(), Positions.PROGRAM + " module");
  }

  /** The code of the classes defined so far, null if it is not kept. */
  @Nullable ProgramCode code() {
    return transformer.code();
  }

  /** The methods of classes defined so far that are too large for all hooks. */
  Set<String> tooLarge() {
    return transformer.tooLarge();
  }

  /** What the classes defined so far name of the JDK. */
  ProgramUses uses() {
    return uses;
  }

  private byte @Nullable [] classFile(String internalName) {
    ClassPath.Found found = classPath.read(internalName + ".class");
    return found == null ? null : found.bytes();
  }

  /** For each class defined so far a hash of its class file, as it is on the class path. */
  public Map<String, String> classHashes() {
    synchronized (hashes) {
      return new TreeMap<>(hashes);
    }
  }

  /** Whether the class path has a class. */
  public boolean has(String name) {
    return classFile(name.replace('.', '/')) != null;
  }

  /** The same for a class on the class path, whether it was defined or not; empty if none. */
  public String classHash(String name) {
    byte[] bytes = classFile(name.replace('.', '/'));
    return bytes == null ? "" : hash(bytes);
  }

  /** Two checksums: enough to notice a change, and quicker to have than any digest of the JDK. */
  private static String hash(byte[] bytes) {
    Checksum first = new CRC32();
    Checksum second = new CRC32C();
    first.update(bytes, 0, bytes.length);
    second.update(bytes, 0, bytes.length);
    return HexFormat.of().toHexDigits(first.getValue() << Integer.SIZE | second.getValue());
  }

  // --- classes ---

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Object token = Hooks.suspend();
    try {
      if (name.startsWith(CALLED_BY_PROGRAM)) {
        return Class.forName(name, false, Hooks.class.getClassLoader());
      }
      Class<?> loaded = super.loadClass(name, resolve);
      IdentityHashes.give(loaded, name);
      if (loaded.isEnum() && loaded.getClassLoader() != this) {
        // Of the JDK: initialised once, so before a thread of the program asks for hash codes.
        Class.forName(name, true, loaded.getClassLoader());
        IdentityHashes.giveToConstants(loaded);
      }
      return loaded;
    } finally {
      Hooks.resume(token);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String internalName = name.replace('.', '/');
    byte[] made = transformer.made(internalName);
    if (made != null) {
      return defineClass(name, made, 0, made.length);
    }
    ClassPath.Found found = classPath.read(internalName + ".class");
    if (found == null) {
      throw new ClassNotFoundException(name);
    }
    synchronized (hashes) {
      hashes.put(name, hash(found.bytes()));
    }
    byte[] transformed = transform(name, internalName, found);
    definePackage(name, found.entry());
    CodeSource source = new CodeSource(found.entry().location(), (Certificate[]) null);
    try {
      return defineClass(name, transformed, 0, transformed.length, source);
    } catch (UnsupportedClassVersionError e) {
      damage = "class " + name + " cannot be loaded: " + e; // the JVM says what to do
      throw e;
    } catch (ClassFormatError e) {
      throw damaged(internalName, e);
    }
  }

  private byte[] transform(String name, String internalName, ClassPath.Found found) {
    try {
      JdkClasses.instrumentFor(found.bytes());
      uses.add(name, ConstantPool.of(found.bytes()));
      return transformer.transform(internalName, found.bytes());
    } catch (UnreadableClassFile e) {
      throw damaged(e.className(), e);
    } catch (MethodTooLargeException | ClassTooLargeException e) {
      throw full(name, e);
    } catch (RuntimeException e) {
      throw damaged(internalName, e);
    }
  }

  /** What to throw because nothing can be added to a class any more; it is noted. */
  private ClassFormatError full(String name, RuntimeException how) {
    String what =
        how instanceof MethodTooLargeException method
            ? "the method " + name + "." + method.getMethodName()
            : "the class " + name;
    damage =
        what
            + " is as large as it can be: nothing can be added to it, so it cannot be put under"
            + " control.\n  Split it.";
    ClassFormatError error = new ClassFormatError(damage);
    error.initCause(how);
    return error;
  }

  /** What to throw, as the JVM does, because a class file is damaged; it is noted. */
  private ClassFormatError damaged(String internalName, Throwable how) {
    ClassPath.Found found = classPath.read(internalName + ".class");
    Path file = found == null ? Path.of(internalName) : found.entry().path();
    damage =
        "the class file "
            + internalName
            + ".class in "
            + file
            + " is damaged, or made in a way that Clew does not know: "
            + (how instanceof UnreadableClassFile ? how.getCause() : how)
            + ".\n  Compile the class again.";
    ClassFormatError error = new ClassFormatError(damage);
    error.initCause(how);
    return error;
  }

  /** Which class file is damaged or too new, and how; empty if none was found to be. */
  String damage() {
    return damage;
  }

  private void definePackage(String className, ClassPath.Entry entry) {
    int dot = className.lastIndexOf('.');
    String name = dot < 0 ? "" : className.substring(0, dot);
    if (getDefinedPackage(name) != null) {
      return;
    }
    Attributes main = new Attributes();
    try {
      Manifest manifest = entry.manifest();
      main = manifest == null ? main : manifest.getMainAttributes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot read the manifest of " + entry.path(), e);
    }
    definePackage(
        name,
        main.getValue(Attributes.Name.SPECIFICATION_TITLE),
        main.getValue(Attributes.Name.SPECIFICATION_VERSION),
        main.getValue(Attributes.Name.SPECIFICATION_VENDOR),
        main.getValue(Attributes.Name.IMPLEMENTATION_TITLE),
        main.getValue(Attributes.Name.IMPLEMENTATION_VERSION),
        main.getValue(Attributes.Name.IMPLEMENTATION_VENDOR),
        null);
  }

  // --- resources ---

  @Override
  public @Nullable URL getResource(String name) {
    Object token = Hooks.suspend();
    try {
      return super.getResource(name);
    } finally {
      Hooks.resume(token);
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Object token = Hooks.suspend();
    try {
      return super.getResources(name);
    } finally {
      Hooks.resume(token);
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    Object token = Hooks.suspend();
    try {
      return super.getResourceAsStream(name);
    } finally {
      Hooks.resume(token);
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    List<URL> found = classPath.find(name);
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    return Collections.enumeration(classPath.find(name));
  }

  /** Closes the jars: no more classes can be loaded. */
  @Override
  public void close() throws IOException {
    classPath.close();
  }
}
