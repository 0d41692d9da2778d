package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Announces arrays and objects of the JDK that the program gets: {@code newArray} after an array is
 * made or comes from the JDK, {@code newObject} after the constructor of a JDK class. A copy made
 * by {@code clone} gets a shadow of its own. Objects that their method keeps for itself need none.
 * What else the JDK gives is {@code received}: that matters only where its monitor is used.
 *
 * <p>How many references to a new object the code keeps on the stack is its own business: the one
 * for the hook is put below the arguments of the constructor, so that it is on top after the call.
 */
final class AllocationVisitor extends HookInserter {
  private static final String HOOK = "(Ljava/lang/Object;I)V";
  private static final String RECEIVED = "(Ljava/lang/Object;)V";

  private final boolean isConstructor;
  private final SelfCalls selfCalls;
  private final LocalObjects.Counter localMakers;
  private final LocalObjects.Counter exceptions;

  AllocationVisitor(
      MethodVisitor next, HookedClass hooked, MethodFacts facts, boolean isConstructor) {
    super(next, hooked, facts);
    this.isConstructor = isConstructor;
    this.selfCalls = hooked.facts().selfCalls();
    this.localMakers = facts.locals().makers();
    this.exceptions = facts.locals().exceptions();
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    super.visitIntInsn(opcode, operand);
    if (opcode == Opcodes.NEWARRAY) {
      afterArray();
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    if (opcode == Opcodes.ANEWARRAY) {
      afterArray();
    } else if (opcode == Opcodes.NEW) {
      selfCalls.make(type);
    }
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    super.visitMultiANewArrayInsn(descriptor, dimensions);
    afterArray();
  }

  private void afterArray() {
    mv.visitInsn(Opcodes.DUP);
    hookAtSite("newArray", HOOK);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean isLocal = localMakers.isNext(owner, name, descriptor);
    boolean isException = exceptions.isNext(owner, name, descriptor);
    if (name.equals("<init>")) {
      boolean isForThis = selfCalls.isNext(owner) && isConstructor;
      boolean isTracked = hooked.isTracked(owner) || isException && hooked.isOfJdk(owner);
      boolean isShared = !isForThis && !isLocal;
      boolean announced = isShared && isTracked;
      boolean isReceived = isShared && !isTracked && hooked.isOfJdk(owner);
      if (announced || isReceived) {
        copyReceiver(Type.getArgumentTypes(descriptor));
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      if (announced) {
        hookAtSite("newObject", HOOK);
      } else if (isReceived) {
        hook("received", RECEIVED);
      }
      return;
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    boolean isMaker = !isLocal && SharedMethods.isMaker(owner, name, descriptor);
    if (hooked.mayGiveArray(owner, name, descriptor)) {
      afterArray();
    } else if (isMaker && !hooked.isLibrary()) {
      mv.visitInsn(Opcodes.DUP);
      hookAtSite("newObject", HOOK);
    } else if (!hooked.keepsFrames() && isClone(opcode, owner, name, descriptor)) {
      afterClone();
    } else if (AppearanceVisitor.isMaker(owner, name)) {
      AppearanceVisitor.tell(mv);
    } else if (!isLocal && hooked.mayGiveObject(owner, name, descriptor)) {
      received();
    }
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    if (!hooked.isLibrary() && descriptor.contains(")L")) {
      received();
    }
  }

  private void received() {
    mv.visitInsn(Opcodes.DUP);
    hook("received", RECEIVED);
  }

  /** Does it call the {@code clone} of the JDK on an object that may be one of the program? */
  private boolean isClone(int opcode, String owner, String name, String descriptor) {
    return name.equals("clone")
        && descriptor.equals("()Ljava/lang/Object;")
        && (opcode == Opcodes.INVOKESPECIAL || hooked.files().isProgram(owner))
        && !hooked.isOfProgram(owner, name, descriptor);
  }

  /** Stack: copy. */
  private void afterClone() {
    Label skip = new Label();
    mv.visitInsn(Opcodes.DUP);
    mv.visitTypeInsn(Opcodes.INSTANCEOF, ShadowVisitor.SHADOWED);
    mv.visitJumpInsn(Opcodes.IFEQ, skip);
    mv.visitInsn(Opcodes.DUP);
    mv.visitTypeInsn(Opcodes.CHECKCAST, ShadowVisitor.SHADOWED);
    hook("newShadow", ShadowVisitor.GETTER);
    mv.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        ShadowVisitor.SHADOWED,
        ShadowVisitor.SHADOW,
        ShadowVisitor.SETTER,
        true);
    mv.visitLabel(skip);
  }

  /** Stack: receiver, arguments. Puts a copy of the receiver below it. */
  private void copyReceiver(Type[] arguments) {
    int size = 0;
    for (Type argument : arguments) {
      size += argument.getSize();
    }
    switch (size) {
      case 0 -> mv.visitInsn(Opcodes.DUP);
      case 1 -> {
        mv.visitInsn(Opcodes.SWAP);
        mv.visitInsn(Opcodes.DUP_X1);
        mv.visitInsn(Opcodes.SWAP);
      }
      case 2 -> {
        mv.visitInsn(Opcodes.DUP2_X1);
        mv.visitInsn(Opcodes.POP2);
        mv.visitInsn(Opcodes.DUP_X2);
        mv.visitInsn(Opcodes.DUP_X2);
        mv.visitInsn(Opcodes.POP);
      }
      default -> copyReceiverAround(arguments, size);
    }
  }

  private void copyReceiverAround(Type[] arguments, int size) {
    // The first unused variable may have the monitor of a synchronized method.
    int first = facts.maxLocals() + 1;
    int variable = first + size;
    for (int i = arguments.length - 1; i >= 0; i--) {
      variable -= arguments[i].getSize();
      mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), variable);
    }
    mv.visitInsn(Opcodes.DUP);
    for (Type argument : arguments) {
      mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), variable);
      variable += argument.getSize();
    }
  }
}
