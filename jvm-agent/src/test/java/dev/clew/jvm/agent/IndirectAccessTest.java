package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.jvm.run.MemoryOrder;
import dev.clew.trace.OpKind;
import java.lang.invoke.VarHandle.AccessMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IndirectAccessTest {
  private static final String SUBJECTS = "subjects.indirect";
  private static final String NAME = SUBJECTS + ".Handles";

  @Test
  void aTransformedProgramDoesWhatItDidBefore() {
    Object expected = Subjects.original(SUBJECTS).run(NAME);
    Subjects transformed = Subjects.transformed(SUBJECTS);

    Subjects.startExecution();
    assertThat(transformed.run(NAME)).isEqualTo(expected);
    Subjects.startExecution();
    assertThat(Subjects.transformed(SUBJECTS).keepingFrames().run(NAME)).isEqualTo(expected);
    assertThat(transformed.complaints(transformed.transformedFile(NAME.replace('.', '/'))))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyAccessModeIsKnown(AccessMode mode) {
    AccessMethod method = AccessMethod.of("java/lang/invoke/VarHandle", mode.methodName(), "()V");

    assertThat(method).isNotNull();
    assertThat(method.isUnsafe()).isFalse();
  }

  @Test
  void whatAccessesNoVariableIsLeftAlone() {
    assertThat(AccessMethod.of("java/lang/invoke/VarHandle", "fullFence", "()V")).isNull();
    assertThat(AccessMethod.of("sun/misc/Unsafe", "getLong", "(J)J")).isNull();
    assertThat(AccessMethod.of("sun/misc/Unsafe", "allocateMemory", "(J)J")).isNull();
    assertThat(AccessMethod.of("java/lang/Object", "get", "()V")).isNull();
  }

  @Test
  void anOrderedPutOfUnsafeReleases() {
    String descriptor = "(Ljava/lang/Object;JI)V";

    AccessMethod method = AccessMethod.of("sun/misc/Unsafe", "putOrderedInt", descriptor);

    assertThat(method)
        .isEqualTo(new AccessMethod("putOrderedInt", true, OpKind.WRITE, MemoryOrder.RELEASE, 1));
  }
}
