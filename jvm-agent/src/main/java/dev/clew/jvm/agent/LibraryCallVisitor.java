package dev.clew.jvm.agent;

import dev.clew.jvm.agent.LibraryCalls.Access;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes calls of public methods of a JDK class operations, whatever the methods do inside.
 *
 * <pre>
 *   method(key) {
 *     AtomicCalls.begin(this, key, access);
 *     try {
 *       ...
 *     } finally {
 *       AtomicCalls.end();
 *     }
 *   }
 * </pre>
 *
 * <p>A collection that is to be added to this one is copied before, under control. Frames must be
 * visited expanded.
 */
final class LibraryCallVisitor extends ClassVisitor {
  private static final String CALLS = "dev/clew/jvm/run/AtomicCalls";
  private static final String BEGIN = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
  private static final String COLLECTION = "java/util/Collection";
  private static final String COPY = "(Ljava/lang/Object;L" + COLLECTION + ";)L" + COLLECTION + ";";
  private static final String MAKES_SET = "newKeySet";
  private static final int NEVER = Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

  private final ClassInfo original;
  private final Map<String, Access> methods;
  private final @Nullable String inner;

  /**
   * @param methods which methods
   * @param inner the field with a collection that the class uses for all it does, null if none
   */
  LibraryCallVisitor(
      ClassVisitor next, ClassInfo original, Map<String, Access> methods, @Nullable String inner) {
    super(Opcodes.ASM9, next);
    this.original = original;
    this.methods = methods;
    this.inner = inner;
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
    if (name.equals(MAKES_SET) && (access & Opcodes.ACC_STATIC) != 0) {
      return new SetMaker(next);
    }
    if (inner != null && name.equals("<init>")) {
      return new Constructor(next, inner);
    }
    Access meant = methods.get(name);
    boolean canBe =
        (access & NEVER) == 0
            && (access & Opcodes.ACC_PUBLIC) != 0
            && (access & Opcodes.ACC_SYNTHETIC) == 0;
    if (meant == null || !canBe) {
      return next;
    }
    return meant == Access.LOOK ? new Looking(next) : new Announced(next, meant, name, descriptor);
  }

  private static void begin(MethodVisitor code, Access access, String method) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    if (access.hasKey()) {
      code.visitVarInsn(Opcodes.ALOAD, 1);
    } else {
      code.visitInsn(Opcodes.ACONST_NULL);
    }
    code.visitInsn(Opcodes.ICONST_0 + access.code);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, method, BEGIN, false);
  }

  /** Tells of the collection that does the work. */
  private final class Constructor extends MethodVisitor {
    private final String field;

    private Constructor(MethodVisitor next, String field) {
      super(Opcodes.ASM9, next);
      this.field = field;
    }

    @Override
    public void visitInsn(int opcode) {
      for (FieldInfo each : original.fields) {
        if (opcode == Opcodes.RETURN && each.name().equals(field)) {
          mv.visitVarInsn(Opcodes.ALOAD, 0);
          mv.visitFieldInsn(Opcodes.GETFIELD, original.name, field, each.descriptor());
          mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "made", "(Ljava/lang/Object;)V", false);
        }
      }
      mv.visitInsn(opcode);
    }
  }

  /** Tells of a set that is made for the program, or for code of the JDK that the program uses. */
  private static final class SetMaker extends MethodVisitor {
    private SetMaker(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.ARETURN) {
        mv.visitInsn(Opcodes.DUP);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "madeSet", "(Ljava/lang/Object;)V", false);
      }
      mv.visitInsn(opcode);
    }
  }

  /** A call that goes on under control. */
  private static final class Looking extends MethodVisitor {
    private Looking(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      begin(mv, Access.LOOK, "announce");
    }
  }

  /** A call that is an operation as a whole. */
  private static final class Announced extends MethodVisitor {
    private final Access access;
    private final boolean isAddition;
    private final Type[] parameters;
    private final Label start = new Label();

    private Announced(MethodVisitor next, Access access, String name, String descriptor) {
      super(Opcodes.ASM9, next);
      this.access = access;
      this.isAddition = name.startsWith("addAll");
      this.parameters = Type.getArgumentTypes(descriptor);
    }

    @Override
    public void visitCode() {
      mv.visitCode();
      copyCollections();
      begin(mv, access, "begin");
      mv.visitLabel(start);
    }

    private void copyCollections() {
      int variable = 1;
      for (Type each : parameters) {
        if (isAddition && each.getInternalName().equals(COLLECTION)) {
          mv.visitVarInsn(Opcodes.ALOAD, 0);
          mv.visitVarInsn(Opcodes.ALOAD, variable);
          mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "copied", COPY, false);
          mv.visitVarInsn(Opcodes.ASTORE, variable);
        }
        variable += each.getSize();
      }
    }

    private void end() {
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "end", "()V", false);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        end();
      }
      mv.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      Label end = new Label();
      mv.visitLabel(end);
      // Last in the table: the handlers of the method itself come first.
      mv.visitTryCatchBlock(start, end, end, null);
      Object[] thrown = {"java/lang/Throwable"};
      mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, thrown);
      end();
      mv.visitInsn(Opcodes.ATHROW);
      mv.visitMaxs(maxStack, maxLocals);
    }
  }
}
