package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConstructorCallTest {
  private static final String SUBJECTS = "subjects.hooks";

  @BeforeEach
  void startExecution() {
    Subjects.startExecution();
    RecordedHooks.clear();
    ReplacedCalls.BigDecimalCalls.MADE.clear();
  }

  @Test
  void constructorsGetOtherArgumentsAndWhatTheyMakeIsAnnounced() {
    Object result = Subjects.recorded(SUBJECTS).run(SUBJECTS + ".Constructors");

    assertThat(result).isEqualTo("true 12.463");
    assertThat(ReplacedCalls.BigDecimalCalls.MADE)
        .containsExactly("12 of 12", "1 of 1", "0.333 of 0.3333333333333333", "own 0.13 of 0.125");
  }

  @Test
  void theStandardTableHasConstructors() {
    ClassFiles files = new ClassFiles(name -> null);
    CallSites sites = CallSites.standard(files);

    ConstructorCall random = sites.constructor("java/util/Random", "()V");
    assertThat(random).isNotNull();
    assertThat(random.called()).isEqualTo("(J)V");
    ConstructorCall thread = sites.constructor("java/lang/Thread", "(Ljava/lang/Runnable;)V");
    assertThat(thread).isNotNull();
    assertThat(thread.isAfter()).isTrue();
    assertThat(sites.constructor("java/util/Random", "(J)V")).isNull();
  }
}
