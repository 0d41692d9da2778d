package dev.clew.jvm.agent;

import dev.clew.jvm.run.ClassInitialisation;
import dev.clew.jvm.run.Classes;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The code that keeps classes initialised: the guards, and the method they call.
 *
 * <p>A class remembers the last turn in which a guard found it initialised. In another turn, which
 * may be that of another thread or execution, the guard asks again:
 *
 * <pre>
 *   if (C.$clew$turn != Hooks.turn) C.$clew$init();
 * </pre>
 */
final class Guards {
  static final int ADDED = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  /** The body of the static initialiser. */
  static final String STATIC_INITIALISER = "$clew$clinit";

  private static final Object[] NOTHING = {};
  private static final Object[] ANSWER = {Opcodes.INTEGER};
  private static final Object[] THROWN = {"java/lang/Throwable"};
  private static final String TURN = "$clew$turn";
  private static final long NO_TURN = -1;
  private static final String HOOKS = "dev/clew/jvm/run/Hooks";
  private static final String INITIALISATION = Type.getInternalName(ClassInitialisation.class);

  private final ClassFiles files;
  private final boolean keepsFrames;

  /**
   * For code that names these classes.
   *
   * @param keepsFrames the code keeps the frames it has: guards do not jump but always call
   */
  Guards(ClassFiles files, boolean keepsFrames) {
    this.files = files;
    this.keepsFrames = keepsFrames;
  }

  /** The class that has the static fields and the guard of a type: not an interface. */
  static String holder(ClassInfo info) {
    return info.isInterface() ? info.name + ClassInitialisation.HOLDER : info.name;
  }

  /**
   * Puts a guard into the code of a class.
   *
   * @param named the type by which the code names the guarded one, a subtype of it or itself
   */
  void guard(MethodVisitor code, ClassInfo from, ClassInfo guarded, String named) {
    if (isAccessible(from, guarded)) {
      guard(code, holder(guarded));
    } else {
      code.visitMethodInsn(Opcodes.INVOKESTATIC, named, initialiserOf(guarded), "()V", false);
    }
  }

  private void guard(MethodVisitor code, String holder) {
    Label isInitialised = new Label();
    if (!keepsFrames) {
      code.visitFieldInsn(Opcodes.GETSTATIC, holder, TURN, "J");
      code.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, "turn", "J");
      code.visitInsn(Opcodes.LCMP);
      code.visitJumpInsn(Opcodes.IFEQ, isInitialised);
    }
    code.visitMethodInsn(Opcodes.INVOKESTATIC, holder, ClassInitialisation.INIT, "()V", false);
    if (!keepsFrames) {
      code.visitLabel(isInitialised);
    }
  }

  private static boolean isAccessible(ClassInfo from, ClassInfo guarded) {
    return guarded.isInterface() // its holder is public
        || (guarded.access & Opcodes.ACC_PUBLIC) != 0
        || packageOf(from.name).equals(packageOf(guarded.name));
  }

  private static String packageOf(String internalName) {
    return internalName.substring(0, internalName.lastIndexOf('/') + 1);
  }

  /** A name by which subclasses inherit the initialiser of a class that cannot be named. */
  private static String initialiserOf(ClassInfo info) {
    return ClassInitialisation.INIT + "$" + Classes.number(info.name);
  }

  /** Adds to the holder of a guarded type what the guards use. */
  void addMembers(ClassVisitor out, ClassInfo info) {
    String holder = holder(info);
    out.visitField(ADDED | Opcodes.ACC_TRANSIENT, TURN, "J", null, NO_TURN).visitEnd();
    MethodVisitor code = out.visitMethod(ADDED, ClassInitialisation.INIT, "()V", null, null);
    code.visitCode();
    addInitialisation(code, info, holder);
    code.visitMaxs(0, 0);
    code.visitEnd();
    if (holder.equals(info.name) && (info.access & Opcodes.ACC_PUBLIC) == 0) {
      code = out.visitMethod(ADDED, initialiserOf(info), "()V", null, null);
      code.visitCode();
      guard(code, holder);
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
  }

  /**
   *
   *
   * <pre>
   *   int answer = ClassInitialisation.begin(C.class, number);
   *   if (answer == RUN) {
   *     try {
   *       (guards of the supertypes, default values of the static fields, $clew$clinit())
   *     } catch (Throwable t) {
   *       throw ClassInitialisation.fail(C.class, number, t);
   *     }
   *     ClassInitialisation.end(C.class, number);
   *   } else if (answer == RECURSIVE) {
   *     return;
   *   }
   *   $clew$turn = Hooks.turn;
   * </pre>
   */
  private void addInitialisation(MethodVisitor code, ClassInfo info, String holder) {
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label isInitialised = new Label();
    Label isRecursive = new Label();
    code.visitTryCatchBlock(begin, end, failed, "java/lang/Throwable");
    call(code, info, "begin", "", "I");
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ISTORE, 0);
    code.visitJumpInsn(Opcodes.IFNE, isInitialised);

    code.visitLabel(begin);
    for (ClassInfo each : files.initialisedBefore(info)) {
      guard(code, info, each, each.name);
    }
    for (FieldInfo field : info.fields) {
      if (field.isStatic() && !field.isConstant()) {
        pushInitialValue(code, field);
        code.visitFieldInsn(Opcodes.PUTSTATIC, holder, field.name(), field.descriptor());
      }
    }
    if (info.hasInitialiser) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, info.name, STATIC_INITIALISER, "()V", info.isInterface());
    }
    code.visitInsn(Opcodes.NOP); // the range must not be empty
    code.visitLabel(end);
    call(code, info, "end", "", "V");

    code.visitLabel(isInitialised);
    code.visitFrame(Opcodes.F_NEW, 1, ANSWER, 0, NOTHING);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(ClassInitialisation.RECURSIVE + Opcodes.ICONST_0);
    code.visitJumpInsn(Opcodes.IF_ICMPEQ, isRecursive);
    code.visitFieldInsn(Opcodes.GETSTATIC, HOOKS, "turn", "J");
    code.visitFieldInsn(Opcodes.PUTSTATIC, holder, TURN, "J");
    code.visitLabel(isRecursive);
    code.visitFrame(Opcodes.F_NEW, 1, ANSWER, 0, NOTHING);
    code.visitInsn(Opcodes.RETURN);

    code.visitLabel(failed);
    code.visitFrame(Opcodes.F_NEW, 0, NOTHING, 1, THROWN);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    call(code, info, "fail", "Ljava/lang/Throwable;", "Ljava/lang/Error;");
    code.visitInsn(Opcodes.ATHROW);
  }

  private static void call(
      MethodVisitor code, ClassInfo info, String name, String parameters, String result) {
    code.visitLdcInsn(Type.getObjectType(info.name));
    code.visitLdcInsn(Classes.number(info.name));
    if (!parameters.isEmpty()) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
    }
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        INITIALISATION,
        name,
        "(Ljava/lang/Class;I" + parameters + ")" + result,
        false);
  }

  private static void pushInitialValue(MethodVisitor code, FieldInfo field) {
    if (field.constantValue() != null) {
      code.visitLdcInsn(field.constantValue());
      return;
    }
    code.visitInsn(
        switch (field.descriptor().charAt(0)) {
          case 'J' -> Opcodes.LCONST_0;
          case 'F' -> Opcodes.FCONST_0;
          case 'D' -> Opcodes.DCONST_0;
          case 'L', '[' -> Opcodes.ACONST_NULL;
          default -> Opcodes.ICONST_0;
        });
  }
}
