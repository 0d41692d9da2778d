package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code that is valid but not what the compiler of this JDK makes. */
class UnusualCodeTest {
  private static final String NAME = "made/Unusual";
  private static final String OBJECT = "java/lang/Object";
  private static final String LIST = "java/util/ArrayList";

  @BeforeEach
  void startExecution() {
    Subjects.startExecution();
    RecordedHooks.clear();
  }

  /** Runs a class with an {@code int} field, a constructor and a method. */
  private static Object run(Consumer<MethodVisitor> constructor, Consumer<MethodVisitor> method) {
    return Subjects.recorded("made").with(made(OBJECT, constructor, method)).run("made.Unusual");
  }

  private static byte[] made(
      String superName, Consumer<MethodVisitor> constructor, Consumer<MethodVisitor> method) {
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String a, String b) {
            return OBJECT;
          }
        };
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, superName, null);
    writer.visitSource("Unusual.java", null);
    writer.visitField(0, "value", "I", null, null).visitEnd();
    code(writer, Opcodes.ACC_PUBLIC, "<init>", "(I)V", constructor);
    code(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()Ljava/lang/Object;", method);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void code(
      ClassWriter writer,
      int access,
      String name,
      String descriptor,
      Consumer<MethodVisitor> instructions) {
    MethodVisitor code = writer.visitMethod(access, name, descriptor, null, null);
    code.visitCode();
    Label start = new Label();
    code.visitLabel(start);
    code.visitLineNumber(1, start);
    instructions.accept(code);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void superCall(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
  }

  private static void plainConstructor(MethodVisitor code) {
    superCall(code);
    code.visitInsn(Opcodes.RETURN);
  }

  private static void setValue(MethodVisitor code, int value) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitIntInsn(Opcodes.SIPUSH, value);
    code.visitFieldInsn(Opcodes.PUTFIELD, NAME, "value", "I");
  }

  /** The value of a new object, boxed. */
  private static void returnValueOfNewObject(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, NAME);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "(I)V", false);
    code.visitFieldInsn(Opcodes.GETFIELD, NAME, "value", "I");
    returnBoxed(code);
  }

  private static void returnBoxed(MethodVisitor code) {
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
    code.visitInsn(Opcodes.ARETURN);
  }

  @Test
  void aNewObjectNeedNotBeKept() {
    Object result =
        run(
            UnusualCodeTest::plainConstructor,
            code -> {
              code.visitTypeInsn(Opcodes.NEW, LIST);
              code.visitIntInsn(Opcodes.BIPUSH, 9);
              code.visitMethodInsn(Opcodes.INVOKESPECIAL, LIST, "<init>", "(I)V", false);
              code.visitInsn(Opcodes.ICONST_3);
              returnBoxed(code);
            });

    assertThat(result).isEqualTo(3);
    assertThat(RecordedHooks.calls()).containsExactly("newObject ArrayList");
    assertThat(RecordedHooks.received()).containsExactly("Integer");
  }

  @Test
  void aNewObjectMayBeKeptInAVariableFromTheStart() {
    Object result =
        run(
            UnusualCodeTest::plainConstructor,
            code -> {
              code.visitTypeInsn(Opcodes.NEW, LIST);
              code.visitInsn(Opcodes.DUP);
              code.visitInsn(Opcodes.DUP);
              code.visitVarInsn(Opcodes.ASTORE, 0);
              code.visitMethodInsn(Opcodes.INVOKESPECIAL, LIST, "<init>", "()V", false);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitMethodInsn(
                  Opcodes.INVOKEVIRTUAL, LIST, "equals", "(" + "L" + OBJECT + ";)Z", false);
              returnBoxed(code);
            });

    assertThat(result).isEqualTo(1);
    assertThat(RecordedHooks.calls()).containsExactly("newObject ArrayList");
  }

  @Test
  void aConstructorMaySetFieldsBeforeItCallsSuper() {
    Object result =
        run(
            code -> {
              setValue(code, 7);
              superCall(code);
              code.visitInsn(Opcodes.RETURN);
            },
            UnusualCodeTest::returnValueOfNewObject);

    assertThat(result).isEqualTo(7);
    assertThat(RecordedHooks.calls()).containsExactly("readField Unusual.value slot 0");
  }

  @Test
  void aConstructorMayMakeObjectsOfItsSuperclassBeforeItCallsSuper() {
    Object result =
        run(
            code -> {
              code.visitTypeInsn(Opcodes.NEW, OBJECT);
              code.visitInsn(Opcodes.DUP);
              code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
              code.visitInsn(Opcodes.POP);
              superCall(code);
              setValue(code, 8);
              code.visitInsn(Opcodes.RETURN);
            },
            UnusualCodeTest::returnValueOfNewObject);

    assertThat(result).isEqualTo(8);
    assertThat(RecordedHooks.calls())
        .containsExactly(
            "newObject Object",
            "writeField Unusual.value slot 0",
            "readField Unusual.value slot 0");
  }

  @Test
  void aConstructorMayCallSuperInSeveralPlaces() {
    Object result =
        run(
            code -> {
              Label otherwise = new Label();
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitJumpInsn(Opcodes.IFEQ, otherwise);
              superCall(code);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(otherwise);
              setValue(code, 5);
              superCall(code);
              setValue(code, 6);
              code.visitInsn(Opcodes.RETURN);
            },
            UnusualCodeTest::returnValueOfNewObject);

    assertThat(result).isEqualTo(0);
  }

  @Test
  void aJumpMayBecomeLongerThanAJumpCanBe() {
    Object result =
        run(
            UnusualCodeTest::plainConstructor,
            code -> {
              Label again = new Label();
              Label end = new Label();
              makeObject(code);
              code.visitLabel(again);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitFieldInsn(Opcodes.GETFIELD, NAME, "value", "I");
              code.visitIntInsn(Opcodes.SIPUSH, 2000);
              code.visitJumpInsn(Opcodes.IF_ICMPGE, end);
              incrementValue(code, 1000);
              code.visitJumpInsn(Opcodes.GOTO, again);
              code.visitLabel(end);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitFieldInsn(Opcodes.GETFIELD, NAME, "value", "I");
              returnBoxed(code);
            });

    assertThat(result).isEqualTo(2000);
    assertThat(RecordedHooks.calls("loop")).hasSize(2);
    assertThat(RecordedHooks.calls("writeField")).hasSize(2000);
  }

  @Test
  void aMethodThatWouldBecomeTooLargeHasFewerHooks() {
    byte[] file =
        made(
            OBJECT,
            UnusualCodeTest::plainConstructor,
            code -> {
              makeObject(code);
              incrementValue(code, 5000);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitFieldInsn(Opcodes.GETFIELD, NAME, "value", "I");
              returnBoxed(code);
            });
    ClassFiles files = new ClassFiles(name -> name.equals(NAME) ? file : null);
    ProgramClassTransformer transformer = new ProgramClassTransformer(files, Set.of());

    byte[] transformed = transformer.transform(NAME, file);

    assertThat(transformer.tooLarge()).containsExactly("made.Unusual.run");
    assertThat(new ClassReader(transformed).getClassName()).isEqualTo(NAME);
    assertThat(Subjects.recorded("made").with(file).run("made.Unusual")).isEqualTo(5000);
    assertThat(RecordedHooks.calls()).isEmpty();
  }

  private static void makeObject(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, NAME);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "(I)V", false);
    code.visitVarInsn(Opcodes.ASTORE, 0);
  }

  private static void incrementValue(MethodVisitor code, int times) {
    for (int i = 0; i < times; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitInsn(Opcodes.DUP);
      code.visitFieldInsn(Opcodes.GETFIELD, NAME, "value", "I");
      code.visitInsn(Opcodes.ICONST_1);
      code.visitInsn(Opcodes.IADD);
      code.visitFieldInsn(Opcodes.PUTFIELD, NAME, "value", "I");
    }
  }
}
