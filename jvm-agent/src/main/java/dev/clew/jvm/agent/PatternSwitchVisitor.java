package dev.clew.jvm.agent;

import dev.clew.jvm.run.SwitchCases;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Gives pattern switches bootstrap methods that remember no enum constants. */
final class PatternSwitchVisitor extends ClassVisitor {
  private static final String ORIGINAL = "java/lang/runtime/SwitchBootstraps";

  PatternSwitchVisitor(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return next == null ? null : new Switches(next);
  }

  private static final class Switches extends MethodVisitor {

    private Switches(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      Handle newBootstrap = bootstrap;
      if (bootstrap.getOwner().equals(ORIGINAL)) {
        newBootstrap =
            new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(SwitchCases.class),
                bootstrap.getName(),
                bootstrap.getDesc(),
                false);
      }
      super.visitInvokeDynamicInsn(name, descriptor, newBootstrap, arguments);
    }
  }
}
