package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class FrameWriterTest {

  /** {@code static Base make(boolean b) { return b ? new First() : new Second(); }}. */
  private static byte[] maker(String first, String second) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/Maker", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor code = writer.visitMethod(access, "make", "(Z)Lmissing/Base;", null, null);
    Label otherwise = new Label();
    Label end = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFEQ, otherwise);
    make(code, first);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(otherwise);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    make(code, second);
    code.visitLabel(end);
    code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"missing/Base"});
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void make(MethodVisitor code, String type) {
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
  }

  private static byte[] child(String superName) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/Child", null, superName, null);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The types on the stack in the frames of a transformed maker. */
  private static Set<Object> typesOnStack(Subjects subjects) {
    Set<Object> types = new TreeSet<>();
    new ClassReader(subjects.transformedFile("made/Maker"))
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitFrame(
                      int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
                    if (stackCount == 1) {
                      types.add(stack[0]);
                    }
                  }
                };
              }
            },
            ClassReader.EXPAND_FRAMES);
    return types;
  }

  @Test
  void whereClassesAreMissingTheFramesOfTheCompilerStay() {
    byte[] maker = maker("missing/First", "missing/Second");

    assertThat(typesOnStack(Subjects.transformed("made").with(maker)))
        .containsExactly("missing/Base");
  }

  @Test
  void aSuperclassThatIsMissingIsKnownByItsName() {
    byte[] maker = maker("made/Child", "missing/Base");

    assertThat(typesOnStack(Subjects.transformed("made").with(maker).with(child("missing/Base"))))
        .containsExactly("missing/Base");
  }
}
