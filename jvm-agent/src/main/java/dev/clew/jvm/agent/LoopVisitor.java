package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Calls {@code loop} before every jump backwards, so that no loop goes unnoticed. */
final class LoopVisitor extends HookInserter {
  private final Set<Label> passed = new HashSet<>();

  LoopVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  public void visitLabel(Label label) {
    passed.add(label);
    super.visitLabel(label);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    if (passed.contains(label)) {
      hook("loop", "()V");
    }
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label defaultLabel, Label... labels) {
    beforeSwitch(defaultLabel, labels);
    super.visitTableSwitchInsn(min, max, defaultLabel, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label defaultLabel, int[] keys, Label[] labels) {
    beforeSwitch(defaultLabel, labels);
    super.visitLookupSwitchInsn(defaultLabel, keys, labels);
  }

  private void beforeSwitch(Label defaultLabel, Label[] labels) {
    boolean backwards = passed.contains(defaultLabel);
    for (Label label : labels) {
      backwards |= passed.contains(label);
    }
    if (backwards) {
      hook("loop", "()V");
    }
  }
}
