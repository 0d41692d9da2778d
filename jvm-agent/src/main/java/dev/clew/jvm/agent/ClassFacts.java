package dev.clew.jvm.agent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a first pass over a class file tells about its code, for visitors that need it before they
 * come to the end of a method.
 */
final class ClassFacts {
  /** Stands for a method that the first pass did not see: it comes from another visitor. */
  private static final MethodFacts UNKNOWN =
      new MethodFacts("", 0, 0, 0, false, 0, false, Set.of(), LocalObjects.NONE);

  /** The internal name of the class. */
  final String name;

  private final Map<String, MethodFacts> methods = new HashMap<>();
  private final @Nullable String superName;

  /** The methods that make objects of the JDK which threads could share. */
  private final Set<String> makers = new HashSet<>();

  private String sourceFile = "";

  private ClassFacts(ClassReader reader) {
    this.name = reader.getClassName();
    this.superName = reader.getSuperName();
  }

  static ClassFacts of(ClassReader reader) {
    ClassFacts facts = new ClassFacts(reader);
    reader.accept(facts.new Collector(), ClassReader.SKIP_FRAMES);
    if (!facts.makers.isEmpty()) {
      facts.findLocalObjects(reader);
    }
    return facts;
  }

  /** Looks at the methods that make objects of the JDK. */
  private void findLocalObjects(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    for (MethodNode each : node.methods) {
      String key = each.name + each.desc;
      MethodFacts known = methods.get(key);
      if (known != null && makers.contains(key)) {
        methods.put(key, known.with(LocalObjects.of(name, each)));
      }
    }
  }

  /** The name of the source file, empty if unknown. */
  String sourceFile() {
    return sourceFile;
  }

  /** About a method, by its name in the class file or its name after transformation. */
  MethodFacts method(String method, String descriptor) {
    String original = method.equals("$clew$clinit") ? "<clinit>" : method;
    MethodFacts facts = methods.get(original + descriptor);
    return facts == null ? UNKNOWN : facts;
  }

  /** Adds a method that a visitor makes. */
  void add(String method, String descriptor, MethodFacts facts) {
    methods.put(method + descriptor, facts);
  }

  /** The calls for {@code this} in a constructor of the class. */
  SelfCalls selfCalls() {
    return new SelfCalls(name, superName);
  }

  /**
   * About a method.
   *
   * @param sourceName the name of the method in which the source code stands
   * @param maxLocals the number of its first unused local variable, after the one that {@link
   *     SpinVisitor} may use
   * @param firstLine its first line with code, 0 if unknown
   * @param lastLine its last line with code
   * @param callsThis a constructor that calls another one of its class
   * @param selfCalls the number of places at which it calls {@code this(...)} or {@code super(...)}
   * @param hasLoops it jumps backwards
   * @param calls the methods it calls, as class, dot, name
   * @param locals the objects of the JDK that it keeps for itself
   */
  record MethodFacts(
      String sourceName,
      int maxLocals,
      int firstLine,
      int lastLine,
      boolean callsThis,
      int selfCalls,
      boolean hasLoops,
      Set<String> calls,
      LocalObjects locals) {

    private MethodFacts with(LocalObjects found) {
      return new MethodFacts(
          sourceName, maxLocals, firstLine, lastLine, callsThis, selfCalls, hasLoops, calls, found);
    }
  }

  /** The first pass. */
  private final class Collector extends ClassVisitor {
    private Collector() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitSource(@Nullable String source, @Nullable String debug) {
      sourceFile = source == null ? "" : source;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new MethodCollector(method, descriptor);
    }
  }

  /** The first pass over a method. */
  private final class MethodCollector extends MethodVisitor {
    private final String method;
    private final String descriptor;
    private final SelfCalls calls = selfCalls();
    private int maxLocals;
    private int firstLine;
    private int lastLine;
    private boolean callsThis;
    private int selfCalls;
    private boolean hasLoops;

    /** The last call made an exception, of which nothing else is known yet. */
    private boolean madeException;

    private final Set<Label> passed = new HashSet<>();
    private final Set<String> called = new HashSet<>();

    private MethodCollector(String method, String descriptor) {
      super(Opcodes.ASM9);
      this.method = method;
      this.descriptor = descriptor;
    }

    @Override
    public void visitLineNumber(int line, Label start) {
      firstLine = firstLine == 0 ? line : Math.min(firstLine, line);
      lastLine = Math.max(lastLine, line);
    }

    /** An exception that is thrown at once is known to nobody else. */
    @Override
    public void visitInsn(int opcode) {
      if (opcode != Opcodes.ATHROW) {
        leaveException();
      }
      madeException = false;
    }

    private void leaveException() {
      if (madeException) {
        makers.add(method + descriptor);
      }
      madeException = false;
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      leaveException();
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String fieldDescriptor) {
      leaveException();
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      leaveException();
      if (opcode == Opcodes.NEW) {
        calls.make(type);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String calledDescriptor, boolean isInterface) {
      called.add(owner + "." + name);
      leaveException();
      madeException = name.equals("<init>") && SharedMethods.isThrowable(owner);
      if (name.equals("<init>")
          ? SharedMethods.isCandidate(owner)
          : SharedMethods.isMaker(owner, name, calledDescriptor)) {
        makers.add(method + descriptor);
      }
      if (method.equals("<init>") && name.equals("<init>") && calls.isNext(owner)) {
        selfCalls++;
        callsThis |= owner.equals(ClassFacts.this.name);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String calledDescriptor, Handle bootstrap, Object... arguments) {
      leaveException();
      called.add(bootstrap.getOwner() + "." + bootstrap.getName());
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      hasLoops |= passed.contains(label);
    }

    @Override
    public void visitMaxs(int maxStack, int locals) {
      maxLocals = locals + 1;
    }

    @Override
    public void visitEnd() {
      add(
          method,
          descriptor,
          new MethodFacts(
              method,
              maxLocals,
              firstLine,
              lastLine,
              callsThis,
              selfCalls,
              hasLoops,
              Set.copyOf(called),
              LocalObjects.NONE));
    }
  }
}
