package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Lets the model of a JDK class do its work while a program is under control.
 *
 * <pre>
 *   method(args) {
 *     if (Hooks.isControlled(this)) {
 *       return Model.method(this, args);
 *     }
 *     ...
 *   }
 *
 *   Constructor(args) {
 *     super(...);
 *     ...
 *     if (Hooks.isControlled()) {
 *       Model.created(this, args);
 *     }
 *   }
 * </pre>
 *
 * <p>A constructor that calls another one of its class leaves it to that one. An object that no
 * constructor reported in this execution belongs to the JVM, not to the program, and does its work
 * itself; a model without {@code created} is asked for all objects, one of a collection for all
 * that the program made, and a composed one for those it has noted. Frames must be visited
 * expanded.
 */
final class ModelVisitor extends ClassVisitor {
  private static final String COLLECTIONS = "dev/clew/jvm/run/AtomicCalls";

  private final ClassInfo original;
  private final ClassFacts facts;
  private final ModelledClass modelled;
  private final String hooks;

  ModelVisitor(
      ClassVisitor next,
      ClassInfo original,
      ClassFacts facts,
      ModelledClass modelled,
      String hooks) {
    super(Opcodes.ASM9, next);
    this.original = original;
    this.facts = facts;
    this.modelled = modelled;
    this.hooks = hooks;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null) {
      return null;
    }
    if (name.equals("<init>")) {
      String created = modelled.created(descriptor);
      boolean isFirst = created != null && !facts.method(name, descriptor).callsThis();
      return created == null || !isFirst
          ? next
          : new Constructor(next, access, descriptor, created);
    }
    String model = modelled.method(name, descriptor);
    return model == null ? next : new Entry(next, access, name, descriptor, model);
  }

  /** Jumps if the calling code is not under control. */
  private void unlessControlled(MethodVisitor code, Label target) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, hooks, "isControlled", "()Z", false);
    code.visitJumpInsn(Opcodes.IFEQ, target);
  }

  /** Jumps if the calling code is not under control, or {@code this} is not of the program. */
  private void unlessThisIsControlled(MethodVisitor code, Label target) {
    String asked = modelled.isOfCollections() ? COLLECTIONS : hooks;
    code.visitVarInsn(Opcodes.ALOAD, 0);
    String question = modelled.isComposed() ? "isModelled" : "isControlled";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, asked, question, "(Ljava/lang/Object;)Z", false);
    code.visitJumpInsn(Opcodes.IFEQ, target);
  }

  private static void load(MethodVisitor code, boolean isStatic, Type[] parameters) {
    int local = 0;
    if (!isStatic) {
      code.visitVarInsn(Opcodes.ALOAD, local++);
    }
    for (Type each : parameters) {
      code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), local);
      local += each.getSize();
    }
  }

  /** Calls the model at the begin of a method. */
  private final class Entry extends MethodVisitor {
    private final boolean isStatic;
    private final String name;
    private final String descriptor;
    private final String model;

    private Entry(MethodVisitor next, int access, String name, String descriptor, String model) {
      super(Opcodes.ASM9, next);
      this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
      this.name = name;
      this.descriptor = descriptor;
      this.model = model;
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      Label uncontrolled = new Label();
      if ((modelled.notesObjects() || modelled.isOfCollections()) && !isStatic) {
        unlessThisIsControlled(mv, uncontrolled);
      } else {
        unlessControlled(mv, uncontrolled);
      }
      load(mv, isStatic, Type.getArgumentTypes(descriptor));
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, modelled.model, name, model, false);
      Type result = Type.getReturnType(descriptor);
      if (!result.equals(Type.getReturnType(model))) {
        mv.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
      }
      mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
      mv.visitLabel(uncontrolled);
      MethodEntry.visitFrame(mv, original.name, isStatic, descriptor);
    }
  }

  /** Calls the model at the end of a constructor. */
  private final class Constructor extends AnalyzerAdapter {
    private final String descriptor;
    private final String model;

    private Constructor(MethodVisitor next, int access, String descriptor, String model) {
      super(Opcodes.ASM9, original.name, access, "<init>", descriptor, next);
      this.descriptor = descriptor;
      this.model = model;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN && locals != null) {
        Label uncontrolled = new Label();
        unlessControlled(mv, uncontrolled);
        boolean isAlone = Type.getArgumentTypes(model).length == 1;
        load(mv, false, isAlone ? new Type[0] : Type.getArgumentTypes(descriptor));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, modelled.model, ModelClass.CREATED, model, false);
        mv.visitLabel(uncontrolled);
        Object[] variables = frame(locals);
        Object[] operands = frame(stack);
        mv.visitFrame(Opcodes.F_NEW, variables.length, variables, operands.length, operands);
      }
      super.visitInsn(opcode);
    }

    /** As a frame has it: wide values once. */
    private static Object[] frame(List<Object> values) {
      List<Object> once = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        Object each = values.get(i);
        once.add(each);
        i += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 1 : 0;
      }
      return once.toArray();
    }
  }
}
