package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.jvm.run.ClassInitialisation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassInitialisationTest {
  private static final String SUBJECTS = "subjects.initialisation";

  @ParameterizedTest
  @ValueSource(
      strings = {"Order", "Failing", "Enums", "Interfaces", "Inherited", "Statics", "Reflected"})
  void everyExecutionInitialisesClassesAsTheJvmDoes(String name) {
    Object expected = Subjects.original(SUBJECTS).run(SUBJECTS + "." + name);

    Subjects transformed = Subjects.transformed(SUBJECTS);
    for (int execution = 0; execution < 3; execution++) {
      Subjects.startExecution();
      assertThat(transformed.run(SUBJECTS + "." + name))
          .as("execution %d", execution)
          .isEqualTo(expected);
    }
  }

  @Test
  void theOrderIsTheOneOfTheJvmSpecification() {
    assertThat(Subjects.original(SUBJECTS).run(SUBJECTS + ".Order"))
        .isEqualTo(
            "text5 then Parent call own Child Made argument constructor value Written 65"
                + " Base Loud Implementing silent Silent 11,0,10,0 Constants ");
  }

  @Test
  void withinAnExecutionStaticStateLasts() throws Exception {
    Subjects.startExecution();
    Subjects transformed = Subjects.transformed(SUBJECTS);
    Class<?> log = transformed.loadClass(SUBJECTS + ".Log");
    log.getMethod("add", String.class).invoke(null, "one");
    log.getMethod("add", String.class).invoke(null, "two");

    assertThat(log.getMethod("text").invoke(null)).isEqualTo("one two ");
    Subjects.startExecution();
    assertThat(log.getMethod("text").invoke(null)).isEqualTo("");
  }

  @Test
  void constantsStayFinalAndOtherStaticFieldsDoNot() throws Exception {
    Class<?> constants = Subjects.transformed(SUBJECTS).loadClass(SUBJECTS + ".Order$Constants");

    assertThat(Modifier.isFinal(constants.getDeclaredField("NUMBER").getModifiers())).isTrue();
    assertThat(Modifier.isFinal(constants.getDeclaredField("TEXT").getModifiers())).isTrue();
    assertThat(Modifier.isFinal(constants.getDeclaredField("BOXED").getModifiers())).isFalse();
  }

  @Test
  void ensureInitialisesAClassOnceAndLeavesOthersAlone() throws Exception {
    Subjects.startExecution();
    Subjects transformed = Subjects.transformed(SUBJECTS);
    Class<?> written = transformed.loadClass(SUBJECTS + ".Order$Written");
    Field value = written.getDeclaredField("value");
    value.setAccessible(true);
    assertThat(value.getInt(null)).isZero();

    ClassInitialisation.ensure(written);
    assertThat(value.getInt(null)).isEqualTo(3);
    value.setInt(null, 8);
    ClassInitialisation.ensure(written);
    assertThat(value.getInt(null)).isEqualTo(8);
    ClassInitialisation.ensure(String.class);
    ClassInitialisation.ensure(int.class);
    ClassInitialisation.ensure(written.arrayType());
    ClassInitialisation.ensure(ClassInitialisationTest.class);
  }

  @Test
  void ensureThrowsWhatTheInitialiserThrows() throws Exception {
    Subjects.startExecution();
    Class<?> failing = Subjects.transformed(SUBJECTS).loadClass(SUBJECTS + ".Failing$Exceptional");

    assertThatThrownBy(() -> ClassInitialisation.ensure(failing))
        .isInstanceOf(ExceptionInInitializerError.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ClassInitialisation.ensure(failing))
        .isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void aStaticFieldWithAConstantValueThatIsNotFinalGetsItBack() throws Exception {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/Counter", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    writer.visitField(access, "count", "I", null, 42).visitEnd();
    writer.visitField(access, "text", "Ljava/lang/String;", null, "begin").visitEnd();
    MethodVisitor code = writer.visitMethod(access, "next", "()I", null, null);
    code.visitCode();
    code.visitFieldInsn(Opcodes.GETSTATIC, "made/Counter", "count", "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.PUTSTATIC, "made/Counter", "count", "I");
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    Class<?> counter =
        Subjects.transformed("made").with(writer.toByteArray()).loadClass("made.Counter");

    for (int execution = 0; execution < 2; execution++) {
      Subjects.startExecution();
      assertThat(counter.getMethod("next").invoke(null)).isEqualTo(43);
      assertThat(counter.getMethod("next").invoke(null)).isEqualTo(44);
      assertThat(counter.getField("text").get(null)).isEqualTo("begin");
    }
  }
}
