package dev.clew.junit.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Runs a schedule in this JVM, not in a worker. The tool is loaded by a class loader of its own, so
 * that tests see nothing of it; only what it calls from classes of the JDK has to be on the boot
 * class path.
 */
public final class ReplayHere {
  private static @Nullable ClassLoader tool;

  private ReplayHere() {}

  /** Whether a file was made for a test, or a part of one. */
  public static boolean isOf(String file, String target) {
    try {
      return Files.readString(Path.of(file)).contains("\"" + target + "\"");
    } catch (IOException e) {
      return true; // to replay it will tell what is wrong
    }
  }

  /** Replays a file: a violation is what is expected. */
  public static synchronized Answer replay(String file) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
      Method run =
          tool()
              .loadClass("dev.clew.cli.Main")
              .getMethod("run", String[].class, PrintStream.class, PrintStream.class);
      // Who wrote the test named the file in it.
      String[] words = {"replay", "--patient", "--trust", file};
      Object code = run.invoke(null, words, out, out);
      out.flush();
      return answer(Answer.Verdict.of((Integer) code), bytes.toString(StandardCharsets.UTF_8));
    } catch (InvocationTargetException e) {
      return failed(e.getCause() == null ? e : e.getCause());
    } catch (IOException | ReflectiveOperationException e) {
      return failed(e);
    }
  }

  private static Answer failed(Throwable why) {
    return answer(Answer.Verdict.UNUSABLE, "clew: the test cannot be replayed here: " + why);
  }

  private static Answer answer(Answer.Verdict verdict, String text) {
    return new Answer(verdict, "", 1, 1, List.of(), text);
  }

  /** The class loader of the tool, which may change classes of the JDK. */
  private static ClassLoader tool() throws IOException, ReflectiveOperationException {
    ClassLoader present = tool;
    if (present != null) {
      return present;
    }
    ToolFiles files = ToolFiles.in(BuildDirectory.output());
    Instrumentation instrumentation = attach();
    // Debuggers know no threads but those of the platform.
    System.setProperty("clew.platformThreads", "true");
    List<URL> urls = new ArrayList<>();
    urls.add(files.main().toUri().toURL());
    List<Path> boot = List.of(files.library("clew-trace"), files.library("clew-jvm-run"));
    for (Path each : boot) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(each.toFile()));
    }
    for (Path each : files.libraries()) {
      urls.add(each.toUri().toURL());
    }
    URLClassLoader loader =
        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    loader
        .loadClass("dev.clew.jvm.agent.Agent")
        .getMethod("agentmain", String.class, Instrumentation.class)
        .invoke(null, null, instrumentation);
    tool = loader;
    return loader;
  }

  private static Instrumentation attach() throws IOException {
    Path agent = Files.createTempFile("clew-agent-", ".jar");
    try {
      writeAgent(agent);
      String own =
          Path.of(ReplayHere.class.getProtectionDomain().getCodeSource().getLocation().getPath())
              .toString();
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  own,
                  "--add-modules",
                  "jdk.attach",
                  Attacher.class.getName(),
                  Long.toString(ProcessHandle.current().pid()),
                  agent.toString())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      Instrumentation given = Attached.get();
      if (given == null) {
        throw new IOException("no agent can be attached to this JVM: " + said);
      }
      return given;
    } finally {
      Files.deleteIfExists(agent);
    }
  }

  /** A jar that only names a class of ours, which the JVM has already. */
  private static void writeAgent(Path file) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", Attached.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    attributes.putValue("Can-Redefine-Classes", "true");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.finish();
    }
  }
}
