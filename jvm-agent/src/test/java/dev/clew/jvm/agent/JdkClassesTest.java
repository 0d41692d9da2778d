package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;

class JdkClassesTest {
  private static final String ATOMIC = "java/util/concurrent/atomic/";
  private static final String LOCKS = "java/util/concurrent/locks/";
  private static final String FOREIGN = "java/lang/StringBuilder";

  @Test
  void whatAProgramUsesBringsInTheModelsItNeeds() {
    assertThat(needed("java/util/HashMap")).isEmpty();
    assertThat(needed("java/util/concurrent/TimeUnit")).isEmpty();
    assertThat(needed(ATOMIC + "AtomicInteger")).containsExactly(ATOMIC + "AtomicInteger");
    assertThat(needed("java/util/Random")).containsExactly(ATOMIC + "AtomicLong");
    assertThat(needed("java/util/concurrent/Semaphore"))
        .containsExactly("java/util/concurrent/Semaphore");
    assertThat(needed(ATOMIC + "AtomicIntegerFieldUpdater"))
        .containsExactly(ATOMIC + "AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl");
    assertThat(needed(LOCKS + "Lock"))
        .contains(LOCKS + "LockSupport", LOCKS + "ReentrantLock")
        .allMatch(each -> each.startsWith(LOCKS));
    assertThat(needed("java/util/concurrent/DelayQueue")).hasSameSizeAs(new ModelTable().all());
  }

  private static List<String> needed(String className) {
    return new ModelTable().neededFor(className).stream().map(ModelClass::modelled).toList();
  }

  @Test
  void whatMayRunInParallelBringsInAllModels() {
    assertThat(new ModelTable().neededForMember("parallelStream")).isNotEmpty();
    assertThat(new ModelTable().neededForMember("stream")).isEmpty();
  }

  private static Stream<ModelClass> allModels() {
    ModelTable table = new ModelTable();
    return Stream.concat(table.all().stream(), table.ofCollections().values().stream());
  }

  @TestFactory
  Stream<DynamicTest> everyMethodOfAModelHasAnOriginalInThisJdk() {
    return allModels()
        .map(
            model ->
                DynamicTest.dynamicTest(
                    model.modelled(),
                    () -> {
                      ClassInfo original = ClassInfo.of(classFile(model.modelled()), false);
                      ClassFiles files = new ClassFiles(name -> null);
                      assertThat(ModelledClass.of(model, original, files).unmatched()).isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> modelledClassesVerify() {
    return allModels()
        .map(
            model ->
                DynamicTest.dynamicTest(
                    model.modelled(),
                    () -> {
                      JdkClassTransformer transformer = new JdkClassTransformer();
                      transformer.model(model);
                      checkChanged(transformer, model.modelled(), false);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> classesWithUncontrolledMethodsVerify() {
    return Stream.of(
            UncontrolledMethods.OF_LINKAGE,
            UncontrolledMethods.OF_LOGGING,
            UncontrolledMethods.OF_HOSTS)
        .flatMap(each -> each.entrySet().stream())
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> {
                      assertAllExist(entry.getKey(), entry.getValue());
                      JdkClassTransformer transformer = new JdkClassTransformer();
                      transformer.leaveAlone(entry.getKey(), entry.getValue());
                      checkChanged(transformer, entry.getKey(), false);
                    }));
  }

  private static void assertAllExist(String name, Set<String> methods) throws IOException {
    List<String> found = new ArrayList<>();
    for (MethodInfo each : ClassInfo.of(classFile(name), false).methods) {
      found.add(each.name());
      found.add(each.name() + each.descriptor());
    }
    assertThat(found).containsAll(methods);
  }

  @TestFactory
  Stream<DynamicTest> classesLoadedDuringAnExecutionVerify() {
    return Stream.of(
            "java/util/concurrent/ConcurrentHashMap",
            "java/util/concurrent/ForkJoinPool",
            "java/util/regex/Pattern",
            "java/time/LocalDate",
            "java/text/SimpleDateFormat",
            "java/util/Map")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      JdkClassTransformer transformer = new JdkClassTransformer();
                      if (ClassInfo.of(classFile(name), false).hasInitialiser) {
                        checkChanged(transformer, name, true);
                      } else {
                        assertThat(transformer.transform(name, classFile(name), true)).isNull();
                      }
                    }));
  }

  @Test
  void otherClassesStayAsTheyAre() throws IOException {
    JdkClassTransformer transformer = new JdkClassTransformer();
    assertThat(transformer.transform(FOREIGN, classFile(FOREIGN), false)).isNull();
    assertThat(transformer.isDone(FOREIGN)).isFalse();
  }

  /** The class is changed, and the JVM will accept it. */
  private static void checkChanged(JdkClassTransformer transformer, String name, boolean isFirstUse)
      throws IOException {
    byte[] changed =
        Objects.requireNonNull(transformer.transform(name, classFile(name), isFirstUse));
    StringWriter problems = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(changed), null, false, new PrintWriter(problems, true));
    assertThat(problems.toString()).isEmpty();
  }

  // --- what models may look like

  @Test
  void aModelOfASynchronizedMethodIsRefused() {
    ModelClass model =
        model(
            "java/lang/StringBuffer",
            "append",
            "(Ljava/lang/StringBuffer;C)" + "Ljava/lang/StringBuffer;");
    assertThatThrownBy(() -> matched(model)).hasMessageContaining("no body that can be left out");
  }

  @Test
  void aModelOfANativeMethodIsRefused() {
    ModelClass model = model("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z");
    assertThatThrownBy(() -> matched(model)).hasMessageContaining("no body that can be left out");
  }

  @Test
  void typesThatAreNotAccessibleAreTakenAsObjects() throws IOException {
    String type = "java/util/concurrent/ConcurrentHashMap$TreeBin";
    ModelClass model =
        model(type, "find", "(Ljava/lang/Object;ILjava/lang/Object;)" + "Ljava/lang/Object;");
    ModelledClass matched = matched(model);
    assertThat(matched.unmatched()).isEmpty();
    JdkClassTransformer transformer = new JdkClassTransformer();
    transformer.model(model);
    checkChanged(transformer, type, false);
  }

  @Test
  void aMethodThatTheJdkDoesNotHaveIsSaidToBeMissing() throws IOException {
    ModelClass model = model(FOREIGN, "appendTwice", "(Ljava/lang/StringBuilder;)V");
    assertThat(matched(model).unmatched()).hasSize(1);
  }

  @Test
  void aConstructorIsReportedOnceAndBeforeItReturns() throws IOException {
    String type = "java/util/concurrent/Semaphore";
    ModelClass model = model(type, "created", "(Ljava/util/concurrent/Semaphore;)V");
    JdkClassTransformer transformer = new JdkClassTransformer();
    transformer.model(model);
    byte[] changed = Objects.requireNonNull(transformer.transform(type, classFile(type), false));
    List<String> reports = new ArrayList<>();
    new ClassReader(changed)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMethodInsn(
                      int opcode,
                      String owner,
                      String called,
                      String calledType,
                      boolean isOfInterface) {
                    if (called.equals("created")) {
                      reports.add(name + descriptor);
                    }
                  }
                };
              }
            },
            0);
    assertThat(reports).containsExactlyInAnyOrder("<init>(I)V", "<init>(IZ)V");
    checkChanged(transformer, type, false);
  }

  private static ModelledClass matched(ModelClass model) throws IOException {
    ClassInfo original = ClassInfo.of(classFile(model.modelled()), false);
    return ModelledClass.of(model, original, new ClassFiles(name -> null));
  }

  /** A made-up model with one method. */
  private static ModelClass model(String modelled, String method, String descriptor) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "made/up/Model", null, "java/lang/Object", null);
    writer
        .visitAnnotation("Ldev/clew/jvm/run/juc/Models;", true)
        .visit("name", modelled.replace('/', '.'));
    writer
        .visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE,
            method,
            descriptor,
            null,
            null)
        .visitEnd();
    writer.visitEnd();
    return Objects.requireNonNull(ModelClass.of(writer.toByteArray()));
  }

  @Test
  void aConstantPoolNamesWhatAClassUses() throws IOException {
    ConstantPool pool = ConstantPool.of(classFile("java/util/Random"));
    assertThat(pool.classes).contains("java/util/concurrent/atomic/AtomicLong", "java/util/Random");
    assertThat(pool.members).contains("compareAndSet");
  }

  private static byte[] classFile(String internalName) throws IOException {
    try (InputStream in =
        ClassLoader.getPlatformClassLoader().getResourceAsStream(internalName + ".class")) {
      return Objects.requireNonNull(in, internalName).readAllBytes();
    }
  }
}
