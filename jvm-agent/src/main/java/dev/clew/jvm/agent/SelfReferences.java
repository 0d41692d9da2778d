package dev.clew.jvm.agent;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Whether the methods of a class use the object they are called on for its own fields, methods and
 * monitor only: nobody learns from them which object it is.
 *
 * <p>Constructors do not count: what they hand out was handed out before a thread runs the object.
 */
public final class SelfReferences {
  /** Methods of all objects that tell nothing but what the monitor tells. */
  private static final Set<String> OF_MONITORS =
      Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

  private static final BasicValue SELF = new BasicValue(Type.getObjectType("self"));

  private SelfReferences() {}

  /** Whether objects of a class keep to themselves. */
  public static boolean areNone(List<byte[]> classAndSuperclasses) {
    List<ClassNode> classes = classAndSuperclasses.stream().map(SelfReferences::parse).toList();
    Set<String> names = new HashSet<>();
    Set<String> own = new HashSet<>(OF_MONITORS);
    for (ClassNode each : classes) {
      names.add(each.name);
      each.methods.forEach(method -> own.add(method.name + method.desc));
    }
    return classes.stream()
        .allMatch(
            each -> each.methods.stream().allMatch(method -> keepsTo(names, own, each, method)));
  }

  private static ClassNode parse(byte[] classFile) {
    ClassNode parsed = new ClassNode();
    new ClassReader(classFile).accept(parsed, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return parsed;
  }

  private static boolean keepsTo(
      Set<String> names, Set<String> own, ClassNode type, MethodNode method) {
    boolean hasNoObject = (method.access & Opcodes.ACC_STATIC) != 0 || method.name.equals("<init>");
    if (hasNoObject || (method.access & Opcodes.ACC_ABSTRACT) != 0) {
      return true;
    }
    if ((method.access & Opcodes.ACC_NATIVE) != 0) {
      return false;
    }
    Uses uses = new Uses(names, own);
    try {
      new Analyzer<>(uses).analyze(type.name, method);
    } catch (AnalyzerException e) {
      return false;
    }
    return !uses.areOther;
  }

  /** Follows the object through the code of a method. */
  private static final class Uses extends BasicInterpreter {
    private final Set<String> names;
    private final Set<String> own;
    private boolean areOther;

    Uses(Set<String> names, Set<String> own) {
      super(ASM9);
      this.names = names;
      this.own = own;
    }

    @Override
    public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
      return isInstanceMethod && local == 0
          ? SELF
          : super.newParameterValue(isInstanceMethod, local, type);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value) {
      return value;
    }

    @Override
    public BasicValue merge(BasicValue value, BasicValue other) {
      return value == SELF || other == SELF ? SELF : super.merge(value, other);
    }

    @Override
    public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
        throws AnalyzerException {
      switch (instruction.getOpcode()) {
        case GETFIELD, IFNULL, IFNONNULL, MONITORENTER, MONITOREXIT -> {}
        default -> note(value);
      }
      return super.unaryOperation(instruction, value);
    }

    @Override
    public @Nullable BasicValue binaryOperation(
        AbstractInsnNode instruction, BasicValue first, BasicValue second)
        throws AnalyzerException {
      if (instruction.getOpcode() != PUTFIELD) {
        note(first);
      }
      note(second);
      return super.binaryOperation(instruction, first, second);
    }

    @Override
    public @Nullable BasicValue ternaryOperation(
        AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
        throws AnalyzerException {
      note(array);
      note(value);
      return super.ternaryOperation(instruction, array, index, value);
    }

    @Override
    public @Nullable BasicValue naryOperation(
        AbstractInsnNode instruction, List<? extends BasicValue> values) throws AnalyzerException {
      int arguments = isOwnCall(instruction) ? 1 : 0;
      for (int i = arguments; i < values.size(); i++) {
        note(values.get(i));
      }
      return super.naryOperation(instruction, values);
    }

    private boolean isOwnCall(AbstractInsnNode instruction) {
      if (!(instruction instanceof MethodInsnNode call)) {
        return false;
      }
      int opcode = instruction.getOpcode();
      boolean isFound =
          opcode == INVOKESPECIAL ? names.contains(call.owner) : opcode == INVOKEVIRTUAL;
      return isFound && own.contains(call.name + call.desc);
    }

    private void note(BasicValue value) {
      areOther |= value == SELF;
    }
  }
}
