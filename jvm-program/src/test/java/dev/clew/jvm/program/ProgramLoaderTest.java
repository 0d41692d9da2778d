package dev.clew.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import programs.Json;
import programs.Sees;

class ProgramLoaderTest {
  private static final Path TEST_CLASSES = placeOf(Sees.class);

  @TempDir Path directory;

  @Test
  void classesAreTransformed() throws Exception {
    try (ProgramLoader loader = new ProgramLoader(List.of(TEST_CLASSES))) {
      Class<?> sees = loader.loadClass("programs.Sees");

      assertThat(sees.getClassLoader()).isSameAs(loader);
      assertThat(sees).isNotSameAs(Sees.class);
      assertThat(sees.getDeclaredMethod("$clew$init")).isNotNull();
      assertThat(sees.getMethod("calls").invoke(null)).isEqualTo(1);
      assertThat(sees.getMethod("calls").invoke(null)).isEqualTo(2);
    }
  }

  @Test
  void theProgramSeesItselfAndTheJdkAndNothingOfTheTool() throws Exception {
    try (ProgramLoader loader = new ProgramLoader(List.of(TEST_CLASSES))) {
      var canLoad = loader.loadClass("programs.Sees").getMethod("canLoad", String.class);

      assertThat(canLoad.invoke(null, "programs.Sees")).isEqualTo(true);
      assertThat(canLoad.invoke(null, "java.util.concurrent.locks.ReentrantLock")).isEqualTo(true);
      assertThat(canLoad.invoke(null, "java.sql.Connection")).isEqualTo(true);
      assertThat(canLoad.invoke(null, "org.objectweb.asm.ClassReader")).isEqualTo(false);
      assertThat(canLoad.invoke(null, "org.junit.jupiter.api.Test")).isEqualTo(false);
      assertThat(canLoad.invoke(null, "dev.clew.jvm.agent.ClassFiles")).isEqualTo(false);
      assertThat(canLoad.invoke(null, "no.such.Class")).isEqualTo(false);
    }
  }

  @Test
  void assertionsAreChecked() throws Exception {
    try (ProgramLoader loader = new ProgramLoader(List.of(TEST_CLASSES))) {
      assertThat(loader.loadClass("programs.Sees").getMethod("asserts").invoke(null))
          .isEqualTo(true);
    }
  }

  @Test
  void aLibraryThatUsesReflectionWorks() throws Exception {
    Path gson = placeOf(com.google.gson.Gson.class);
    try (ProgramLoader loader = new ProgramLoader(List.of(TEST_CLASSES, gson))) {
      Class<?> json = loader.loadClass("programs.Json");

      assertThat(json.getMethod("run").invoke(null)).isEqualTo(Json.run());
      assertThat(loader.loadClass("com.google.gson.Gson").getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void aProgramSeesTheMembersThatItsClassFilesHave() throws Exception {
    try (ProgramLoader loader = new ProgramLoader(List.of(TEST_CLASSES))) {
      Class<?> members = loader.loadClass("programs.Members");

      assertThat(members.getMethod("run").invoke(null))
          .isEqualTo(
              List.of(
                  "fields: public static final WORDS, public value",
                  "declared fields: public static final WORDS, public value, private guarded",
                  "declared methods: public synchronized add, public sum",
                  "methods: public synchronized add, public sum",
                  "interfaces: [interface java.io.Serializable, interface java.lang.Runnable]",
                  "generic: [interface java.io.Serializable, interface java.lang.Runnable]",
                  "annotated: 2",
                  "constants: public static final ONE, public static final TWO,"
                      + " private static final $VALUES",
                  "no field $clew$shadow, no field serialVersionUID, no method $clew$init",
                  "public static final java.util.List programs.Members$Bean.WORDS",
                  "cannot be written",
                  "public synchronized",
                  "proxy of [interface java.lang.Runnable]"));
    }
  }

  @Test
  void resourcesAreFoundInDirectoriesAndJars() throws Exception {
    Path files = Files.createDirectories(directory.resolve("some files/programs"));
    Files.writeString(files.resolve("text.txt"), "in a directory");
    Path jar =
        jar(
            "a b#.jar",
            new Manifest(),
            Map.of(
                "programs/text.txt", "in a jar".getBytes(UTF_8),
                "programs/odd name%.txt", "odd".getBytes(UTF_8)));
    try (ProgramLoader loader = new ProgramLoader(List.of(files.getParent(), jar, TEST_CLASSES))) {
      Class<?> sees = loader.loadClass("programs.Sees");
      var resource = sees.getMethod("resource", String.class);

      assertThat(resource.invoke(null, "text.txt")).isEqualTo("in a directory");
      assertThat(resource.invoke(null, "odd name%.txt")).isEqualTo("odd");
      assertThat(resource.invoke(null, "none.txt")).isEqualTo("none");
      assertThat(sees.getMethod("resources", String.class).invoke(null, "programs/text.txt"))
          .isEqualTo(2);
      assertThat(loader.getResource("../pom.xml")).isNull();
      assertThat(loader.getResource("java/lang/Object.class")).isNotNull();
      List<String> texts =
          Collections.list(loader.getResources("programs/text.txt")).stream()
              .map(ProgramLoaderTest::text)
              .toList();
      assertThat(texts).containsExactly("in a directory", "in a jar");
    }
  }

  @Test
  void aJarHasItsClassesItsPackagesAndItsPlace() throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.IMPLEMENTATION_TITLE, "a title");
    main.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    Path jar = jar("program.jar", manifest, Map.of("programs/Sees.class", classFile(Sees.class)));
    try (ProgramLoader loader = new ProgramLoader(List.of(directory.resolve("missing"), jar))) {
      Class<?> sees = loader.loadClass("programs.Sees");

      assertThat(sees.getPackage().getImplementationTitle()).isEqualTo("a title");
      assertThat(sees.getPackage().getImplementationVersion()).isEqualTo("1.2.3");
      assertThat(sees.getProtectionDomain().getCodeSource().getLocation())
          .isEqualTo(jar.toUri().toURL());
      assertThat(sees.getMethod("calls").invoke(null)).isEqualTo(1);
    }
  }

  @Test
  void theManifestOfAJarMayNameMore() throws Exception {
    jar("lib/more.jar", new Manifest(), Map.of("programs/Sees.class", classFile(Sees.class)));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/more.jar lib/missing.jar");
    Path jar = jar("names.jar", manifest, Map.of());
    try (ProgramLoader loader = new ProgramLoader(List.of(jar))) {
      assertThat(loader.loadClass("programs.Sees").getClassLoader()).isSameAs(loader);
    }
  }

  @Test
  void aJarForSeveralReleasesGivesThatOfTheRunningOne() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    Path jar =
        jar(
            "releases.jar",
            manifest,
            Map.of(
                "text.txt", "old".getBytes(UTF_8),
                "META-INF/versions/11/text.txt", "new".getBytes(UTF_8),
                "META-INF/versions/99/text.txt", "newest".getBytes(UTF_8)));
    try (ProgramLoader loader = new ProgramLoader(List.of(jar));
        InputStream in = requireNonNull(loader.getResourceAsStream("text.txt"))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("new");
    }
  }

  @Test
  void theHashDependsOnTheClassesThatWereLoaded() throws Exception {
    try (ProgramLoader one = new ProgramLoader(List.of(TEST_CLASSES));
        ProgramLoader other = new ProgramLoader(List.of(TEST_CLASSES))) {
      Map<String, String> nothing = one.classHashes();
      one.loadClass("programs.Sees");
      Map<String, String> sees = one.classHashes();
      one.loadClass("programs.Json");
      Map<String, String> both = one.classHashes();
      other.loadClass("programs.Json");
      other.loadClass("programs.Sees");

      assertThat(nothing).isEmpty();
      assertThat(sees).containsOnlyKeys("programs.Sees");
      assertThat(both).hasSize(2).containsAllEntriesOf(sees);
      assertThat(both.values())
          .allMatch(hash -> hash.matches("[0-9a-f]{16}"))
          .doesNotHaveDuplicates();
      assertThat(other.classHashes()).isEqualTo(both);
      assertThatThrownBy(() -> other.loadClass("no.such.Class"))
          .isInstanceOf(ClassNotFoundException.class)
          .hasMessage("no.such.Class");
      assertThat(other.classHashes()).isEqualTo(both);
    }
  }

  private Path jar(String name, Manifest manifest, Map<String, byte[]> entries) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(requireNonNull(file.getParent()));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Map.Entry<String, byte[]> entry : new TreeMap<>(entries).entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
      }
    }
    return file;
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    return Files.readAllBytes(TEST_CLASSES.resolve(type.getName().replace('.', '/') + ".class"));
  }

  private static Path placeOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  private static String text(URL url) {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
