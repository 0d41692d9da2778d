package dev.clew.cli.start;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Raises the version of the class files in the jars it is given: the JVM puts no class into its
 * archive that was compiled for Java 5 or before, and without an archive the tool starts slowly.
 *
 * <p>Run once after the tool was built, by the script that built it.
 */
public final class NewerClassFiles {
  /** The first version that has frames which the JVM can check quickly, and no more than that. */
  private static final int WANTED = Opcodes.V1_8;

  private NewerClassFiles() {}

  /** Replaces each jar named by one with newer class files, unless they are new enough. */
  public static void main(String[] jars) throws IOException {
    List<URL> all = new ArrayList<>();
    for (String jar : jars) {
      all.add(Path.of(jar).toUri().toURL());
    }
    try (URLClassLoader hierarchy = new URLClassLoader(all.toArray(new URL[0]))) {
      for (String jar : jars) {
        raise(Path.of(jar), hierarchy);
      }
    }
  }

  private static void raise(Path jar, ClassLoader hierarchy) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean isChanged = false;
    try (ZipFile in = new ZipFile(jar.toFile());
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      Enumeration<? extends ZipEntry> entries = in.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        byte[] content;
        try (InputStream stream = in.getInputStream(entry)) {
          content = stream.readAllBytes();
        }
        boolean isOld = entry.getName().endsWith(".class") && version(content) < WANTED;
        isChanged |= isOld;
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(isOld ? raised(content, hierarchy) : content);
        out.closeEntry();
      }
    }
    if (isChanged) {
      Path made = jar.resolveSibling(jar.getFileName() + ".new");
      Files.write(made, bytes.toByteArray());
      Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static int version(byte[] classFile) {
    return (classFile[6] & 0xFF) << 8 | classFile[7] & 0xFF;
  }

  private static byte[] raised(byte[] classFile, ClassLoader hierarchy) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected ClassLoader getClassLoader() {
            return hierarchy;
          }
        };
    ClassVisitor raising =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              @Nullable String signature,
              @Nullable String superName,
              String @Nullable [] interfaces) {
            super.visit(WANTED, access, name, signature, superName, interfaces);
          }
        };
    reader.accept(raising, ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
