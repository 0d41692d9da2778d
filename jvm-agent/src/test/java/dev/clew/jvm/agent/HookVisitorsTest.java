package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.jvm.run.Shadowed;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HookVisitorsTest {
  private static final String SUBJECTS = "subjects.hooks";

  @BeforeEach
  void startExecution() {
    Subjects.startExecution();
    RecordedHooks.clear();
  }

  /** Runs a class transformed, with the result of the original. */
  private static Object runLikeOriginal(String name) {
    Object expected = Subjects.original(SUBJECTS).run(SUBJECTS + "." + name);
    Object result = run(name);
    assertThat(result).isEqualTo(expected);
    return result;
  }

  private static Object run(String name) {
    return Subjects.recorded(SUBJECTS).run(SUBJECTS + "." + name);
  }

  @Test
  void everyAccessToAnInstanceFieldIsAnnouncedWithItsSlot() {
    runLikeOriginal("FieldAccess$Instance");

    assertThat(RecordedHooks.calls())
        .containsExactly(
            "newObject Object",
            "writeVolatile FieldAccess$Base.wide slot 1",
            "readField FieldAccess$Base.first slot 0",
            "writeField FieldAccess$Derived.text slot 2",
            "readVolatile FieldAccess$Base.wide slot 1",
            "writeField FieldAccess$Derived.half slot 3",
            "readVolatile FieldAccess$Base.wide slot 1",
            "writeVolatile FieldAccess$Base.wide slot 1",
            "readField FieldAccess$Base.first slot 0",
            "writeField FieldAccess$Base.first slot 0",
            "readField FieldAccess$Derived.text slot 2",
            "readField FieldAccess$Derived.half slot 3",
            "readVolatile FieldAccess$Base.wide slot 1",
            "readField FieldAccess$Base.first slot 0");
  }

  @Test
  void everyAccessToAStaticFieldThatChangesIsAnnounced() {
    runLikeOriginal("FieldAccess$Static");

    assertThat(RecordedHooks.calls())
        .containsExactly(
            "writeStatic FieldAccess$Base.shared",
            "newObject Object",
            "readVolatileStatic FieldAccess$Derived.flag",
            "writeVolatileStatic FieldAccess$Derived.flag",
            "readStatic FieldAccess$Base.shared");
  }

  @Test
  void anAccessToAFieldOfNullFailsByItselfWithItsOwnMessage() {
    runLikeOriginal("FieldAccess$OfNull");

    assertThat(RecordedHooks.calls()).isEmpty();
  }

  @Test
  void fieldsOfTheJdkAreLeftAlone() {
    runLikeOriginal("FieldAccess$Foreign");

    assertThat(RecordedHooks.calls()).isEmpty();
  }

  @Test
  void anObjectHasItsShadowBeforeItsSuperclassIsAsked() {
    runLikeOriginal("FieldAccess$CalledBack");

    String read = "readField FieldAccess$CalledBack.added slot 0";
    String write = "writeField FieldAccess$CalledBack.added slot 0";
    assertThat(RecordedHooks.calls()).containsExactly(read, write, read, write, read, write, read);
  }

  @Test
  void everyAccessToAnElementIsAnnounced() {
    runLikeOriginal("ArrayAccess$EveryType");

    assertThat(RecordedHooks.calls("readElement", "writeElement"))
        .containsExactly(
            "writeElement 0 of 1",
            "readElement 1 of 2",
            "writeElement 1 of 2",
            "readElement 2 of 3",
            "writeElement 2 of 3",
            "readElement 3 of 4",
            "writeElement 3 of 4",
            "writeElement 4 of 5",
            "writeElement 5 of 6",
            "readElement 6 of 7",
            "writeElement 6 of 7",
            "writeElement 7 of 8",
            "writeElement 8 of 9",
            "readElement 0 of 1",
            "readElement 1 of 2",
            "readElement 2 of 3",
            "readElement 3 of 4",
            "readElement 4 of 5",
            "readElement 5 of 6",
            "readElement 6 of 7",
            "readElement 7 of 8",
            "readElement 8 of 9");
  }

  @Test
  void constantsOfAnArrayInitialiserAreNotAnnounced() {
    runLikeOriginal("ArrayAccess$Initialiser");

    assertThat(RecordedHooks.calls("readElement", "writeElement"))
        .containsExactly(
            "writeElement 0 of 2",
            "writeElement 1 of 2",
            "writeElement 0 of 1",
            "readElement 0 of 2");
  }

  @Test
  void anAccessToAnElementThatIsNotThereFailsByItself() {
    runLikeOriginal("ArrayAccess$Failing");

    assertThat(RecordedHooks.calls("readElement", "writeElement"))
        .containsExactly(
            "writeElement 3 of null",
            "readElement 1 of 2",
            "readElement 5 of 2",
            "writeElement 0 of 1");
  }

  @Test
  void monitorsOfBlocksAreLeftHoweverTheBlockIsLeft() {
    runLikeOriginal("Monitors$Blocks");

    List<String> once =
        List.of(
            "monitorEnter Blocks.class",
            "monitorEnter String",
            "monitorExit String",
            "monitorExit Blocks.class");
    assertThat(RecordedHooks.calls())
        .containsExactlyElementsOf(
            java.util.stream.Stream.of(once, once, once).flatMap(List::stream).toList());
  }

  @Test
  void thereIsNoMonitorOfNull() {
    runLikeOriginal("Monitors$OfNull");

    assertThat(RecordedHooks.calls()).isEmpty();
  }

  @Test
  void synchronizedMethodsTakeTheMonitorOfTheirObject() {
    runLikeOriginal("Monitors$Methods");

    String enter = "monitorEnter Methods";
    String exit = "monitorExit Methods";
    assertThat(RecordedHooks.calls("monitorEnter", "monitorExit"))
        .containsExactly(
            enter, exit, enter, exit, enter, exit, enter, exit, enter, enter, exit, exit, enter,
            exit, enter, exit);
  }

  @Test
  void synchronizedMethodsMayMakeObjectsWithManyArguments() {
    runLikeOriginal("Monitors$Making");

    assertThat(RecordedHooks.calls("monitorEnter", "newObject", "monitorExit"))
        .containsExactly("monitorEnter Making", "newObject Thread", "monitorExit Making");
  }

  @Test
  @Timeout(60)
  void aFailingExitEndsTheThread() {
    RecordedHooks.failExits();

    assertThatThrownBy(() -> run("Monitors$Blocks")).hasRootCauseMessage("over");
    assertThat(RecordedHooks.calls())
        .containsExactly(
            "monitorEnter Blocks.class",
            "monitorEnter String",
            "monitorExit String",
            "monitorExit String",
            "monitorExit Blocks.class");
  }

  @Test
  void staticSynchronizedMethodsTakeTheMonitorOfTheirClassOnceItIsInitialised() {
    runLikeOriginal("Monitors$OfClass");

    String read = "readStatic Monitors$OfClass.value";
    String write = "writeStatic Monitors$OfClass.value";
    String enter = "monitorEnter OfClass.class";
    String exit = "monitorExit OfClass.class";
    assertThat(RecordedHooks.calls())
        .containsExactly(write, enter, read, write, read, exit, enter, read, write, read, exit);
  }

  @Test
  void objectsOfTheJdkAreAnnouncedOnceTheyAreMade() {
    runLikeOriginal("Allocations$Objects");

    assertThat(RecordedHooks.calls("newObject"))
        .containsExactly(
            "newObject Object",
            "newObject StringBuffer",
            "newObject ArrayList",
            "newObject Object",
            "newObject Thread",
            "newObject Error");
  }

  @Test
  void anObjectThatItsMethodKeepsForItselfIsNotAnnounced() {
    runLikeOriginal("Allocations$Kept");

    assertThat(RecordedHooks.calls("newObject"))
        .containsExactly(
            "newObject StringBuilder",
            "newObject Date",
            "newObject IllegalStateException",
            "newObject StringBuilder");
  }

  @Test
  void argumentsOfConstructorsMayBeNewObjects() {
    runLikeOriginal("Allocations$Nested");

    assertThat(RecordedHooks.calls("newObject"))
        .containsExactly(
            "newObject ArrayList",
            "newObject ArrayList",
            "newObject ArrayList",
            "newObject ArrayList",
            "newObject ArrayList");
  }

  @Test
  void arraysAreAnnouncedWhenTheyAreMadeOrComeFromTheJdk() {
    runLikeOriginal("Allocations$Arrays");

    assertThat(RecordedHooks.calls("newArray"))
        .containsExactly(
            "newArray int[][]",
            "newArray String[]",
            "newArray String[]",
            "newArray Kind[]",
            "newArray Kind[]",
            "newArray char[]",
            "newArray Object[]",
            "newArray int[]");
  }

  @Test
  void referencesToConstructorsAreCallsOfThem() {
    runLikeOriginal("Allocations$References");

    assertThat(RecordedHooks.calls())
        .containsExactly(
            "newObject Object",
            "newObject ArrayList",
            "newObject Thread",
            "newArray char[]",
            "newArray byte[]",
            "newArray int[]");
  }

  @Test
  void aCopyHasAShadowOfItsOwn() {
    Object[] result = (Object[]) run("Allocations$Copies");

    assertThat(result[2]).isEqualTo(8);
    Shadowed first = (Shadowed) result[0];
    Shadowed second = (Shadowed) result[1];
    assertThat(second.$clew$shadow()).isNotNull().isNotSameAs(first.$clew$shadow());
    assertThat(RecordedHooks.calls("writeField"))
        .containsExactly(
            "writeField Allocations$Copies.value slot 0",
            "writeField Allocations$Copies$Child.other slot 1",
            "writeField Allocations$Copies.value slot 0");
  }

  @Test
  void everyWayRoundALoopIsAnnounced() {
    runLikeOriginal("Loops");

    assertThat(RecordedHooks.calls()).hasSize(3 + 3 + 2 + 3).containsOnly("loop");
  }

  @Test
  void callsAreReplacedWhereTheProgramDoesNotOverrideThem() {
    Object result = run("Calls$Direct");

    assertThat(result).isEqualTo(1234L + 5678 + 42 + 5 + "x".hashCode() + 2);
    assertThat(
            RecordedHooks.calls("wait", "notifyAll", "start", "sleep", "lock", "currentTimeMillis"))
        .containsExactly(
            "wait int[] 12",
            "notifyAll int[]",
            "wait Worker 1",
            "start worker",
            "start worker",
            "start worker",
            "sleep 1",
            "sleep 2 3",
            "lock ReentrantLock",
            "lock ReentrantLock",
            "currentTimeMillis");
  }

  @Test
  void referencesToReplacedMethodsAreReplacedToo() {
    Object result = run("Calls$References");

    assertThat(result).isEqualTo(1234L + 5678 + 42);
    assertThat(
            RecordedHooks.calls("wait", "notifyAll", "start", "sleep", "lock", "currentTimeMillis"))
        .containsExactly(
            "notifyAll References",
            "sleep 4 5",
            "wait References 6",
            "start referred",
            "lock ReentrantLock",
            "currentTimeMillis");
  }

  @Test
  void interfacesMayReferToReplacedMethods() {
    assertThat(run("Calls$InInterface")).isEqualTo(5678L);
  }
}
