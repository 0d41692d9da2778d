package dev.clew.jvm.agent;

import org.objectweb.asm.ClassWriter;

/**
 * Computes frames from class files alone.
 *
 * <p>Where two ways through a method meet with values of classes that are not there, because a
 * library is missing that this run may never need, nobody can say which type both have: see {@link
 * #hasGuessed}.
 */
final class FrameWriter extends ClassWriter {
  private static final String OBJECT = "java/lang/Object";

  private final ClassFiles files;
  private boolean hasGuessed;

  FrameWriter(ClassFiles files) {
    super(COMPUTE_FRAMES);
    this.files = files;
    takeTime(this);
  }

  /** Gives a writer the time that large methods need: nobody sends us class files to harm us. */
  static void takeTime(ClassWriter writer) {
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Is there a frame that may be wrong? */
  boolean hasGuessed() {
    return hasGuessed;
  }

  @Override
  protected String getCommonSuperClass(String a, String b) {
    String known = files.commonSuperClass(a, b);
    hasGuessed |= known == null;
    return known == null ? OBJECT : known;
  }
}
