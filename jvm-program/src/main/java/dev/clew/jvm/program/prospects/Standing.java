package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.CodePlace;
import dev.clew.jvm.agent.MethodCode;
import dev.clew.jvm.agent.ProgramCode;
import dev.clew.jvm.run.ProgramThread;
import dev.clew.jvm.run.Standpoint;
import dev.clew.trace.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Where a thread stands: its frames as calls, and what the innermost one still has to do of the
 * instruction it is at.
 */
final class Standing {
  private final Standpoint standpoint;
  private final ProgramCode code;
  private final Things things;
  private final Heap heap;

  Standing(Standpoint standpoint, ProgramCode code, Things things, Heap heap) {
    this.heap = heap;
    this.standpoint = standpoint;
    this.code = code;
    this.things = things;
  }

  /** Adds to a key all that the paths from here on depend on; false if something is not known. */
  boolean describe(ProgramThread thread, List<Integer> key) {
    int height = standpoint.height(thread);
    key.add(height);
    for (int frame = 0; frame < height; frame++) {
      int point = standpoint.point(thread, frame);
      CodePlace place = code.place(point);
      if (place == null) {
        return false;
      }
      key.add(point);
      for (int k = 0; k < standpoint.values(thread, frame); k++) {
        long number = standpoint.number(thread, frame, k);
        key.add((int) number);
        key.add(things.of(standpoint.reference(thread, frame, k)));
      }
    }
    return true;
  }

  // --- places

  /** The place of the innermost frame, before its instruction; the outer ones call it. */
  Place place(ProgramThread thread, Set<Integer> held) {
    Place caller = null;
    for (int frame = 0; ; frame++) {
      Place place = place(thread, frame, held);
      if (caller != null) {
        place.call().callers.add(caller);
      }
      if (frame == standpoint.height(thread) - 1) {
        return place;
      }
      caller = withoutArguments(place);
    }
  }

  private Place place(ProgramThread thread, int frame, Set<Integer> held) {
    CodePlace place =
        Objects.requireNonNull(code.place(standpoint.point(thread, frame)), "described before");
    MethodCode method = place.method();
    int next = 0;
    List<Value> stack = new ArrayList<>();
    for (int k = 0; k < place.stack().length; k++) {
      if (place.isTold(k)) {
        Value told = value(thread, frame, next++, place.stack()[k]);
        stack.add(told);
      } else {
        stack.add(Value.ANY);
      }
    }
    List<Value> locals =
        new ArrayList<>(Collections.nCopies(Math.max(method.maxLocals(), 1), Value.ANY));
    for (int v = place.live().nextSetBit(0); v >= 0; v = place.live().nextSetBit(v + 1)) {
      int kind = "IJFDA".charAt(v % CodePlace.kinds());
      Value told = value(thread, frame, next++, kind);
      locals.set(v / CodePlace.kinds(), told.equals(Value.WIDE) ? Value.ANY : told);
    }
    Call call = new Call(method, monitor(method, locals));
    return new Place(
        call,
        place.index(),
        List.copyOf(locals),
        List.copyOf(stack),
        Holds.of(held),
        true,
        Set.of());
  }

  /** What a method holds that has begun, null if it is not synchronized. */
  private @Nullable Value monitor(MethodCode method, List<Value> locals) {
    if (!method.isSynchronized()) {
      return null;
    }
    if (method.isStatic()) {
      return heap.classObject(method.owner());
    }
    return method.keepsThis() ? locals.get(0) : Value.ANY;
  }

  private Value value(ProgramThread thread, int frame, int k, int kind) {
    if (kind == 'I') {
      return new Value.Int((int) standpoint.number(thread, frame, k));
    }
    if (kind != 'A') {
      return Value.any(kind);
    }
    int thing = things.of(standpoint.reference(thread, frame, k));
    return thing < 0 ? Value.ANY : new Value.Known(thing);
  }

  private static Place withoutArguments(Place place) {
    AbstractInsnNode node = place.call().method.instruction(place.index());
    MethodInsnNode call = (MethodInsnNode) node;
    return place.popped(arguments(call));
  }

  private static int arguments(MethodInsnNode call) {
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    return Type.getArgumentTypes(call.desc).length + (isStatic ? 0 : 1);
  }

  /** Whether each frame but the innermost one stands at a call. */
  boolean areCalls(ProgramThread thread) {
    for (int frame = 0; frame < standpoint.height(thread) - 1; frame++) {
      CodePlace place = code.place(standpoint.point(thread, frame));
      if (place == null || !(place.method().instruction(place.index()) instanceof MethodInsnNode)) {
        return false;
      }
    }
    return true;
  }

  // --- after an operation

  /** Begins the paths after an operation; false if nobody knows where they begin. */
  boolean begin(Forecast forecast, Place at, OpKind kind, @Nullable Integer mutex) {
    AbstractInsnNode node = at.call().method.instruction(at.index());
    int opcode = node.getOpcode();
    if (node instanceof FieldInsnNode access) {
      return afterField(forecast, at, access, kind);
    }
    if (node instanceof MethodInsnNode call) {
      return afterCall(forecast, at, call, kind, mutex);
    }
    if (opcode == Opcodes.MONITORENTER && kind == OpKind.LOCK
        || opcode == Opcodes.MONITOREXIT && kind == OpKind.UNLOCK) {
      forecast.goTo(at.popped(1).next());
      return true;
    }
    boolean reads = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
    boolean writes = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    if (reads && kind == OpKind.READ || writes && kind == OpKind.WRITE) {
      String effect = MethodCode.effectOf(opcode);
      Place rest = at.popped(effect.charAt(0) - '0');
      forecast.goTo((reads ? rest.pushed(Value.any(effect.charAt(2))) : rest).next());
      return true;
    }
    boolean isReturn = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    if (isReturn && kind == OpKind.UNLOCK && at.call().method.isSynchronized()) {
      forecast.end(
          at.call(),
          new Call.End(
              false,
              opcode == Opcodes.RETURN ? null : at.top(0),
              at.holds(),
              at.isNear(),
              at.escaped()));
      return true;
    }
    return false;
  }

  private static boolean afterField(
      Forecast forecast, Place at, FieldInsnNode access, OpKind kind) {
    boolean isWrite =
        access.getOpcode() == Opcodes.PUTFIELD || access.getOpcode() == Opcodes.PUTSTATIC;
    if (kind != (isWrite ? OpKind.WRITE : OpKind.READ)) {
      return false;
    }
    boolean isStatic =
        access.getOpcode() == Opcodes.GETSTATIC || access.getOpcode() == Opcodes.PUTSTATIC;
    Place rest = at.popped((isStatic ? 0 : 1) + (isWrite ? 1 : 0));
    forecast.goTo((isWrite ? rest : rest.pushed(Value.any(access.desc.charAt(0)))).next());
    return true;
  }

  private boolean afterCall(
      Forecast forecast, Place at, MethodInsnNode call, OpKind kind, @Nullable Integer mutex) {
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    Place done = Calls.done(at, call.desc, isStatic);
    JdkCalls.Effect effect = effect(at, call, isStatic);
    boolean isStart = call.name.equals("start") && call.desc.equals("()V") && kind == OpKind.START;
    boolean isOver =
        isStart
            || switch (effect) {
              case LOCK -> kind == OpKind.LOCK;
              case UNLOCK -> kind == OpKind.UNLOCK;
              case NOTIFY -> kind == OpKind.NOTIFY || kind == OpKind.NOTIFY_ALL;
              case WAIT -> kind == OpKind.REACQUIRE;
              case JOIN -> kind == OpKind.JOIN;
              case YIELD -> kind == OpKind.YIELD;
              case LOOK, CHANGE -> true;
              default -> false;
            };
    if (isOver) {
      forecast.goTo(done);
      return true;
    }
    if (effect == JdkCalls.Effect.TRY_LOCK && kind == OpKind.TRY_LOCK) {
      forecast.goTo(done);
      return true;
    }
    if (effect == JdkCalls.Effect.WAIT && kind == OpKind.WAIT && mutex != null) {
      Value object = at.top(0);
      forecast.steps().calls().mutexes().touchWait(object);
      Place back = at.with(at.holds().with(mutex)).after(true);
      forecast.raise(back);
      forecast.goTo(Calls.done(back, call.desc, false));
      return true;
    }
    if (kind == OpKind.LOCK && code.isOfProgram(call.owner)) {
      return enter(forecast, at, call, isStatic);
    }
    return false;
  }

  /** What a call of the JDK does; anything, if it is one of the program. */
  private JdkCalls.Effect effect(Place at, MethodInsnNode call, boolean isStatic) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    String owner = call.owner;
    if (!isStatic && at.top(arguments) instanceof Value.Known known) {
      owner = things.object(known.thing()).getClass().getName().replace('.', '/');
    }
    if (code.isOfProgram(owner)) {
      if (code.declares(owner, call.name, call.desc)) {
        return JdkCalls.Effect.ANYTHING;
      }
      owner = code.firstOfJdk(owner);
    }
    return JdkCalls.of(owner, call.name, call.desc);
  }

  /** A synchronized method has taken its monitor, and not begun yet. */
  private boolean enter(Forecast forecast, Place at, MethodInsnNode call, boolean isStatic) {
    int arguments = arguments(call);
    String type = call.owner;
    if (code.isHiddenElsewhere(call.owner, call.name, call.desc)) {
      return false;
    }
    boolean isVirtual =
        !isStatic
            && call.getOpcode() != Opcodes.INVOKESPECIAL
            && !code.isPrivate(call.owner, call.name, call.desc);
    if (isVirtual) {
      if (!(at.top(arguments - 1) instanceof Value.Known known)) {
        return false;
      }
      type = things.object(known.thing()).getClass().getName().replace('.', '/');
    }
    MethodCode method = code.method(type, call.name, call.desc);
    if (method == null || !method.isSynchronized()) {
      return false;
    }
    List<Value> values = at.stack().subList(at.stack().size() - arguments, at.stack().size());
    Value monitor = forecast.steps().calls().monitor(method, values);
    forecast.call(at.popped(arguments), method, values, monitor);
    return true;
  }
}
