package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.MethodCode;
import dev.clew.jvm.agent.ProgramCode.NamedField;
import dev.clew.jvm.program.prospects.Call.End;
import dev.clew.jvm.program.prospects.JavaProspect.Access;
import dev.clew.jvm.program.prospects.JavaProspect.Target;
import dev.clew.jvm.program.prospects.JavaProspect.Touch;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What single instructions do to what is known, and which of it others may notice. */
final class Steps {
  private static final String KINDS = "IJFDABCS";

  private final Forecast forecast;
  private final JavaProspect prospect;
  private final Surroundings around;
  private final Calls calls;
  private final boolean countsFresh;
  private final Map<AbstractInsnNode, Integer> makers = new HashMap<>();

  Steps(Forecast forecast, JavaProspect prospect, Surroundings around) {
    this.forecast = forecast;
    this.prospect = prospect;
    this.around = around;
    this.calls = new Calls(forecast, this, prospect, around);
    this.countsFresh = around.canLeak();
  }

  Calls calls() {
    return calls;
  }

  /** Does the instruction of a place. */
  void step(Place at) {
    AbstractInsnNode node = at.call().method.instruction(at.index());
    int opcode = node.getOpcode();
    if (opcode < 0 || opcode == Opcodes.NOP) {
      forecast.goTo(at.next());
    } else if (node instanceof VarInsnNode variable) {
      ofVariable(at, opcode, variable.var);
    } else if (node instanceof IincInsnNode count) {
      Value old = at.locals().get(count.var);
      Value value =
          old instanceof Value.Int known ? new Value.Int(known.value() + count.incr) : Value.ANY;
      forecast.goTo(at.with(count.var, value).next());
    } else if (node instanceof JumpInsnNode jump) {
      ofJump(at, opcode, jump.label);
    } else if (node instanceof TableSwitchInsnNode choice) {
      ofSwitch(at, choice.labels, choice.dflt);
    } else if (node instanceof LookupSwitchInsnNode choice) {
      ofSwitch(at, choice.labels, choice.dflt);
    } else if (node instanceof FieldInsnNode access) {
      ofField(at, opcode, access);
    } else if (node instanceof MethodInsnNode call) {
      calls.call(at, call);
    } else if (node instanceof InvokeDynamicInsnNode call) {
      calls.callDynamic(at, call);
    } else if (node instanceof LdcInsnNode constant) {
      forecast.goTo(at.pushed(constant(constant.cst)).next());
    } else if (node instanceof IntInsnNode number && opcode != Opcodes.NEWARRAY) {
      forecast.goTo(at.pushed(new Value.Int(number.operand)).next());
    } else if (node instanceof TypeInsnNode type) {
      ofType(at, opcode, type.desc);
    } else if (node instanceof MultiANewArrayInsnNode made) {
      forecast.raise(at);
      forecast.goTo(at.popped(made.dims).pushed(Value.ANY).next());
    } else {
      ofOperands(at, opcode);
    }
  }

  private void ofVariable(Place at, int opcode, int variable) {
    switch (opcode) {
      case Opcodes.ILOAD, Opcodes.ALOAD, Opcodes.FLOAD ->
          forecast.goTo(at.pushed(at.locals().get(variable)).next());
      case Opcodes.LLOAD, Opcodes.DLOAD -> forecast.goTo(at.pushed(Value.WIDE).next());
      case Opcodes.RET -> giveUp();
      default -> {
        Value value = at.top(0).equals(Value.WIDE) ? Value.ANY : at.top(0);
        forecast.goTo(at.popped(1).with(variable, value).next());
      }
    }
  }

  private Value constant(Object constant) {
    if (constant instanceof Integer number) {
      return new Value.Int(number);
    }
    if (constant instanceof Type type
        && type.getSort() == Type.OBJECT
        && around.code.isLoaded(type.getInternalName())) {
      return around.heap.classObject(type.getInternalName());
    }
    return constant instanceof Long || constant instanceof Double ? Value.WIDE : Value.ANY;
  }

  // --- jumps

  private void ofJump(Place at, int opcode, LabelNode label) {
    int target = at.call().method.target(label);
    if (opcode == Opcodes.GOTO) {
      forecast.goTo(at.at(target));
      return;
    }
    if (opcode == Opcodes.JSR) {
      giveUp();
      return;
    }
    boolean isPair = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
    Boolean jumps =
        isPair ? Folds.jumps(opcode, at.top(1), at.top(0)) : Folds.jumps(opcode, at.top(0));
    Place rest = at.popped(isPair ? 2 : 1);
    if (jumps == null || jumps) {
      forecast.goTo(rest.at(target));
    }
    if (jumps == null || !jumps) {
      forecast.goTo(rest.next());
    }
  }

  private void ofSwitch(Place at, Iterable<LabelNode> labels, LabelNode other) {
    MethodCode method = at.call().method;
    Place rest = at.popped(1);
    for (LabelNode label : labels) {
      forecast.goTo(rest.at(method.target(label)));
    }
    forecast.goTo(rest.at(method.target(other)));
  }

  // --- making things

  private void ofType(Place at, int opcode, String type) {
    switch (opcode) {
      case Opcodes.NEW -> {
        if (around.isReady(type)) {
          forecast.goTo(at.pushed(new Value.Fresh(number(at), type)).next());
        } else {
          giveUp();
        }
      }
      case Opcodes.ANEWARRAY -> makeArray(at);
      case Opcodes.INSTANCEOF -> forecast.goTo(at.popped(1).pushed(Value.ANY).next());
      default -> {
        forecast.raise(at);
        forecast.goTo(at.next());
      }
    }
  }

  private void makeArray(Place at) {
    if (!(at.top(0) instanceof Value.Int known) || known.value() < 0) {
      forecast.raise(at);
    }
    forecast.goTo(at.popped(1).pushed(new Value.Fresh(number(at), "[")).next());
  }

  /** The number of an instruction that makes something. */
  private int number(Place at) {
    AbstractInsnNode node = at.call().method.instruction(at.index());
    return makers.computeIfAbsent(node, any -> makers.size());
  }

  // --- fields

  private void ofField(Place at, int opcode, FieldInsnNode access) {
    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    Value written = isWrite ? at.top(0) : Value.ANY;
    Value owner = isStatic ? Value.ANY : at.top(isWrite ? 1 : 0);
    NamedField field = around.code.field(access.owner, access.name, access.desc);
    if (field == null) {
      if (opcode == Opcodes.GETSTATIC) {
        forecast.goTo(at.pushed(Value.any(access.desc.charAt(0))).next());
      } else {
        giveUp();
      }
      return;
    }
    if (isStatic && !around.isReady(field.declaringClass())) {
      giveUp();
      return;
    }
    if (!isStatic && !owner.isObject()) {
      forecast.raise(at);
    }
    Place rest = at.popped((isStatic ? 0 : 1) + (isWrite ? 1 : 0));
    if (field.isFinal()) {
      Value value =
          isStatic || owner instanceof Value.Known
              ? around.heap.get(isStatic ? -1 : ((Value.Known) owner).thing(), field)
              : Value.ANY;
      boolean isReference = access.desc.length() > 1;
      Value read = isReference ? value : Value.any(access.desc.charAt(0));
      forecast.goTo((isWrite ? rest.escape(written) : rest.pushed(read)).next());
      return;
    }
    boolean isForThreads = around.isForThreads(field);
    if (!(owner instanceof Value.Fresh) || countsFresh) {
      Location location = around.field(field, isStatic, owner);
      if (around.isOperation(field)) {
        touch(new Target.Place(location), !isWrite);
      }
      if (!isForThreads) {
        access(rest, location, isWrite);
      }
    }
    Place after = rest.after(isForThreads && !(owner instanceof Value.Fresh));
    forecast.goTo(
        (isWrite ? after.escape(written) : after.pushed(Value.any(access.desc.charAt(0)))).next());
  }

  private void access(Place at, Location location, boolean isWrite) {
    prospect.accesses.add(new Access(location, isWrite, at.isNear(), at.holds().all()));
  }

  void touch(Target target, boolean isLook) {
    prospect.touches.add(new Touch(target, isLook, false));
  }

  // --- elements

  private void ofElement(Place at, int elements, boolean isWrite) {
    Value array = at.top(isWrite ? 2 : 1);
    Value index = at.top(isWrite ? 1 : 0);
    forecast.raise(at);
    if (!(array instanceof Value.Fresh) || countsFresh) {
      Location location = around.element(elements, array, index);
      boolean isKnown = array instanceof Value.Known;
      boolean isVisible = isKnown && around.areElementsVisible(((Value.Known) array).thing());
      if (isVisible || !isKnown) {
        touch(new Target.Place(location), !isWrite);
      }
      if (!isVisible) {
        access(at, location, isWrite);
      }
    }
    Place rest = at.popped(isWrite ? 3 : 2);
    forecast.goTo((isWrite ? rest.escape(at.top(0)) : rest.pushed(Value.any(elements))).next());
  }

  // --- everything else

  private void ofOperands(Place at, int opcode) {
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      ofElement(at, KINDS.charAt(opcode - Opcodes.IALOAD), false);
    } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      ofElement(at, KINDS.charAt(opcode - Opcodes.IASTORE), true);
    } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      leave(at, false, opcode == Opcodes.RETURN ? null : at.top(0));
    } else if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
      forecast.goTo(at.withStack(Folds.shuffled(opcode, at.stack())).next());
    } else if (opcode == Opcodes.ATHROW) {
      forecast.raise(at.escape(at.top(0)));
    } else if (opcode == Opcodes.MONITORENTER) {
      calls.mutexes().take(at, at.top(0), at.popped(1), false);
    } else if (opcode == Opcodes.MONITOREXIT) {
      calls.mutexes().release(at, at.top(0), at.popped(1), false);
    } else if (opcode == Opcodes.NEWARRAY) {
      makeArray(at);
    } else {
      compute(at, opcode);
    }
  }

  private void compute(Place at, int opcode) {
    if (opcode == Opcodes.ARRAYLENGTH && at.top(0) instanceof Value.Known array) {
      forecast.goTo(at.popped(1).pushed(around.heap.length(array.thing())).next());
      return;
    }
    boolean mayThrow =
        switch (opcode) {
          case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM, Opcodes.ARRAYLENGTH -> true;
          default -> false;
        };
    if (mayThrow) {
      forecast.raise(at);
    }
    String effect = MethodCode.effectOf(opcode);
    int taken = effect.charAt(0) - '0';
    Value folded = Folds.compute(opcode, at.stack());
    Place rest = at.popped(taken);
    if (effect.length() > 1) {
      rest = rest.pushed(folded != null ? folded : Value.any(effect.charAt(2)));
    }
    forecast.goTo(rest.next());
  }

  /** A method ends here; if it is synchronized it gives its monitor back. */
  void leave(Place at, boolean throwsUp, @Nullable Value result) {
    Value monitor = at.call().monitor;
    Place after = monitor == null ? at : calls.mutexes().released(at, monitor, false);
    forecast.end(
        at.call(),
        new End(
            throwsUp, throwsUp ? null : result, after.holds(), after.isNear(), after.escaped()));
  }

  /** The thread may do anything. */
  void giveUp() {
    prospect.isUnknown = true;
  }
}
