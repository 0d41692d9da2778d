package dev.clew.jvm.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClassInitialisationTest {
  private static final Class<?> TYPE = ClassInitialisationTest.class;
  private final int number = Classes.number("dev/clew/jvm/run/ClassInitialisationTest");

  enum Colour {
    RED
  }

  @BeforeEach
  void nothingIsInitialised() {
    ClassInitialisation.startExecution();
  }

  @Test
  void theFirstToComeRunsTheInitialiser() {
    assertThat(ClassInitialisation.begin(TYPE, number)).isEqualTo(ClassInitialisation.RUN);
    assertThat(ClassInitialisation.begin(TYPE, number)).isEqualTo(ClassInitialisation.RECURSIVE);
    ClassInitialisation.end(TYPE, number);
    assertThat(ClassInitialisation.begin(TYPE, number)).isEqualTo(ClassInitialisation.INITIALISED);

    ClassInitialisation.startExecution();
    assertThat(ClassInitialisation.begin(TYPE, number)).isEqualTo(ClassInitialisation.RUN);
  }

  @Test
  void aThreadThatIsNotControlledDoesNotWaitForAnother() throws Exception {
    assertThat(ClassInitialisation.begin(TYPE, number)).isEqualTo(ClassInitialisation.RUN);

    FutureTask<Integer> other = new FutureTask<>(() -> ClassInitialisation.begin(TYPE, number));
    new Thread(other).start();
    assertThat(other.get()).isEqualTo(ClassInitialisation.RECURSIVE);
  }

  @Test
  void anExceptionIsWrappedAndAnErrorIsNot() {
    Exception exception = new IllegalStateException("no");
    ClassInitialisation.begin(TYPE, number);
    assertThat(ClassInitialisation.fail(TYPE, number, exception))
        .isInstanceOf(ExceptionInInitializerError.class)
        .hasCause(exception);

    ClassInitialisation.startExecution();
    Error error = new AssertionError("wrong");
    ClassInitialisation.begin(TYPE, number);
    assertThat(ClassInitialisation.fail(TYPE, number, error)).isSameAs(error);
  }

  @Test
  void aClassWhoseInitialiserFailedCannotBeUsed() {
    ClassInitialisation.begin(TYPE, number);
    Error thrown = ClassInitialisation.fail(TYPE, number, new IllegalStateException("no"));

    assertThat(thrown).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> ClassInitialisation.begin(TYPE, number))
        .isInstanceOf(NoClassDefFoundError.class)
        .hasMessage("Could not initialize class " + TYPE.getName())
        .cause()
        .isInstanceOf(ExceptionInInitializerError.class)
        .hasMessage(
            "Exception java.lang.IllegalStateException: no [in thread \"%s\"]",
            Thread.currentThread().getName());
  }

  @Test
  void theConstantsOfAnEnumAreAskedForAgain() {
    int colour = Classes.number("dev/clew/jvm/run/ClassInitialisationTest$Colour");
    ClassInitialisation.begin(Colour.class, colour);
    ClassInitialisation.end(Colour.class, colour);
    assertThat(Enum.valueOf(Colour.class, "RED")).isSameAs(Colour.RED);

    ClassInitialisation.startExecution();
    assertThat(Colour.class.getEnumConstants()).containsExactly(Colour.RED);
    assertThat(Enum.valueOf(Colour.class, "RED")).isSameAs(Colour.RED);
  }

  @Test
  void aClassKeepsItsNumber() {
    assertThat(Classes.number("dev/clew/jvm/run/ClassInitialisationTest")).isEqualTo(number);
    assertThat(Classes.name(number)).isEqualTo("dev/clew/jvm/run/ClassInitialisationTest");
    assertThat(Classes.number("some/Other")).isNotEqualTo(number);
    assertThat(Classes.count()).isGreaterThan(1);
  }
}
