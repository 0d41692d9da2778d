package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the loops of a method that may do nothing but look, until another thread changes what they
 * see.
 *
 * <p>Such a loop writes no field and no element itself, counts nothing that matters, and calls only
 * what cannot change anything unnoticed.
 */
final class SpinLoops {
  /**
   * A loop.
   *
   * @param head where its rounds begin
   * @param jumps what goes back there
   * @param locals the local variables that a round may change and the next one, or what comes
   *     after, may use; with the instructions that load them
   * @param mayOnlyLook false if each round does more than that
   * @param asksOutside whether a round may ask for what no thread of the program decides
   */
  record Loop(
      LabelNode head,
      List<JumpInsnNode> jumps,
      Map<Integer, Integer> locals,
      boolean mayOnlyLook,
      boolean asksOutside) {}

  private final MethodNode method;
  private final InsnList code;
  private final HookedClass hooked;
  private final Map<AbstractInsnNode, Integer> index = new HashMap<>();

  private SpinLoops(MethodNode method, HookedClass hooked) {
    this.method = method;
    this.code = method.instructions;
    this.hooked = hooked;
    for (int i = 0; i < code.size(); i++) {
      index.put(code.get(i), i);
    }
  }

  /**
   * The loops of a method.
   *
   * @param wantsAll also those that do more than look
   */
  static List<Loop> in(MethodNode method, HookedClass hooked, boolean wantsAll) {
    return new SpinLoops(method, hooked).find(wantsAll);
  }

  /** Cannot a call of this method change anything unless it is an operation, or code with hooks? */
  static boolean isHarmless(String called, String name, HookedClass hooked) {
    String owner = declaring(called, name, hooked);
    if (owner.startsWith("java/util/concurrent/")) {
      return !owner.endsWith("/ThreadLocalRandom");
    }
    return switch (owner) {
      case "java/lang/Thread" ->
          switch (name) {
            case "onSpinWait", "yield", "sleep", "currentThread", "isInterrupted" -> true;
            case "isAlive", "getId", "threadId", "isDaemon" -> true;
            default -> false;
          };
      case "java/lang/System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
      case "java/time/Instant", "java/time/Duration" -> true;
      case "java/lang/invoke/VarHandle", "sun/misc/Unsafe" -> true;
      case "java/lang/String", "java/lang/Character", "java/lang/Byte", "java/lang/Short" -> true;
      case "java/lang/Boolean", "java/lang/Integer", "java/lang/Long" ->
          !name.equals("getBoolean") && !name.equals("getInteger") && !name.equals("getLong");
      case "java/lang/Float", "java/lang/Double", "java/util/Objects" -> true;
      case "java/lang/Math" -> !name.equals("random");
      case "java/util/Properties" -> false;
      case "java/lang/Object" -> name.equals("getClass") || name.equals("<init>");
      default ->
          hooked.files().isProgram(owner)
              || owner.startsWith("java/util/")
                  && !owner.startsWith("java/util/function/")
                  && (name.equals("isEmpty") || name.equals("size") || name.equals("contains"));
    };
  }

  /** The class that a method comes from, as far as a class of the program inherits it. */
  private static String declaring(String called, String name, HookedClass hooked) {
    String owner = called;
    while (hooked.files().isProgram(owner)) {
      ClassInfo info = hooked.files().find(owner);
      boolean isDeclared =
          info == null || info.methods.stream().anyMatch(method -> method.name().equals(name));
      String above = info == null ? null : info.superName;
      if (isDeclared || above == null || above.equals("java/lang/Object")) {
        return called;
      }
      owner = above;
    }
    return owner;
  }

  /**
   * May a call of this method find something else each time, though no thread of the program
   * changed anything: a number at random, the time, a property, a line that is typed? Not known to
   * do so are those that do something with objects of the program, or print.
   */
  static boolean asksOutside(String called, String name, HookedClass hooked) {
    String owner = declaring(called, name, hooked);
    if (isHarmless(called, name, hooked) || owner.startsWith("[")) {
      return false;
    }
    return switch (owner) {
      case "java/lang/StringBuilder", "java/lang/StringBuffer", "java/io/PrintStream" -> false;
      case "java/lang/Object", "java/lang/Iterable", "java/lang/CharSequence" -> false;
      case "java/lang/Comparable", "java/lang/Runnable", "java/util/Optional" -> false;
      case "java/lang/System" -> !name.equals("arraycopy") && !name.equals("identityHashCode");
      case "java/lang/Thread" -> name.equals("getName") || name.equals("getState");
      default ->
          !name.equals("<init>")
              && !owner.startsWith("java/util/function/")
              && !isOfCollection(owner);
    };
  }

  private static boolean isOfCollection(String owner) {
    return switch (owner) {
      case "java/util/ArrayList", "java/util/LinkedList", "java/util/ArrayDeque" -> true;
      case "java/util/HashMap", "java/util/TreeMap", "java/util/LinkedHashMap" -> true;
      case "java/util/HashSet", "java/util/TreeSet", "java/util/LinkedHashSet" -> true;
      case "java/util/PriorityQueue", "java/util/BitSet", "java/util/Iterator" -> true;
      case "java/util/Collection", "java/util/List", "java/util/Set", "java/util/Map" -> true;
      case "java/util/Queue", "java/util/Deque", "java/util/Map$Entry" -> true;
      case "java/util/Arrays", "java/util/Collections", "java/util/ListIterator" -> true;
      default -> false;
    };
  }

  private List<Loop> find(boolean wantsAll) {
    Map<LabelNode, List<JumpInsnNode>> backwards = new HashMap<>();
    for (AbstractInsnNode each : code) {
      if (each instanceof JumpInsnNode jump && position(jump.label) < position(jump)) {
        backwards.computeIfAbsent(jump.label, key -> new ArrayList<>()).add(jump);
      } else if (goesBackBySwitch(each)) {
        return List.of();
      }
    }
    List<Loop> found = new ArrayList<>();
    BitSet[] live = null;
    BitSet[] kinds = null;
    for (Map.Entry<LabelNode, List<JumpInsnNode>> each : backwards.entrySet()) {
      int from = position(each.getKey());
      int to = each.getValue().stream().mapToInt(this::position).max().orElse(from);
      Map<Integer, Integer> locals = null;
      if (onlyLooks(from, to)) {
        live = live == null ? liveLocals() : live;
        kinds = kinds == null ? LiveLocals.of(method) : kinds;
        locals = changed(from, to, live[from], kinds[from]);
      }
      if (locals != null) {
        found.add(new Loop(each.getKey(), each.getValue(), locals, true, false));
      } else if (wantsAll) {
        boolean asks = asksOutside(from, to);
        found.add(new Loop(each.getKey(), each.getValue(), Map.of(), false, asks));
      }
    }
    found.sort((one, other) -> position(one.head()) - position(other.head()));
    return found;
  }

  private int position(AbstractInsnNode instruction) {
    return Objects.requireNonNull(index.get(instruction));
  }

  private boolean goesBackBySwitch(AbstractInsnNode instruction) {
    for (LabelNode target : LiveLocals.targets(instruction)) {
      if (!(instruction instanceof JumpInsnNode) && position(target) < position(instruction)) {
        return true;
      }
    }
    return false;
  }

  private boolean asksOutside(int from, int to) {
    for (int i = from; i <= to; i++) {
      if (code.get(i) instanceof MethodInsnNode call
          && asksOutside(call.owner, call.name, hooked)) {
        return true;
      }
    }
    return false;
  }

  private boolean onlyLooks(int from, int to) {
    for (int i = from; i <= to; i++) {
      AbstractInsnNode each = code.get(i);
      boolean looks =
          switch (each.getOpcode()) {
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> false;
            case Opcodes.IASTORE, Opcodes.LASTORE, Opcodes.FASTORE, Opcodes.DASTORE -> false;
            case Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE -> false;
            case Opcodes.INVOKEDYNAMIC, Opcodes.JSR, Opcodes.RET -> false;
            default -> true;
          };
      if (!looks
          || each instanceof MethodInsnNode call && !isHarmless(call.owner, call.name, hooked)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The local variables that are written in the region and used later, with how they are loaded;
   * null if that is not clear, or if a round is sure to change one.
   */
  private @Nullable Map<Integer, Integer> changed(
      int from, int to, BitSet liveAtHead, BitSet kindsAtHead) {
    Map<Integer, Integer> changed = new HashMap<>();
    for (int i = from; i <= to; i++) {
      if (code.get(i) instanceof IincInsnNode count && liveAtHead.get(count.var)) {
        return null; // a loop that counts
      }
      if (code.get(i) instanceof VarInsnNode access
          && isStore(access.getOpcode())
          && liveAtHead.get(access.var)) {
        int kind = access.getOpcode() - Opcodes.ISTORE;
        if (!kindsAtHead.get(LiveLocals.KINDS * access.var + kind)) {
          return null; // another variable in the same place, in code that only lies in between
        }
        int load = Opcodes.ILOAD + kind;
        Integer before = changed.put(access.var, load);
        if (before != null && before != load) {
          return null;
        }
      }
    }
    return changed;
  }

  private static boolean isStore(int opcode) {
    return opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
  }

  // --- which local variables are used later

  private BitSet[] liveLocals() {
    int size = code.size();
    BitSet[] live = new BitSet[size];
    for (int i = 0; i < size; i++) {
      live[i] = new BitSet();
    }
    boolean changes = true;
    while (changes) {
      changes = false;
      for (int i = size - 1; i >= 0; i--) {
        BitSet before = liveBefore(i, live);
        if (!before.equals(live[i])) {
          live[i] = before;
          changes = true;
        }
      }
    }
    return live;
  }

  /** To count a variable up that is used for nothing else is no use of it. */
  private BitSet liveBefore(int i, BitSet[] live) {
    AbstractInsnNode instruction = code.get(i);
    BitSet before = new BitSet();
    int opcode = instruction.getOpcode();
    boolean goesOn =
        opcode != Opcodes.GOTO
            && opcode != Opcodes.ATHROW
            && !(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
            && !(instruction instanceof TableSwitchInsnNode)
            && !(instruction instanceof LookupSwitchInsnNode);
    if (goesOn && i + 1 < live.length) {
      before.or(live[i + 1]);
    }
    for (LabelNode target : LiveLocals.targets(instruction)) {
      before.or(live[position(target)]);
    }
    if (instruction instanceof VarInsnNode access) {
      before.set(access.var, !isStore(opcode));
    }
    for (TryCatchBlockNode each : method.tryCatchBlocks) {
      if (position(each.start) <= i && i < position(each.end)) {
        before.or(live[position(each.handler)]);
      }
    }
    return before;
  }
}
