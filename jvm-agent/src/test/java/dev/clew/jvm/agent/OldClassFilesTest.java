package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class OldClassFilesTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        Opcodes.V1_1,
        Opcodes.V1_2,
        Opcodes.V1_3,
        Opcodes.V1_4,
        Opcodes.V1_5,
        Opcodes.V1_6,
        Opcodes.V1_7,
        Opcodes.V1_8,
        Opcodes.V11
      })
  void classesOfEveryVersionAreTransformed(int version) {
    Subjects subjects =
        Subjects.transformed("made").with(counter(version, (version & 0xFFFF) <= Opcodes.V1_6));

    for (int execution = 0; execution < 2; execution++) {
      Subjects.startExecution();
      assertThat(subjects.run("made.Counter")).isEqualTo(11);
      assertThat(subjects.run("made.Counter")).isEqualTo(12);
    }
  }

  @Test
  void aNewVersionIsKept() {
    Subjects subjects = Subjects.transformed("made").with(counter(Opcodes.V11, false));

    assertThat(new ClassReader(subjects.transformedFile("made/Counter")).readUnsignedShort(6))
        .isEqualTo(Opcodes.V11);
  }

  @Test
  void anOldInterfaceMayHaveAnInitialiser() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    int abstractInterface = Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_PUBLIC;
    writer.visit(Opcodes.V1_2, abstractInterface, "made/Values", null, "java/lang/Object", null);
    int constant = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(constant, "VALUE", "[I", null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_3);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    code.visitFieldInsn(Opcodes.PUTSTATIC, "made/Values", "VALUE", "[I");
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    ClassWriter user = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    user.visit(Opcodes.V1_2, Opcodes.ACC_PUBLIC, "made/User", null, "java/lang/Object", null);
    int method = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    code = user.visitMethod(method, "run", "()I", null, null);
    code.visitCode();
    code.visitFieldInsn(Opcodes.GETSTATIC, "made/Values", "VALUE", "[I");
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    Subjects subjects =
        Subjects.transformed("made").with(writer.toByteArray()).with(user.toByteArray());

    Subjects.startExecution();
    assertThat(subjects.run("made.User")).isEqualTo(3);
  }

  /** As where subroutines are put in: code lies between a jump and where it goes back to. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_6, Opcodes.V1_8})
  void aVariableHasAnotherTypeInCodeThatLiesInBetween(int version) {
    Subjects subjects = Subjects.transformed("made").with(jumpingBack(version));

    Subjects.startExecution();
    assertThat(subjects.run("made.Jumping")).isEqualTo(6);
  }

  private static byte[] jumpingBack(int version) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, Opcodes.ACC_PUBLIC, "made/Jumping", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    writer.visitField(access, "count", "I", null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(access, "run", "()I", null, null);
    code.visitCode();
    Label head = new Label();
    Label between = new Label();
    Label last = new Label();
    code.visitFieldInsn(Opcodes.GETSTATIC, "made/Jumping", "count", "I");
    code.visitJumpInsn(Opcodes.IFNE, between);
    code.visitLdcInsn(6L);
    code.visitVarInsn(Opcodes.LSTORE, 1);
    code.visitJumpInsn(Opcodes.GOTO, last);
    code.visitLabel(head);
    code.visitVarInsn(Opcodes.LLOAD, 1);
    code.visitInsn(Opcodes.L2I);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(between);
    code.visitLdcInsn("three");
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitInsn(Opcodes.ICONST_3);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(last);
    code.visitJumpInsn(Opcodes.GOTO, head);
    code.visitMaxs(0, 0);
    code.visitEnd();
    return writer.toByteArray();
  }

  /** Counts up from ten, in a subroutine if there may be one. */
  private static byte[] counter(int version, boolean hasSubroutine) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, Opcodes.ACC_PUBLIC, "made/Counter", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    writer.visitField(access | Opcodes.ACC_FINAL, "ten", "Ljava/lang/Object;", null, null);
    writer.visitField(access, "count", "I", null, null).visitEnd();
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    code.visitCode();
    code.visitIntInsn(Opcodes.BIPUSH, 10);
    code.visitFieldInsn(Opcodes.PUTSTATIC, "made/Counter", "count", "I");
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    code = writer.visitMethod(access, "run", "()I", null, null);
    code.visitCode();
    Label subroutine = new Label();
    if (hasSubroutine) {
      code.visitJumpInsn(Opcodes.JSR, subroutine);
    } else {
      increment(code);
    }
    code.visitFieldInsn(Opcodes.GETSTATIC, "made/Counter", "count", "I");
    code.visitInsn(Opcodes.IRETURN);
    if (hasSubroutine) {
      code.visitLabel(subroutine);
      code.visitVarInsn(Opcodes.ASTORE, 0);
      increment(code);
      code.visitVarInsn(Opcodes.RET, 0);
    }
    code.visitMaxs(0, 0);
    code.visitEnd();
    return writer.toByteArray();
  }

  private static void increment(MethodVisitor code) {
    code.visitFieldInsn(Opcodes.GETSTATIC, "made/Counter", "count", "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitFieldInsn(Opcodes.PUTSTATIC, "made/Counter", "count", "I");
  }
}
