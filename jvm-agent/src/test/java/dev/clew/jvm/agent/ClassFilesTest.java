package dev.clew.jvm.agent;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unused")
class ClassFilesTest {

  static class Root {
    final int fixed = 1;
    int first;
    static int shared;
    volatile int second;
  }

  static class Middle extends Root implements Constants {
    int third;
  }

  static class Leaf extends Middle {
    int first;
    final int fixed = 2;
    long fourth;
  }

  interface Constants {
    int ONE = 1;
    Object THING = new Object();
  }

  interface Defaults {
    Object THING = new Object();

    default void method() {}
  }

  static class Plain implements Constants {}

  static class Initialised extends Plain implements Defaults {}

  static class OfTheJdk extends java.util.ArrayList<String> {
    int size;
  }

  private static final String HERE = "dev/clew/jvm/agent/ClassFilesTest$";

  private final ClassFiles files = Subjects.transformed(name -> name.startsWith(HERE)).files();

  @Test
  void classesOfTheProgramAreToldFromThoseOfTheJdkAndFromUnknownOnes() {
    assertThat(files.isProgram(HERE + "Root")).isTrue();
    assertThat(files.isProgram("java/lang/String")).isFalse();
    assertThat(files.isProgram("org/junit/jupiter/api/Test")).isFalse();
    assertThat(files.find("java/lang/String")).isNotNull();
    assertThat(files.find("org/junit/jupiter/api/Test")).isNull();
    assertThat(files.find("[Ljava/lang/String;")).isNull();
  }

  @Test
  void fieldsAreFoundWhereTheyAreDeclared() {
    assertThat(declaring("Leaf", "third", "I")).isEqualTo("Middle");
    assertThat(declaring("Leaf", "first", "I")).isEqualTo("Leaf");
    assertThat(declaring("Middle", "first", "I")).isEqualTo("Root");
    assertThat(declaring("Leaf", "shared", "I")).isEqualTo("Root");
    assertThat(declaring("Leaf", "ONE", "I")).isEqualTo("Constants");
    assertThat(files.resolveField(HERE + "Leaf", "ONE", "J")).isNull();
    assertThat(files.resolveField("no/such/Class", "x", "I")).isNull();
    ResolvedField ofJdk = requireNonNull(files.resolveField(HERE + "OfTheJdk", "modCount", "I"));
    assertThat(ofJdk.declaring().name).isEqualTo("java/util/AbstractList");
    assertThat(ofJdk.declaring().isProgram).isFalse();
  }

  private String declaring(String owner, String name, String descriptor) {
    ResolvedField field = requireNonNull(files.resolveField(HERE + owner, name, descriptor));
    return field.declaring().name.substring(HERE.length());
  }

  @Test
  void slotsNumberTheFieldsThatCanChangeFromTheRootDown() {
    assertThat(slot("Root", "first", "I")).isEqualTo(0);
    assertThat(slot("Root", "second", "I")).isEqualTo(1);
    assertThat(slot("Middle", "third", "I")).isEqualTo(2);
    assertThat(slot("Leaf", "first", "I")).isEqualTo(3);
    assertThat(slot("Leaf", "fourth", "J")).isEqualTo(4);
    assertThat(slot("OfTheJdk", "size", "I")).isEqualTo(0);
    ClassInfo root = requireNonNull(files.find(HERE + "Root"));
    FieldInfo other = new FieldInfo("other", "I", 0, null);
    assertThatThrownBy(() -> files.slot(root, other)).isInstanceOf(IllegalArgumentException.class);
  }

  private int slot(String owner, String name, String descriptor) {
    ClassInfo info = requireNonNull(files.find(HERE + owner));
    return files.slot(info, requireNonNull(info.field(name, descriptor)));
  }

  @Test
  void subtypesAreFoundThroughClassesAndInterfaces() {
    assertThat(files.isSubtype(HERE + "Leaf", HERE + "Root")).isTrue();
    assertThat(files.isSubtype(HERE + "Leaf", HERE + "Constants")).isTrue();
    assertThat(files.isSubtype(HERE + "Root", HERE + "Leaf")).isFalse();
    assertThat(files.isSubtype(HERE + "OfTheJdk", "java/util/Collection")).isTrue();
    assertThat(files.isSubtype(HERE + "Leaf", "java/lang/Object")).isTrue();
    assertThat(files.isSubtype("no/such/Class", "java/lang/Object")).isFalse();
    assertThat(files.isSubtype("no/such/Class", "no/such/Class")).isTrue();
  }

  @Test
  void theCommonSuperclassIsTheClosestOne() {
    assertThat(files.commonSuperClass(HERE + "Leaf", HERE + "Middle")).isEqualTo(HERE + "Middle");
    assertThat(files.commonSuperClass(HERE + "Plain", HERE + "Leaf")).isEqualTo("java/lang/Object");
    assertThat(files.commonSuperClass(HERE + "OfTheJdk", "java/util/Vector"))
        .isEqualTo("java/util/AbstractList");
    assertThat(files.commonSuperClass(HERE + "Leaf", HERE + "Constants"))
        .isEqualTo("java/lang/Object");
    assertThat(files.commonSuperClass(HERE + "Leaf", "no/such/Class")).isNull();
    assertThat(files.commonSuperClass(HERE + "Constants", "no/such/Class"))
        .isEqualTo("java/lang/Object");
  }

  @Test
  void guardsAreNeededForStaticStateOfOneselfAndOfWhatIsInitialisedBefore() {
    assertThat(files.needsGuard(HERE + "Root")).isTrue();
    assertThat(files.needsGuard(HERE + "Leaf")).isTrue();
    assertThat(files.needsGuard(HERE + "Plain")).isFalse();
    assertThat(files.needsGuard(HERE + "Initialised")).isTrue();
    assertThat(files.needsGuard(HERE + "Constants")).isTrue();
    assertThat(files.needsGuard(HERE + "OfTheJdk")).isFalse();
    assertThat(files.needsGuard("java/lang/Integer")).isFalse();
    assertThat(before("Leaf")).containsExactly("Middle");
    assertThat(before("Initialised")).containsExactly("Defaults");
    assertThat(before("Plain")).isEmpty();
  }

  private List<String> before(String name) {
    return files.initialisedBefore(requireNonNull(files.find(HERE + name))).stream()
        .map(each -> each.name.substring(HERE.length()))
        .toList();
  }

  @Test
  void classesOfEveryModuleOfTheJdkAreFound() {
    assertThat(files.find("java/util/ArrayList")).isNotNull();
    assertThat(files.find("java/sql/Connection")).isNotNull();
    assertThat(files.find("com/sun/source/tree/Tree")).isNotNull();
    assertThat(files.isProgram("com/sun/source/tree/Tree")).isFalse();
  }
}
