package dev.clew.jvm.program.prospects;

import dev.clew.jvm.agent.MethodCode;
import dev.clew.jvm.program.prospects.JavaProspect.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Calls on the paths of the code: of methods of the program, which are followed, and others. */
final class Calls {
  private static final String HOOKS = "dev/clew/jvm/run/Hooks";

  /** What the constructors of exceptions call. */
  private static final String FILL = "fillInStackTrace";

  private static final String FILLED = "()Ljava/lang/Throwable;";

  private final Forecast forecast;
  private final Steps steps;
  private final Surroundings around;
  private final Mutexes mutexes;

  Calls(Forecast forecast, Steps steps, JavaProspect prospect, Surroundings around) {
    this.forecast = forecast;
    this.steps = steps;
    this.around = around;
    this.mutexes = new Mutexes(forecast, prospect, around.things);
  }

  Mutexes mutexes() {
    return mutexes;
  }

  /** A call of a method. */
  void call(Place at, MethodInsnNode call) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    if (call.owner.startsWith("dev/clew/jvm/run/")) {
      callHook(at, call, arguments);
      return;
    }
    if (isStatic) {
      if (!around.isReady(call.owner)) {
        steps.giveUp();
      } else if (around.code.isOfProgram(call.owner)) {
        callMethod(at, around.code.method(call.owner, call.name, call.desc), arguments);
      } else {
        callJdk(at, call, call.owner);
      }
      return;
    }
    Value receiver = at.top(arguments);
    if (!receiver.isObject()) {
      forecast.raise(at);
    }
    if (around.code.isHiddenElsewhere(call.owner, call.name, call.desc)) {
      steps.giveUp();
    } else if (call.getOpcode() == Opcodes.INVOKESPECIAL
        || around.code.isPrivate(call.owner, call.name, call.desc)) {
      callOn(at, call, call.owner);
    } else if (receiver.isObject()) {
      callOn(at, call, around.typeOf(receiver));
    } else {
      callOnAny(at, call, arguments);
    }
  }

  /** A call on an object of exactly this class, or of exactly this method. */
  private void callOn(Place at, MethodInsnNode call, String type) {
    String owner = type;
    if (around.code.isOfProgram(type)) {
      if (around.code.declares(type, call.name, call.desc)) {
        int arguments = Type.getArgumentTypes(call.desc).length;
        callMethod(at, around.code.method(type, call.name, call.desc), arguments + 1);
        return;
      }
      owner = around.code.firstOfJdk(type);
    }
    callJdk(at, call, owner);
  }

  /** A call on an object of which only a type is known. */
  private void callOnAny(Place at, MethodInsnNode call, int arguments) {
    String known = around.code.firstOfJdk(call.owner);
    boolean isInherited = !around.code.declares(call.owner, call.name, call.desc);
    if (JdkCalls.isOfEveryObject(call.name, call.desc)) {
      callJdk(at, call, "java/lang/Object");
    } else if (isInherited && JdkCalls.isFinal(known, call.name, call.desc)) {
      callJdk(at, call, known);
    } else if (!around.code.isOfProgram(call.owner)) {
      if (around.code.isExtended(JdkCalls.rootOf(call.owner))) {
        steps.giveUp();
      } else {
        callJdk(at, call, call.owner);
      }
    } else {
      List<MethodCode> methods = around.code.methods(call.owner, call.name, call.desc);
      if (methods == null) {
        steps.giveUp();
        return;
      }
      for (MethodCode each : methods) {
        callMethod(at, each, arguments + 1);
      }
    }
  }

  /** A call of a method of the program, null if its code is not known. */
  private void callMethod(Place at, @Nullable MethodCode method, int arguments) {
    if (method == null) {
      steps.giveUp();
      return;
    }
    List<Value> values = at.stack().subList(at.stack().size() - arguments, at.stack().size());
    Place rest = at.popped(arguments);
    Value monitor = monitor(method, values);
    Place entered = monitor == null ? rest : mutexes.taken(rest, monitor, false);
    forecast.call(entered, method, values, monitor);
  }

  /** What a synchronized method holds, null if it is not synchronized. */
  @Nullable Value monitor(MethodCode method, List<Value> arguments) {
    if (!method.isSynchronized()) {
      return null;
    }
    return method.isStatic() ? around.heap.classObject(method.owner()) : arguments.get(0);
  }

  // --- what is not followed

  /** Hooks that are there already: loops tell when they go round. */
  private void callHook(Place at, MethodInsnNode call, int arguments) {
    boolean isKnown =
        call.owner.equals(HOOKS)
            && switch (call.name) {
              case "frame", "spinLocal", "round", "spin", "loop", "effect" -> true;
              default -> false;
            };
    if (isKnown) {
      forecast.goTo(after(at, call.desc, arguments));
    } else {
      steps.giveUp();
    }
  }

  /** The place after a call that is over. */
  private static Place after(Place at, String descriptor, int taken) {
    Type result = Type.getReturnType(descriptor);
    Place rest = at.popped(taken);
    return (result.getSort() == Type.VOID
            ? rest
            : rest.pushed(Value.any(result.getDescriptor().charAt(0))))
        .next();
  }

  private void callJdk(Place at, MethodInsnNode call, String owner) {
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    int arguments = Type.getArgumentTypes(call.desc).length;
    int taken = arguments + (isStatic ? 0 : 1);
    Value receiver = isStatic ? Value.ANY : at.top(arguments);
    Place over = after(at, call.desc, taken);
    JdkCalls.Effect effect = JdkCalls.of(owner, call.name, call.desc);
    switch (effect) {
      case NOTHING -> {
        boolean callsBack =
            around.code.declares(typeOr(receiver), FILL, FILLED)
                || !JdkCalls.rootOf(owner).equals(owner)
                    && around.code.isExtended(JdkCalls.rootOf(owner));
        if (callsBack || JdkCalls.hasContents(owner) && !(receiver instanceof Value.Fresh)) {
          steps.giveUp();
          return;
        }
        forecast.raise(at);
        boolean givesItself = call.desc.endsWith(")L" + owner + ";") && !isStatic;
        forecast.goTo(
            givesItself && JdkCalls.hasContents(owner)
                ? at.popped(taken).pushed(receiver).next()
                : over);
      }
      case LOCK -> mutexes.take(at, receiver, at.popped(taken), true);
      case TRY_LOCK -> mutexes.tryToTake(at, receiver, at.popped(taken));
      case UNLOCK -> mutexes.release(at, receiver, at.popped(taken), true);
      case WAIT -> {
        mutexes.touchWait(receiver);
        forecast.raise(at);
        forecast.goTo(over.after(true));
      }
      case NOTIFY -> {
        mutexes.touchNotify(receiver);
        forecast.raise(at);
        forecast.goTo(over.after(true));
      }
      case JOIN -> {
        forecast.raise(at);
        forecast.goTo(over.after(true));
      }
      case YIELD -> forecast.goTo(over.after(true));
      case LOOK, CHANGE -> {
        if (!(receiver instanceof Value.Known known)) {
          steps.giveUp();
          return;
        }
        int thing = known.thing();
        steps.touch(
            new Target.Thing(around.things.maker(thing), around.things.ordinal(thing)),
            effect == JdkCalls.Effect.LOOK);
        Place escaped = at;
        for (int k = 0; k < arguments; k++) {
          escaped = escaped.escape(at.top(k));
        }
        forecast.goTo(after(escaped, call.desc, taken));
      }
      case ANYTHING -> steps.giveUp();
    }
  }

  private String typeOr(Value receiver) {
    return receiver.isObject() ? around.typeOf(receiver) : "java/lang/Object";
  }

  /** Makes a function, which does nothing yet; or a text of other texts and numbers. */
  void callDynamic(Place at, InvokeDynamicInsnNode call) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    String maker = call.bsm.getOwner();
    boolean isFunction = maker.equals("java/lang/invoke/LambdaMetafactory");
    boolean isText =
        maker.equals("java/lang/invoke/StringConcatFactory")
            && JdkCalls.hasPlainArguments(call.desc);
    if (!isFunction && !isText) {
      steps.giveUp();
      return;
    }
    Place escaped = at;
    for (int k = 0; k < arguments; k++) {
      escaped = escaped.escape(at.top(k));
    }
    forecast.goTo(after(escaped, call.desc, arguments));
  }

  /**
   * The place after a call that returned something, null for nothing. What the method returns and
   * what the call gives may differ where a function is called by its interface.
   */
  static Place returned(Place at, @Nullable Value result) {
    MethodInsnNode call = (MethodInsnNode) at.call().method.instruction(at.index());
    String type = Type.getReturnType(call.desc).getDescriptor();
    if (type.equals("V")) {
      return at.next();
    }
    boolean isNumber = type.length() == 1;
    boolean fits = result instanceof Value.Int ? isNumber : result != null && !isNumber;
    return at.pushed(fits && result != null ? result : Value.any(type.charAt(0))).next();
  }

  /** The place after a call that was done, for who stands in it. */
  static Place done(Place at, String descriptor, boolean isStatic) {
    return after(at, descriptor, Type.getArgumentTypes(descriptor).length + (isStatic ? 0 : 1));
  }
}
