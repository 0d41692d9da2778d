package dev.clew.jvm.agent;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Takes class initialisation out of the hands of the JVM: the static initialiser becomes an
 * ordinary method, and guards stand wherever the JVM would see to it that a class is initialised.
 *
 * <p>Static fields lose {@code final}, because every execution writes them again; constants keep
 * it. Those of an interface must be final, so they live in a class of their own, see {@link
 * StaticsHolder}. The members that are added go to the writer directly: no later visitor sees them.
 */
final class ClassInitialiserVisitor extends ClassVisitor {
  private final ClassVisitor writer;
  private final ClassInfo self;
  private final ClassFiles files;
  private final Guards guards;
  private final boolean isGuarded;

  ClassInitialiserVisitor(
      ClassVisitor next,
      ClassVisitor writer,
      ClassInfo self,
      ClassFiles files,
      boolean keepsFrames) {
    super(Opcodes.ASM9, next);
    this.writer = writer;
    this.self = self;
    this.files = files;
    this.guards = new Guards(files, keepsFrames);
    this.isGuarded = files.needsGuard(self.name);
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    FieldInfo field = new FieldInfo(name, descriptor, access, value);
    int newAccess = self.isRewritten(field) ? access & ~Opcodes.ACC_FINAL : access;
    return super.visitField(newAccess, name, descriptor, signature, value);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    boolean isInitialiser = name.equals("<clinit>");
    MethodVisitor next =
        isInitialiser
            ? super.visitMethod(Guards.ADDED, Guards.STATIC_INITIALISER, descriptor, null, null)
            : super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null) {
      return null;
    }
    boolean needsInitialised = (access & Opcodes.ACC_STATIC) != 0 || name.equals("<init>");
    return new GuardedCode(next, isInitialiser, isGuarded && !isInitialiser && needsInitialised);
  }

  @Override
  public void visitEnd() {
    if (isGuarded && !self.isInterface()) {
      guards.addMembers(writer, self);
    }
    super.visitEnd();
  }

  /** The code of a method, with guards. */
  private final class GuardedCode extends MethodVisitor {
    private final boolean beginsWithGuard;

    /** Own static members may be used: the class is initialised, or being so by this thread. */
    private final boolean isPastGuard;

    private GuardedCode(MethodVisitor next, boolean isInitialiser, boolean beginsWithGuard) {
      super(Opcodes.ASM9, next);
      this.beginsWithGuard = beginsWithGuard;
      this.isPastGuard = isInitialiser || beginsWithGuard;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (beginsWithGuard) {
        guards.guard(mv, self, self, self.name);
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.NEW) { // Frames know it by its place, so nothing may come before it.
        ClassInfo made = files.find(type);
        if (made != null) {
          guard(made, type);
        }
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      String newOwner = owner;
      if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
        ResolvedField resolved = files.resolveField(owner, name, descriptor);
        if (resolved != null && resolved.declaring().isProgram && !resolved.field().isConstant()) {
          guard(resolved.declaring(), owner);
          if (resolved.declaring().isInterface()) {
            newOwner = Guards.holder(resolved.declaring());
          }
        }
      }
      super.visitFieldInsn(opcode, newOwner, name, descriptor);
    }

    private void guard(ClassInfo guarded, String named) {
      boolean isOwn = guarded.name.equals(self.name);
      if (files.needsGuard(guarded.name) && !(isOwn && isPastGuard)) {
        guards.guard(mv, self, guarded, named);
      }
    }
  }
}
