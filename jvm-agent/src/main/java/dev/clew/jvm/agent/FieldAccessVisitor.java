package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.jvm.run.Fields;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Announces every access to a field of the program that can change: {@code readField}, {@code
 * writeField} and their volatile and static forms, before the access.
 *
 * <p>For an instance field the hook gets the owner and its shadow, which is read here so that the
 * compiled code has it in a register. If the owner is null there is no hook, and the access itself
 * throws (or, where no jumps may be added, the reading of the shadow). What a constructor stores
 * into its own object before it calls {@code super(...)} gets no hook: nobody else can know the
 * object, and it cannot be passed to anybody.
 */
final class FieldAccessVisitor extends HookInserter {
  private static final String INSTANCE_HOOK = "(Ljava/lang/Object;Ldev/clew/jvm/run/Shadow;III)V";
  private static final String STATIC_HOOK = "(II)V";

  private final boolean isInstanceMethod;
  private final SelfCalls selfCalls;

  /** How many of the calls of {@code this(...)} or {@code super(...)} are still to come. */
  private int selfCallsAhead;

  /** The last instruction put {@code this} on the stack. */
  private boolean thisOnTop;

  FieldAccessVisitor(
      MethodVisitor next, HookedClass hooked, MethodFacts facts, boolean isInstanceMethod) {
    super(next, hooked, facts);
    this.isInstanceMethod = isInstanceMethod;
    this.selfCalls = hooked.facts().selfCalls();
    this.selfCallsAhead = facts.selfCalls();
  }

  @Override
  void beforeInstruction() {
    thisOnTop = false;
  }

  @Override
  public void visitLabel(Label label) {
    thisOnTop = false;
    super.visitLabel(label);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    super.visitVarInsn(opcode, variable);
    thisOnTop = isInstanceMethod && opcode == Opcodes.ALOAD && variable == 0;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    if (opcode == Opcodes.NEW) {
      selfCalls.make(type);
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (selfCallsAhead > 0 && name.equals("<init>") && selfCalls.isNext(owner)) {
      selfCallsAhead--;
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    ResolvedField resolved = changeable(owner, name, descriptor);
    if (resolved != null && !isOfUnfinishedThis(opcode, resolved)) {
      boolean isVolatile = resolved.field().isVolatile();
      switch (opcode) {
        case Opcodes.GETSTATIC ->
            staticHook(isVolatile ? "readVolatileStatic" : "readStatic", resolved);
        case Opcodes.PUTSTATIC ->
            staticHook(isVolatile ? "writeVolatileStatic" : "writeStatic", resolved);
        case Opcodes.GETFIELD ->
            beforeRead(isVolatile ? "readVolatile" : "readField", owner, resolved);
        case Opcodes.PUTFIELD ->
            beforeWrite(isVolatile ? "writeVolatile" : "writeField", owner, resolved);
        default -> throw new IllegalArgumentException("no field instruction: " + opcode);
      }
    }
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  /** The field, if it belongs to the program and can change. */
  private @Nullable ResolvedField changeable(String owner, String name, String descriptor) {
    ResolvedField resolved = hooked.files().resolveField(owner, name, descriptor);
    if (resolved == null || !resolved.declaring().isProgram || resolved.field().isFinal()) {
      return null;
    }
    return resolved;
  }

  private boolean isOfUnfinishedThis(int opcode, ResolvedField resolved) {
    return opcode == Opcodes.PUTFIELD
        && selfCallsAhead > 0
        && resolved.declaring().name.equals(hooked.self().name);
  }

  private void staticHook(String hook, ResolvedField resolved) {
    push(number(resolved));
    hookAtSite(hook, STATIC_HOOK);
  }

  /** Stack: owner. */
  private void beforeRead(String hook, String owner, ResolvedField resolved) {
    callHook(hook, owner, resolved, !thisOnTop);
  }

  /** Stack: owner, which it leaves there. */
  private void callHook(String hook, String owner, ResolvedField resolved, boolean ownerMayBeNull) {
    boolean mayBeNull = ownerMayBeNull && !hooked.keepsFrames();
    Label skip = new Label();
    if (mayBeNull) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitJumpInsn(Opcodes.IFNULL, skip);
    }
    mv.visitInsn(Opcodes.DUP);
    instanceHook(hook, owner, resolved);
    if (mayBeNull) {
      mv.visitLabel(skip);
    }
  }

  /** Stack: owner, value. */
  private void beforeWrite(String hook, String owner, ResolvedField resolved) {
    if (isWide(resolved.field().descriptor())) {
      mv.visitInsn(Opcodes.DUP2_X1);
      mv.visitInsn(Opcodes.POP2);
      callHook(hook, owner, resolved, true);
      mv.visitInsn(Opcodes.DUP_X2);
      mv.visitInsn(Opcodes.POP);
    } else {
      mv.visitInsn(Opcodes.SWAP);
      callHook(hook, owner, resolved, true);
      mv.visitInsn(Opcodes.SWAP);
    }
  }

  /** Stack: owner, which it consumes. */
  private void instanceHook(String hook, String owner, ResolvedField resolved) {
    mv.visitInsn(Opcodes.DUP);
    mv.visitFieldInsn(
        Opcodes.GETFIELD, owner, ShadowVisitor.SHADOW, ShadowVisitor.SHADOW_DESCRIPTOR);
    push(hooked.files().slot(resolved.declaring(), resolved.field()));
    push(number(resolved));
    hookAtSite(hook, INSTANCE_HOOK);
  }

  private static int number(ResolvedField resolved) {
    FieldInfo field = resolved.field();
    return Fields.add(
        resolved.declaring().name,
        field.name(),
        field.descriptor(),
        field.isStatic(),
        field.isVolatile());
  }

  private static boolean isWide(String descriptor) {
    return descriptor.equals("J") || descriptor.equals("D");
  }
}
