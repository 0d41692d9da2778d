package dev.clew.jvm.run;

import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens if several threads call methods of one object of a class of the JDK.
 *
 * <p>One table for all classes that nothing else treats. It names classes and packages; the longest
 * name counts. A class that is not in it is taken for one that can change and does not care for
 * threads. So a package is named only where that holds of none of its classes, or where they are
 * seen in another way.
 */
public enum Mutability {
  /** Nothing that another thread could notice here: it cannot change, or it has a model. */
  NONE,
  /** It changes, and nothing protects it. */
  UNGUARDED,
  /** It changes and protects itself: the order of the calls matters. */
  GUARDED,
  /** The same, by its own monitor. */
  LOCKED;

  /** What the names of classes of the tool begin with that the program may get. */
  private static final String OF_TOOL = "dev.clew.";

  private static final boolean HAS_INTERNAL_LOCKS = hasInternalLocks();

  private static final Map<String, Mutability> TABLE = new HashMap<>();

  static {
    add(
        NONE,
        // Packages of values, and of what has models.
        "java.math.",
        "java.time.",
        "java.util.concurrent.",
        "java.util.function.",
        // Access to memory, which is seen as such, and what programs have no names for.
        "java.lang.foreign.",
        "jdk.internal.",
        "sun.misc.",
        "sun.reflect.",
        // Services that are made for several threads, and what belongs to the world outside.
        "java.lang.management.",
        "java.nio.channels.",
        "java.nio.file.",
        "java.rmi.",
        "java.util.logging.",
        "java.util.prefs.",
        "java.util.spi.",
        "javax.management.",
        "javax.net.",
        "javax.security.",
        // Streams of values are used where they are made.
        "java.util.Spliterator",
        "java.util.Spliterators",
        "java.util.stream.",
        // Of the language: values, what has a model, and what programs are made of.
        "java.lang.annotation.",
        "java.lang.constant.",
        "java.lang.reflect.",
        "java.lang.runtime.",
        "java.lang.Boolean",
        "java.lang.Byte",
        "java.lang.Character",
        "java.lang.Class",
        "java.lang.ClassLoader",
        "java.lang.Comparable",
        "java.lang.Double",
        "java.lang.Enum",
        "java.lang.Float",
        "java.lang.InheritableThreadLocal",
        "java.lang.Integer",
        "java.lang.Iterable",
        "java.lang.Long",
        "java.lang.Math",
        "java.lang.Module",
        "java.lang.ModuleLayer",
        "java.lang.Number",
        "java.lang.Object",
        "java.lang.Package",
        "java.lang.Process",
        "java.lang.ProcessBuilder$Redirect",
        "java.lang.ProcessHandle",
        "java.lang.Record",
        "java.lang.Runnable",
        "java.lang.Runtime",
        "java.lang.ScopedValue",
        "java.lang.SecurityManager",
        "java.lang.Short",
        "java.lang.StackTraceElement",
        "java.lang.StackWalker",
        "java.lang.StrictMath",
        "java.lang.String",
        "java.lang.System",
        "java.lang.Thread",
        "java.lang.ThreadLocal",
        "java.lang.Throwable",
        "java.lang.Void",
        "java.lang.invoke.ConstantCallSite",
        "java.lang.invoke.MethodHandle",
        "java.lang.invoke.MethodHandleInfo",
        "java.lang.invoke.MethodHandles",
        "java.lang.invoke.MethodType",
        "java.lang.invoke.SerializedLambda",
        "java.lang.invoke.SwitchPoint",
        "java.lang.invoke.TypeDescriptor",
        "java.lang.invoke.VarHandle",
        "java.lang.module.Configuration",
        "java.lang.module.ModuleDescriptor",
        "java.lang.module.ModuleFinder",
        "java.lang.module.ModuleReader",
        "java.lang.module.ModuleReference",
        "java.lang.module.ResolvedModule",
        "java.lang.ref.Cleaner",
        "java.lang.ref.ReferenceQueue",
        // Of the network: addresses, what makes connections, and what is outside.
        "java.net.Authenticator",
        "java.net.ContentHandler",
        "java.net.ContentHandlerFactory",
        "java.net.CookiePolicy",
        "java.net.DatagramSocket",
        "java.net.DatagramSocketImpl",
        "java.net.FileNameMap",
        "java.net.IDN",
        "java.net.Inet4Address",
        "java.net.Inet6Address",
        "java.net.InetAddress",
        "java.net.InetSocketAddress",
        "java.net.InterfaceAddress",
        "java.net.MulticastSocket",
        "java.net.NetworkInterface",
        "java.net.PasswordAuthentication",
        "java.net.Proxy",
        "java.net.ProxySelector",
        "java.net.ResponseCache",
        "java.net.ServerSocket",
        "java.net.Socket",
        "java.net.SocketAddress",
        "java.net.SocketImpl",
        "java.net.SocketOption",
        "java.net.StandardSocketOptions",
        "java.net.URI",
        "java.net.URL",
        "java.net.URLClassLoader",
        "java.net.URLStreamHandler",
        "java.net.URLStreamHandlerFactory",
        "java.net.UnixDomainSocketAddress",
        "java.net.http.HttpClient",
        "java.net.http.HttpHeaders",
        "java.net.http.HttpRequest",
        "java.net.http.HttpResponse",
        "java.net.http.WebSocket",
        // Of security: keys, certificates, permissions, and services that are made once for all.
        "java.security.AccessControlContext",
        "java.security.AccessController",
        "java.security.AlgorithmConstraints",
        "java.security.AsymmetricKey",
        "java.security.Certificate",
        "java.security.CodeSigner",
        "java.security.CodeSource",
        "java.security.DrbgParameters",
        "java.security.Guard",
        "java.security.GuardedObject",
        "java.security.Key",
        "java.security.KeyFactory",
        "java.security.KeyPair",
        "java.security.KeyStore$Entry",
        "java.security.KeyStore$LoadStoreParameter",
        "java.security.KeyStore$PrivateKeyEntry",
        "java.security.KeyStore$ProtectionParameter",
        "java.security.KeyStore$SecretKeyEntry",
        "java.security.KeyStore$TrustedCertificateEntry",
        "java.security.PEMDecoder",
        "java.security.PEMEncoder",
        "java.security.Permission",
        "java.security.Policy",
        "java.security.Principal",
        "java.security.PrivateKey",
        "java.security.PrivilegedAction",
        "java.security.PrivilegedExceptionAction",
        "java.security.ProtectionDomain",
        "java.security.Provider",
        "java.security.PublicKey",
        "java.security.SecureClassLoader",
        "java.security.SecureRandom",
        "java.security.SecureRandomSpi",
        "java.security.Security",
        "java.security.Timestamp",
        "java.security.cert.CRL",
        "java.security.cert.CertPath",
        "java.security.cert.CertStore",
        "java.security.cert.Certificate",
        "java.security.cert.CertificateFactory",
        "java.security.cert.Extension",
        "java.security.cert.PKIXCertPathBuilderResult",
        "java.security.cert.PKIXCertPathValidatorResult",
        "java.security.cert.PolicyNode",
        "java.security.cert.PolicyQualifierInfo",
        "java.security.cert.TrustAnchor",
        "java.security.cert.X509CRL",
        "java.security.cert.X509CRLEntry",
        "java.security.cert.X509Certificate",
        "java.security.cert.X509Extension",
        "java.security.interfaces.",
        "java.security.spec.",
        "javax.crypto.SecretKey",
        "javax.crypto.SecretKeyFactory",
        "javax.crypto.spec.",
        // Of desktops: what draws and describes, but holds nothing that is drawn.
        "java.awt.AWTKeyStroke",
        "java.awt.AlphaComposite",
        "java.awt.BasicStroke",
        "java.awt.Color",
        "java.awt.Composite",
        "java.awt.Cursor",
        "java.awt.Font",
        "java.awt.GradientPaint",
        "java.awt.LinearGradientPaint",
        "java.awt.MultipleGradientPaint",
        "java.awt.Paint",
        "java.awt.RadialGradientPaint",
        "java.awt.RenderingHints$Key",
        "java.awt.Stroke",
        "java.awt.SystemColor",
        "java.awt.color.ColorSpace",
        "java.awt.color.ICC_ColorSpace",
        "java.awt.font.FontRenderContext",
        "java.awt.font.LineMetrics",
        "java.awt.font.TextAttribute",
        "java.awt.font.TextLayout",
        "java.awt.font.TransformAttribute",
        "java.awt.image.BandedSampleModel",
        "java.awt.image.ColorModel",
        "java.awt.image.ComponentColorModel",
        "java.awt.image.ComponentSampleModel",
        "java.awt.image.DirectColorModel",
        "java.awt.image.IndexColorModel",
        "java.awt.image.Kernel",
        "java.awt.image.MultiPixelPackedSampleModel",
        "java.awt.image.PackedColorModel",
        "java.awt.image.PixelInterleavedSampleModel",
        "java.awt.image.SampleModel",
        "java.awt.image.SinglePixelPackedSampleModel",
        "javax.imageio.ImageTypeSpecifier",
        "javax.swing.KeyStroke",
        "javax.swing.plaf.ColorUIResource",
        "javax.swing.plaf.FontUIResource",
        // Of XML: what is made to be shared.
        "javax.xml.catalog.Catalog",
        "javax.xml.datatype.DatatypeConstants",
        "javax.xml.datatype.Duration",
        "javax.xml.namespace.QName",
        "javax.xml.transform.Templates",
        "javax.xml.validation.Schema",
        // Values.
        "java.io.File",
        "java.io.FileDescriptor",
        "java.io.FilePermission",
        "java.io.InputStream$1",
        "java.io.OutputStream$1",
        "java.io.ObjectStreamClass",
        "java.io.ObjectStreamField",
        "java.io.Reader$1",
        "java.io.Serializable",
        "java.io.Writer$1",
        "java.nio.ByteOrder",
        "java.nio.charset.",
        "java.text.Annotation",
        "java.text.AttributedCharacterIterator$Attribute",
        "java.text.Bidi",
        "java.text.CollationKey",
        "java.text.DateFormat$Field",
        "java.text.Format$Field",
        "java.text.MessageFormat$Field",
        "java.text.NumberFormat$Field",
        "java.util.AbstractMap$SimpleImmutableEntry",
        "java.util.Base64",
        "java.util.Comparator",
        "java.util.Comparators",
        "java.util.Currency",
        "java.util.EventListener",
        "java.util.EventObject",
        "java.util.HexFormat",
        "java.util.ImmutableCollections",
        "java.util.KeyValueHolder",
        "java.util.Locale",
        "java.util.Optional",
        "java.util.OptionalDouble",
        "java.util.OptionalInt",
        "java.util.OptionalLong",
        "java.util.PropertyPermission",
        "java.util.ResourceBundle",
        "java.util.UUID",
        "java.util.jar.Attributes$Name",
        "java.util.jar.JarFile",
        "java.util.random.RandomGeneratorFactory",
        "java.util.regex.MatchResult",
        "java.util.regex.Matcher$ImmutableMatchResult",
        "java.util.regex.Pattern",
        "java.util.zip.ZipFile",
        "javax.naming.ldap.Rdn",
        // Collections that cannot change, or are seen by what they are made of.
        "java.util.Arrays$ArrayList",
        "java.util.Collections",
        // What has a model, or uses one.
        "java.util.Random",
        "java.util.Timer",
        "java.util.TimerTask");
    // What the table would take for something else.
    add(
        UNGUARDED,
        "java.lang.Thread$Builder",
        "java.lang.module.ModuleDescriptor$Builder",
        "java.net.http.HttpClient$Builder",
        "java.net.http.HttpRequest$Builder",
        "java.net.http.WebSocket$Builder",
        "java.nio.charset.CharsetDecoder",
        "java.nio.charset.CharsetEncoder",
        "java.time.format.DateTimeFormatterBuilder",
        "java.util.Base64$DecInputStream",
        "java.util.Base64$EncOutputStream",
        "java.util.Calendar",
        "java.util.Locale$Builder",
        "java.util.TimeZone",
        "java.util.WeakHashMap",
        "java.util.logging.LogRecord",
        "java.util.random.RandomGenerator",
        "java.util.zip.ZipFile$ZipFileInflaterInputStream",
        "javax.net.ssl.SSLParameters");
    add(
        GUARDED,
        "java.beans.PropertyChangeSupport",
        "java.beans.VetoableChangeSupport",
        "java.io.BufferedReader",
        "java.io.BufferedWriter",
        "java.io.CharArrayReader",
        "java.io.CharArrayWriter",
        "java.io.FileInputStream",
        "java.io.FileOutputStream",
        "java.io.FileReader",
        "java.io.FileWriter",
        "java.io.FilterInputStream",
        "java.io.FilterOutputStream",
        "java.io.FilterReader",
        "java.io.FilterWriter",
        "java.io.InputStreamReader",
        "java.io.LineNumberReader",
        "java.io.OutputStreamWriter",
        "java.io.PipedOutputStream",
        "java.io.PipedWriter",
        "java.io.PrintWriter",
        "java.io.PushbackReader",
        "java.io.RandomAccessFile",
        "java.io.StringReader",
        "java.io.StringWriter",
        "java.lang.ClassValue",
        "java.lang.StableValue",
        "java.lang.ThreadGroup",
        "java.lang.invoke.VolatileCallSite",
        "java.lang.ref.Reference",
        "java.lang.ref.PhantomReference",
        "java.lang.ref.SoftReference",
        "java.lang.ref.WeakReference",
        "java.net.CookieHandler",
        "java.net.CookieManager",
        "java.net.CookieStore",
        "java.security.KeyStore$Builder",
        "java.security.PermissionCollection",
        "java.security.Permissions",
        "java.util.zip.Deflater",
        "java.util.zip.Inflater",
        "java.util.zip.ZipFile$ZipFileInputStream",
        "sun.nio.ch.ChannelInputStream",
        "sun.nio.ch.ChannelOutputStream");
    add(
        LOCKED,
        "java.io.BufferedInputStream",
        "java.io.BufferedOutputStream",
        "java.io.ByteArrayInputStream",
        "java.io.ByteArrayOutputStream",
        "java.io.PipedInputStream",
        "java.io.PipedReader",
        "java.io.PrintStream",
        "java.net.DatagramPacket",
        "java.security.KeyStore$PasswordProtection",
        "java.text.Collator",
        "java.text.RuleBasedCollator",
        "java.util.Observable",
        "javax.swing.event.EventListenerList");
  }

  private static void add(Mutability mutability, String... names) {
    for (String each : names) {
      TABLE.put(each, mutability);
    }
  }

  /** Of a class or interface by its internal name, as far as the name tells. */
  public static Mutability ofName(String internalName) {
    Mutability found = find(internalName.replace('/', '.'));
    return found == null ? UNGUARDED : found;
  }

  /**
   * Of the objects of a class of the JDK.
   *
   * @param isExtended they are of a subclass in the program
   */
  static Mutability of(Class<?> type, boolean isExtended) {
    boolean isValue = type.isHidden() || type.isEnum() || type.isRecord() || type.isArray();
    if (isValue || type == Object.class || type.getName().startsWith(OF_TOOL)) {
      return NONE;
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return LOCKED;
    }
    if (Thread.class.isAssignableFrom(type)) {
      return GUARDED;
    }
    Mutability found = isForPrograms(type) ? null : findAbove(type);
    found = found == null ? find(type.getName()) : found;
    if (found != null) {
      return found == LOCKED && !usesMonitor(type) ? GUARDED : found;
    }
    // Skeletons of the JDK have no state but that of the program.
    return isExtended && Modifier.isAbstract(type.getModifiers()) ? NONE : UNGUARDED;
  }

  /** What is said of a class, null if nothing. */
  private static @Nullable Mutability find(String name) {
    Mutability found = TABLE.get(name);
    String outer = name;
    for (int end = outer.lastIndexOf('$'); found == null && end > 0; end = outer.lastIndexOf('$')) {
      outer = outer.substring(0, end);
      found = TABLE.get(outer);
    }
    for (int end = outer.lastIndexOf('.'); found == null && end > 0; end = outer.lastIndexOf('.')) {
      found = TABLE.get(outer.substring(0, end + 1));
      outer = outer.substring(0, end);
    }
    return found;
  }

  private static boolean isApi(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.") || name.startsWith("javax.");
  }

  /** Have programs a name for it? */
  private static boolean isForPrograms(Class<?> type) {
    return isApi(type) && Modifier.isPublic(type.getModifiers());
  }

  /** What is said of what a class of the inside of the JDK stands for. */
  private static @Nullable Mutability findAbove(Class<?> type) {
    Mutability found = null;
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      found = found == null && isApi(each) ? find(each.getName()) : found;
      for (Class<?> implemented : each.getInterfaces()) {
        boolean counts = found == null && isApi(implemented) && !isMinor(implemented);
        found = counts ? find(implemented.getName()) : found;
      }
    }
    return found;
  }

  /** Interfaces that say nothing of what a class is. */
  private static boolean isMinor(Class<?> type) {
    return type == Cloneable.class
        || type == Comparable.class
        || type == java.io.Serializable.class;
  }

  /** Some versions of the JDK have other locks in the place of monitors. */
  private static boolean usesMonitor(Class<?> type) {
    return !type.getName().startsWith("java.io.")
        || type.getName().startsWith("java.io.ByteArray")
        || !HAS_INTERNAL_LOCKS;
  }

  private static boolean hasInternalLocks() {
    try {
      Class.forName("jdk.internal.misc.InternalLock", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
