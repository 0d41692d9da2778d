package dev.clew.jvm.program;

import dev.clew.jvm.run.Sites;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The names of the local variables in which a program keeps what it makes: {@code e} for the pool
 * of {@code ExecutorService e = Executors.newFixedThreadPool(2)}.
 */
final class LocalVariables {
  private static final String CONSTRUCTOR = "<init>";

  /** The descriptors of the types of the elements of arrays, from {@link Opcodes#T_BOOLEAN} on. */
  private static final String PRIMITIVES = "ZCFDBSIJ";

  /**
   * The result of a call, or a new object, is put into a variable.
   *
   * @param owner the internal name of the class of the method that was called
   * @param called the name of that method
   * @param type the internal name of the type of the result
   * @param variable the name, empty if the object is used in another way
   */
  private record Store(
      String method, int line, String owner, String called, String type, String variable) {
    private boolean isNew() {
      return called.equals(CONSTRUCTOR);
    }

    private Store named(String name) {
      return new Store(method, line, owner, called, type, name);
    }
  }

  private final ClassLoader loader;
  private final Map<String, List<Store>> stores = new HashMap<>();

  LocalVariables(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The variable for which an object was made at a site, empty if none or not known.
   *
   * @param called the method that the program called to have it made, empty if that is not known
   */
  String of(Object object, int site, String called) {
    String method = Sites.method(site);
    int line = Sites.line(site);
    Set<String> types = new HashSet<>();
    addTypes(object.getClass(), types);
    String own = Type.getInternalName(object.getClass());
    String around = Type.getInternalName(object.getClass().getNestHost());
    List<Store> found = new ArrayList<>();
    for (Store store : of(Sites.className(site).replace('.', '/'))) {
      boolean isHere = store.line == line && store.method.equals(method);
      if (isHere && (store.isNew() ? store.type.equals(own) : types.contains(store.type))) {
        found.add(store);
      }
    }
    narrow(found, store -> store.called.equals(called));
    narrow(found, Store::isNew);
    narrow(found, store -> !store.isNew() && store.owner.equals(around));
    return found.size() == 1 ? found.get(0).variable : "";
  }

  /** Keeps those that have a property, if there are any. */
  private static void narrow(List<Store> stores, Predicate<Store> property) {
    if (stores.stream().anyMatch(property)) {
      stores.removeIf(property.negate());
    }
  }

  private static void addTypes(@Nullable Class<?> type, Set<String> types) {
    if (type != null && type != Object.class && types.add(Type.getInternalName(type))) {
      addTypes(type.getSuperclass(), types);
      for (Class<?> each : type.getInterfaces()) {
        addTypes(each, types);
      }
    }
  }

  private List<Store> of(String className) {
    return stores.computeIfAbsent(className, this::read);
  }

  private List<Store> read(String className) {
    List<Store> found = new ArrayList<>();
    try (InputStream bytes = loader.getResourceAsStream(className + ".class")) {
      if (bytes != null) {
        new ClassReader(bytes).accept(new Methods(found), ClassReader.SKIP_FRAMES);
      }
    } catch (IOException | IllegalArgumentException e) {
      return List.of(); // what cannot be read has no names: objects keep those of their classes
    }
    return found;
  }

  /** Goes through the methods of a class. */
  private static final class Methods extends ClassVisitor {
    private final List<Store> found;

    private Methods(List<Store> found) {
      super(Opcodes.ASM9);
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new Stores(name, found);
    }
  }

  /** Finds the calls of a method whose result is put into a variable at once. */
  private static final class Stores extends MethodVisitor {
    private final String method;
    private final List<Store> found;
    private final Map<Label, Integer> labels = new HashMap<>();

    /** For each store the variable, and how many labels came before. */
    private final Map<Integer, int[]> unnamed = new HashMap<>();

    private int line;

    /** The call that is the last instruction so far, -1 if it is none. */
    private int last = -1;

    private Stores(String method, List<Store> found) {
      super(Opcodes.ASM9);
      this.method = method;
      this.found = found;
    }

    @Override
    public void visitLineNumber(int newLine, Label start) {
      line = newLine;
    }

    @Override
    public void visitLabel(Label label) {
      labels.put(label, labels.size());
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isNew = name.equals(CONSTRUCTOR);
      Type result = Type.getReturnType(descriptor);
      last = -1;
      if (isNew || result.getSort() == Type.OBJECT) {
        last = found.size();
        String type = isNew ? owner : result.getInternalName();
        found.add(new Store(method, line, owner, name, type, ""));
      }
    }

    private void addArray(String type) {
      last = found.size();
      found.add(new Store(method, line, "", CONSTRUCTOR, type, ""));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      addArray(descriptor);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.ANEWARRAY) {
        addArray(type.startsWith("[") ? "[" + type : "[L" + type + ";");
      } else if (opcode != Opcodes.CHECKCAST) {
        last = -1;
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      last = -1;
      if (opcode == Opcodes.NEWARRAY) {
        addArray("[" + PRIMITIVES.charAt(operand - Opcodes.T_BOOLEAN));
      }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      if (opcode == Opcodes.ASTORE && last >= 0) {
        unnamed.put(last, new int[] {variable, labels.size()});
      }
      last = -1;
    }

    @Override
    public void visitLocalVariable(
        String name,
        String descriptor,
        @Nullable String signature,
        Label start,
        Label end,
        int index) {
      int first = labels.getOrDefault(start, 0);
      int after = labels.getOrDefault(end, 0);
      unnamed.forEach(
          (store, place) -> {
            if (place[0] == index && first <= place[1] && place[1] < after) {
              found.set(store, found.get(store).named(name));
            }
          });
    }

    // --- everything else

    @Override
    public void visitInsn(int opcode) {
      last = -1;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      last = -1;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      last = -1;
    }

    @Override
    public void visitLdcInsn(Object value) {
      last = -1;
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
      last = -1;
    }
  }
}
