package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Execution;
import dev.clew.jvm.run.Hooks;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** The loader that has the class path of the program, which is the system's on the JVM. */
@Replaces(ClassLoader.class)
public final class ClassLoaderCalls {
  private ClassLoaderCalls() {}

  /** Instead of {@link ClassLoader#getSystemClassLoader}. */
  public static ClassLoader getSystemClassLoader() {
    Execution now = Hooks.execution();
    ClassLoader loader = now == null ? null : now.programLoader();
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  /** Instead of {@link ClassLoader#getSystemResource}. */
  public static @Nullable URL getSystemResource(String name) {
    return getSystemClassLoader().getResource(name);
  }

  /** Instead of {@link ClassLoader#getSystemResourceAsStream}. */
  public static @Nullable InputStream getSystemResourceAsStream(String name) {
    return getSystemClassLoader().getResourceAsStream(name);
  }

  /** Instead of {@link ClassLoader#getSystemResources}. */
  public static Enumeration<URL> getSystemResources(String name) throws IOException {
    return getSystemClassLoader().getResources(name);
  }
}
