package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.jvm.run.Sites;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A method visitor that puts calls of hooks between the instructions of a method.
 *
 * <p>What a subclass adds it gives to the next visitor ({@code mv}) directly, so that it does not
 * see its own instructions.
 */
abstract class HookInserter extends MethodVisitor {
  /** The class in whose method this is. */
  final HookedClass hooked;

  final MethodFacts facts;
  private int line;

  HookInserter(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
    this.facts = facts;
    this.line = facts.firstLine();
  }

  /** Called before every instruction of the original; for subclasses that look for sequences. */
  void beforeInstruction() {}

  /** The line of the source where the code stands now, 0 if unknown. */
  final int line() {
    return line;
  }

  /** The number of the position where the code stands now. */
  final int site() {
    return siteOf(line);
  }

  /** The same for an operation: -1 if it is wherever the program called this code. */
  final int siteOfOperation() {
    return hooked.isLibrary() ? -1 : site();
  }

  /** The number of a line of this method. */
  final int siteOf(int sourceLine) {
    return Sites.add(
        hooked.sourceName(), hooked.facts().sourceFile(), facts.sourceName(), sourceLine);
  }

  /** Adds an integer constant. */
  final void push(int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value == (byte) value) {
      mv.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value == (short) value) {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  /** Adds the number of the position and a call of a hook whose last parameter it is. */
  final void hookAtSite(String name, String descriptor) {
    push(site());
    hook(name, descriptor);
  }

  /** Adds a call of a hook. */
  final void hook(String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, hooked.hooks(), name, descriptor, false);
  }

  @Override
  public void visitLineNumber(int sourceLine, Label start) {
    line = sourceLine;
    super.visitLineNumber(sourceLine, start);
  }

  @Override
  public void visitInsn(int opcode) {
    beforeInstruction();
    super.visitInsn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    beforeInstruction();
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    beforeInstruction();
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    beforeInstruction();
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    beforeInstruction();
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    beforeInstruction();
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    beforeInstruction();
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    beforeInstruction();
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLdcInsn(Object value) {
    beforeInstruction();
    super.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    beforeInstruction();
    super.visitIincInsn(variable, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label defaultLabel, Label... labels) {
    beforeInstruction();
    super.visitTableSwitchInsn(min, max, defaultLabel, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label defaultLabel, int[] keys, Label[] labels) {
    beforeInstruction();
    super.visitLookupSwitchInsn(defaultLabel, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    beforeInstruction();
    super.visitMultiANewArrayInsn(descriptor, dimensions);
  }
}
