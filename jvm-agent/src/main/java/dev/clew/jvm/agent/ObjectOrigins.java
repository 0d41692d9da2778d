package dev.clew.jvm.agent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * Where values of a method come from: which of the objects that it makes each may be, and which of
 * these others get to know. An exception that is only thrown does not count as known: who catches
 * it rarely changes it. One that passes calls on to another one, such as a writer over a stream, is
 * known to nobody else as long as that one is.
 */
final class ObjectOrigins extends Interpreter<ObjectOrigins.Origin> {
  /** In the place of the objects made: something else. */
  private static final long OTHER = 1L << 63;

  private static final int MOST = 62;

  private static final Origin WORD = new Origin(1, OTHER);
  private static final Origin TWO_WORDS = new Origin(2, OTHER);

  /** A bit for each place that makes objects. */
  private final Map<AbstractInsnNode, Long> makers = new HashMap<>();

  private final Map<AbstractInsnNode, Origin> receivers = new HashMap<>();

  /** Bits of objects that all are known to others as soon as one of them is. */
  private final Set<Long> together = new HashSet<>();

  private long escaped = OTHER;

  /**
   * A value.
   *
   * @param size as in frames
   * @param from a bit for each place that may have made it
   */
  record Origin(int size, long from) implements Value {
    @Override
    public int getSize() {
      return size;
    }
  }

  ObjectOrigins() {
    super(Opcodes.ASM9);
  }

  /** What a call is made on, null if it is on none, or never made. */
  @Nullable Origin of(MethodInsnNode call) {
    return receivers.get(call);
  }

  /** Whether a call makes an object that only this method knows. */
  boolean makesLocal(MethodInsnNode call) {
    Long bit = makers.get(call);
    return bit != null && (bit & allEscaped()) == 0;
  }

  /** Whether only this method knows what a value is. */
  boolean isLocal(Origin origin) {
    return origin.from != 0 && (origin.from & allEscaped()) == 0;
  }

  private long allEscaped() {
    long before;
    do {
      before = escaped;
      for (long group : together) {
        escaped |= (group & escaped) == 0 ? 0 : group;
      }
    } while (escaped != before);
    return escaped;
  }

  private void escape(Origin value) {
    escaped |= value.from;
  }

  private Origin madeAt(AbstractInsnNode instruction) {
    Long bit = makers.get(instruction);
    if (bit == null) {
      bit = makers.size() < MOST ? 1L << makers.size() : OTHER;
      makers.put(instruction, bit);
    }
    return new Origin(1, bit);
  }

  private static Origin ofSize(int size) {
    return size == 2 ? TWO_WORDS : WORD;
  }

  // --- instructions

  @Override
  public @Nullable Origin newValue(@Nullable Type type) {
    if (type == null) {
      return WORD;
    }
    return type == Type.VOID_TYPE ? null : ofSize(type.getSize());
  }

  @Override
  public Origin newOperation(AbstractInsnNode instruction) {
    if (instruction instanceof TypeInsnNode made
        && (SharedMethods.isCandidate(made.desc) || SharedMethods.isThrowable(made.desc))) {
      return madeAt(instruction);
    }
    if (instruction instanceof LdcInsnNode constant) {
      return ofSize(constant.cst instanceof Long || constant.cst instanceof Double ? 2 : 1);
    }
    if (instruction instanceof FieldInsnNode access) {
      return ofSize(Type.getType(access.desc).getSize());
    }
    return switch (instruction.getOpcode()) {
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> TWO_WORDS;
      default -> WORD;
    };
  }

  @Override
  public Origin copyOperation(AbstractInsnNode instruction, Origin value) {
    return value;
  }

  @Override
  public @Nullable Origin unaryOperation(AbstractInsnNode instruction, Origin value) {
    return switch (instruction.getOpcode()) {
      case Opcodes.CHECKCAST -> value;
      case Opcodes.PUTSTATIC -> {
        escape(value);
        yield null;
      }
      case Opcodes.GETFIELD -> ofSize(Type.getType(((FieldInsnNode) instruction).desc).getSize());
      case Opcodes.LNEG, Opcodes.DNEG, Opcodes.I2L, Opcodes.I2D, Opcodes.L2D -> TWO_WORDS;
      case Opcodes.F2L, Opcodes.F2D, Opcodes.D2L -> TWO_WORDS;
      default -> WORD;
    };
  }

  @Override
  public @Nullable Origin binaryOperation(
      AbstractInsnNode instruction, Origin first, Origin second) {
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.PUTFIELD) {
      escape(second);
      return null;
    }
    return switch (opcode) {
      case Opcodes.LALOAD, Opcodes.DALOAD, Opcodes.LADD, Opcodes.DADD, Opcodes.LSUB -> TWO_WORDS;
      case Opcodes.DSUB, Opcodes.LMUL, Opcodes.DMUL, Opcodes.LDIV, Opcodes.DDIV -> TWO_WORDS;
      case Opcodes.LREM, Opcodes.DREM, Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> TWO_WORDS;
      case Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR -> TWO_WORDS;
      default -> WORD;
    };
  }

  @Override
  public @Nullable Origin ternaryOperation(
      AbstractInsnNode instruction, Origin array, Origin index, Origin element) {
    escape(element);
    return null;
  }

  @Override
  public @Nullable Origin naryOperation(
      AbstractInsnNode instruction, List<? extends Origin> values) {
    if (instruction instanceof MethodInsnNode call) {
      return call(call, values);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      if (!SharedMethods.isConcatenation(call.bsm)) {
        values.forEach(this::escape);
      }
      return newValue(Type.getReturnType(call.desc));
    }
    return WORD; // an array of arrays
  }

  private @Nullable Origin call(MethodInsnNode call, List<? extends Origin> values) {
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    Origin receiver = isStatic ? null : values.get(0);
    boolean isMaker = SharedMethods.isMaker(call.owner, call.name, call.desc);
    Origin made = isMaker ? madeAt(call) : call.name.equals("<init>") ? receiver : null;
    if (receiver != null) {
      receivers.merge(call, receiver, ObjectOrigins::either);
      if (SharedMethods.mayKeepReceiver(call.owner, call.name)) {
        escape(receiver);
      }
    }
    arguments(call, isStatic ? values : values.subList(1, values.size()), made);
    Type result = Type.getReturnType(call.desc);
    if (isMaker && made != null) {
      // What is made of another one, such as a slice of a buffer, shares something with it.
      return receiver == null ? made : either(made, new Origin(1, receiver.from & ~OTHER));
    }
    boolean isSame = result.getSort() == Type.OBJECT && result.getInternalName().equals(call.owner);
    return isSame && receiver != null ? receiver : newValue(result);
  }

  /** What a call gets, and what it makes, null if nothing. */
  private void arguments(
      MethodInsnNode call, List<? extends Origin> values, @Nullable Origin made) {
    if (!SharedMethods.mayKeepArguments(call.owner, call.name)) {
      return;
    }
    Type[] types = Type.getArgumentTypes(call.desc);
    for (int i = 0; i < types.length; i++) {
      if (made != null && SharedMethods.isPassedOnTo(call.owner, types[i])) {
        together.add(either(made, values.get(i)).from);
      } else {
        escape(values.get(i));
      }
    }
  }

  private static Origin either(Origin one, Origin other) {
    return new Origin(one.size, one.from | other.from);
  }

  @Override
  public void returnOperation(
      AbstractInsnNode instruction, Origin value, @Nullable Origin expected) {
    escape(value);
  }

  @Override
  public Origin merge(Origin one, Origin other) {
    if (one.equals(other)) {
      return one;
    }
    if (one.size != other.size) {
      escape(one);
      escape(other);
      return WORD;
    }
    long both = one.from | other.from;
    return both == one.from ? one : new Origin(one.size, both);
  }
}
