package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls what {@link CallSites} says at calls of constructors, for new objects and for {@code super}
 * alike:
 *
 * <pre>
 *   new Random()       becomes   new Random(RandomCalls.seed())
 *   new Thread(code)   becomes   ThreadCalls.made(new Thread(code), code)
 * </pre>
 */
final class ConstructorCallVisitor extends HookInserter {
  ConstructorCallVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    ConstructorCall call =
        name.equals("<init>") ? hooked.callSites().constructor(owner, descriptor) : null;
    if (isNameless(owner, name, descriptor)) {
      hookAtSite("nameless", "(I)V");
    }
    if (call == null) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    } else if (call.isAfter()) {
      callBoth(call, Type.getArgumentTypes(descriptor));
    } else {
      invoke(call);
      construct(call);
    }
  }

  /** Does it make a thread that gets a number for a name, if a builder knows no other? */
  private boolean isNameless(String owner, String name, String descriptor) {
    boolean isConstructor = owner.equals("java/lang/Thread") && name.equals("<init>");
    boolean builds =
        owner.equals("java/lang/Thread$Builder$OfPlatform")
            && (name.equals("start") || name.equals("unstarted"));
    return !hooked.isLibrary()
        && (builds || isConstructor && !descriptor.contains("Ljava/lang/String;"));
  }

  /** Stack: object, arguments. */
  private void callBoth(ConstructorCall call, Type[] arguments) {
    int variable = firstFree();
    for (Type each : arguments) {
      variable += each.getSize();
    }
    for (int i = arguments.length - 1; i >= 0; i--) {
      variable -= arguments[i].getSize();
      mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), variable);
    }
    mv.visitInsn(Opcodes.DUP);
    load(arguments);
    construct(call);
    load(arguments);
    invoke(call);
  }

  /** The first unused variable may have the monitor of a synchronized method. */
  private int firstFree() {
    return facts.maxLocals() + 1;
  }

  private void load(Type[] arguments) {
    int variable = firstFree();
    for (Type each : arguments) {
      mv.visitVarInsn(each.getOpcode(Opcodes.ILOAD), variable);
      variable += each.getSize();
    }
  }

  private void construct(ConstructorCall call) {
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, call.original(), "<init>", call.called(), false);
  }

  private void invoke(ConstructorCall call) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, call.owner(), call.name(), call.descriptor(), false);
  }
}
