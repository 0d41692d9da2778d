package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives the objects of a class a field for their shadow, if its superclass does not.
 *
 * <p>A constructor sets it first of all, even before {@code super(...)}, which a class may do to
 * its own fields: so the object has its shadow also if the superclass calls it back.
 */
final class ShadowVisitor extends ClassVisitor {
  /** The name of the field and of the methods that read and write it. */
  static final String SHADOW = "$clew$shadow";

  static final String SHADOW_DESCRIPTOR = "Ldev/clew/jvm/run/Shadow;";

  /** The interface of objects with a shadow. */
  static final String SHADOWED = "dev/clew/jvm/run/Shadowed";

  static final String GETTER = "()" + SHADOW_DESCRIPTOR;
  static final String SETTER = "(" + SHADOW_DESCRIPTOR + ")V";

  private final HookedClass hooked;
  private final boolean isRoot;

  ShadowVisitor(ClassVisitor next, HookedClass hooked) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
    this.isRoot = hooked.isRoot();
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    String[] implemented = interfaces == null ? new String[0] : interfaces;
    if (isRoot) {
      implemented = Arrays.copyOf(implemented, implemented.length + 1);
      implemented[implemented.length - 1] = SHADOWED;
    }
    super.visit(version, access, name, signature, superName, implemented);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || !isRoot || !name.equals("<init>")) {
      return next;
    }
    MethodFacts facts = hooked.facts().method(name, descriptor);
    return facts.callsThis() ? next : new Constructor(next, hooked, facts);
  }

  @Override
  public void visitEnd() {
    if (isRoot) {
      addField();
      addGetter();
      addSetter();
    }
    super.visitEnd();
  }

  private void addField() {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    FieldVisitor field = super.visitField(access, SHADOW, SHADOW_DESCRIPTOR, null, null);
    if (field != null) {
      field.visitEnd();
    }
  }

  private void addGetter() {
    MethodVisitor code = addMethod(GETTER);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, hooked.self().name, SHADOW, SHADOW_DESCRIPTOR);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }

  private void addSetter() {
    MethodVisitor code = addMethod(SETTER);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitFieldInsn(Opcodes.PUTFIELD, hooked.self().name, SHADOW, SHADOW_DESCRIPTOR);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(2, 2);
    code.visitEnd();
  }

  private MethodVisitor addMethod(String descriptor) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code = super.visitMethod(access, SHADOW, descriptor, null, null);
    code.visitCode();
    return code;
  }

  /** Sets the shadow at the start. */
  private static final class Constructor extends HookInserter {
    private Constructor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      hook("newShadow", GETTER);
      mv.visitFieldInsn(Opcodes.PUTFIELD, hooked.self().name, SHADOW, SHADOW_DESCRIPTOR);
    }
  }
}
