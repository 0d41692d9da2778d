package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibrariesTest {

  static Stream<Class<?>> libraries() {
    return Stream.of(
        org.objectweb.asm.ClassReader.class,
        org.objectweb.asm.tree.ClassNode.class,
        org.objectweb.asm.commons.GeneratorAdapter.class,
        org.objectweb.asm.util.CheckClassAdapter.class,
        com.google.gson.Gson.class,
        picocli.CommandLine.class,
        org.junit.jupiter.api.Test.class,
        org.junit.jupiter.params.ParameterizedTest.class,
        org.assertj.core.api.Assertions.class);
  }

  @ParameterizedTest
  @MethodSource("libraries")
  @Timeout(240)
  void theVerifierAcceptsEveryClassOfALibrary(Class<?> ofLibrary) throws Exception {
    Set<String> names = classesBeside(ofLibrary);
    Subjects original = Subjects.original(names::contains);
    Subjects transformed = Subjects.transformed(names::contains);
    int accepted = 0;
    List<String> rejected = new ArrayList<>();
    for (String name : names) {
      LinkageError error = initialise(name, transformed);
      if (error == null) {
        accepted++;
      } else if (!(error instanceof NoClassDefFoundError) || initialise(name, original) == null) {
        rejected.add(name + ": " + error);
      }
    }
    assertThat(rejected).isEmpty();
    assertThat(accepted).isGreaterThan(9 * names.size() / 10);
  }

  private static Set<String> classesBeside(Class<?> ofLibrary) throws Exception {
    Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(each -> each.getName())
          .filter(each -> each.endsWith(".class") && !each.startsWith("META-INF/"))
          .filter(each -> !each.endsWith("-info.class"))
          .map(each -> each.substring(0, each.length() - ".class".length()))
          .collect(Collectors.toSet());
    }
  }

  /** Has the JVM verify a class; a transformed one has no initialiser that would run. */
  private static @Nullable LinkageError initialise(String internalName, Subjects loader)
      throws ClassNotFoundException {
    try {
      Class.forName(internalName.replace('/', '.'), true, loader);
      return null;
    } catch (LinkageError e) {
      return e;
    }
  }
}
