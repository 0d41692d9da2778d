package dev.clew.jvm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.CheckClassAdapter;

/** The methods of concurrent collections that are operations. */
final class LibraryCallsTest {
  /** Not in every JDK. */
  private static final String REVERSED = "java/util/concurrent/CopyOnWriteArrayList$Reversed";

  private final LibraryCalls calls = new LibraryCalls();

  @TestFactory
  Stream<DynamicTest> classesWithOperationsVerify() {
    return calls.classes().stream()
        .filter(name -> !name.equals(REVERSED) || exists(name))
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      JdkClassTransformer transformer = new JdkClassTransformer();
                      transformer.watchCalls(name);
                      new ModelTable().ofCollection(name).forEach(transformer::model);
                      byte[] changed =
                          Objects.requireNonNull(
                              transformer.transform(name, classFile(name), false));
                      StringWriter problems = new StringWriter();
                      CheckClassAdapter.verify(
                          new ClassReader(changed), null, false, new PrintWriter(problems, true));
                      assertThat(problems.toString()).isEmpty();
                    }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Collection",
        "List",
        "Map",
        "NavigableMap",
        "NavigableSet",
        "RandomAccessList",
        "Set",
        "SortedMap",
        "SortedSet"
      })
  void wrappersVerifyAndTakeNoMonitorUnderControl(String kind) throws IOException {
    String name = "java/util/Collections$Synchronized" + kind;
    JdkClassTransformer transformer = new JdkClassTransformer();
    transformer.modelMonitors(name, "dev/clew/jvm/run/AtomicCalls");
    byte[] changed = Objects.requireNonNull(transformer.transform(name, classFile(name), false));
    StringWriter problems = new StringWriter();
    CheckClassAdapter.verify(
        new ClassReader(changed), null, false, new PrintWriter(problems, true));
    assertThat(problems.toString()).isEmpty();
    Code before = Code.of(classFile(name));
    Code after = Code.of(changed);
    assertThat(after.monitors).isEqualTo(before.monitors).isPositive();
    assertThat(after.hooks).isEqualTo(before.monitors);
  }

  /** Counts where code takes monitors, and where it calls the hook for that. */
  private static final class Code {
    int monitors;
    int hooks;

    static Code of(byte[] classFile) {
      Code code = new Code();
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, 0);
      for (MethodNode method : node.methods) {
        for (AbstractInsnNode each : method.instructions) {
          code.monitors += each.getOpcode() == Opcodes.MONITORENTER ? 1 : 0;
          boolean isHook = each instanceof MethodInsnNode call && call.name.equals("monitorEnter");
          code.hooks += isHook ? 1 : 0;
        }
      }
      return code;
    }
  }

  /** What a new JDK adds must be looked at: it is an operation, or calls some. */
  @ParameterizedTest
  @CsvSource(
      value = {
        "ConcurrentHashMap|keySet values entrySet",
        "ConcurrentHashMap$KeySetView|getMap getMappedValue equals hashCode contains remove"
            + " removeAll",
        "ConcurrentHashMap$ValuesView|add addAll contains remove removeAll",
        "ConcurrentHashMap$EntrySetView|addAll contains remove equals",
        "ConcurrentHashMap$BaseIterator|hasNext hasMoreElements",
        "ConcurrentSkipListMap|comparator descendingKeySet descendingMap entrySet headMap keySet"
            + " navigableKeySet putFirst putLast subMap tailMap values",
        "ConcurrentSkipListMap$SubMap|comparator descendingKeySet descendingMap entrySet headMap"
            + " keySet navigableKeySet subMap tailMap values",
        "ConcurrentSkipListMap$KeySet|ceiling clear comparator contains descendingIterator"
            + " descendingSet equals first floor headSet higher isEmpty last lower pollFirst"
            + " pollLast remove size subSet tailSet toArray",
        "ConcurrentSkipListMap$Values|clear contains isEmpty size toArray",
        "ConcurrentSkipListMap$EntrySet|clear contains equals isEmpty remove size toArray",
        "ConcurrentSkipListMap$Iter|hasNext remove",
        "ConcurrentSkipListSet|add addFirst addLast ceiling clear clone comparator contains"
            + " descendingIterator descendingSet equals first floor headSet higher isEmpty"
            + " iterator last lower pollFirst pollLast remove removeAll size subSet tailSet",
        "ConcurrentLinkedQueue|add",
        "ConcurrentLinkedQueue$Itr|hasNext",
        "ConcurrentLinkedDeque|add element getFirst getLast offer peek poll pop push remove"
            + " removeFirst removeLast",
        "ConcurrentLinkedDeque$AbstractItr|hasNext",
        "CopyOnWriteArrayList|reversed",
        "CopyOnWriteArraySet|add addAll clear contains forEach isEmpty iterator remove removeAll"
            + " removeIf retainAll size toArray",
      },
      delimiter = '|')
  void everyPublicMethodIsAnOperationOrCallsSome(String className, String others)
      throws ClassNotFoundException {
    String name = "java/util/concurrent/" + className;
    Set<String> known = new HashSet<>(calls.of(name).keySet());
    known.addAll(Arrays.asList(others.split(" ")));
    for (ModelClass model : new ModelTable().ofCollection(name)) {
      model.methods.forEach(method -> known.add(method.name()));
    }
    Set<String> declared = new TreeSet<>();
    for (Method each : Class.forName(name.replace('/', '.')).getDeclaredMethods()) {
      if (Modifier.isPublic(each.getModifiers()) && !Modifier.isStatic(each.getModifiers())) {
        declared.add(each.getName());
      }
    }
    assertThat(known).containsAll(declared);
  }

  private static boolean exists(String name) {
    return ClassLoader.getSystemResource(name + ".class") != null;
  }

  private static byte[] classFile(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }
}
