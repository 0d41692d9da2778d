package dev.clew.jvm.agent;

import dev.clew.jvm.agent.CallSites.Replacement;
import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.jvm.run.Fields;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts hooks into a class of the {@link Library}: accesses to volatile fields and by handles, calls
 * that do something to threads, and the making of objects and arrays.
 *
 * <p>The class may be in use already, so nothing is added to it but instructions, and as other code
 * of the JVM uses it too, everything stays as it was where no program is under control.
 */
final class LibraryVisitor extends ClassVisitor {
  /** The classes of whose methods calls are replaced. */
  private static final Set<String> REPLACED =
      Set.of("java/lang/Object", "java/lang/Runtime", "java/lang/System", "java/lang/Thread");

  private static final String COMPLETIONS = "dev/clew/jvm/run/juc/FutureCompletions";
  private static final int WITHOUT_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

  private final HookedClass hooked;

  LibraryVisitor(ClassVisitor next, HookedClass hooked) {
    super(Opcodes.ASM9, next);
    this.hooked = hooked;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (next == null || (access & WITHOUT_CODE) != 0 || name.equals("<clinit>")) {
      return next;
    }
    MethodFacts facts = hooked.facts().method(name, descriptor);
    boolean isConstructor = name.equals("<init>");
    if (isConstructor && !facts.callsThis()) {
      next = new Constructor(next, hooked, facts);
    }
    if (Library.completes(hooked.self().name, name, descriptor)
        || Library.completesAnyhow(hooked.self().name, name)) {
      next = new Completing(next, hooked, facts);
    }
    next = new Calls(next, hooked, facts);
    next = new ConstructorCallVisitor(next, hooked, facts);
    next = new IndirectAccessVisitor(next, hooked, facts);
    next = new AllocationVisitor(next, hooked, facts, isConstructor);
    return new Accesses(next, hooked, facts, name);
  }

  /** Tells at its end that a constructor has made an object. */
  private static final class Constructor extends HookInserter {
    private Constructor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.RETURN) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitLdcInsn(Type.getObjectType(hooked.self().name));
        hook("created", "(Ljava/lang/Object;Ljava/lang/Class;)V");
      }
      super.visitInsn(opcode);
    }
  }

  /**
   * Replaces calls. The start of a thread is not replaced but noticed by the thread, which may be
   * of a class of the program that has a method of its own for it.
   */
  private static final class Calls extends HookInserter {
    private Calls(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      Replacement found =
          name.equals("start") || opcode == Opcodes.INVOKESPECIAL
              ? null
              : hooked.callSites().find(opcode, owner, name, descriptor);
      if (found == null || !REPLACED.contains(found.original())) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      if (found.takesSite()) {
        push(-1);
      }
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC, found.owner(), found.name(), found.descriptor(), false);
    }
  }

  /** Tells at its end whether a method has completed a future. */
  private static final class Completing extends HookInserter {
    private Completing(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
      super(next, hooked, facts);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.IRETURN) {
        mv.visitInsn(Opcodes.DUP);
        tell();
      } else if (opcode == Opcodes.RETURN) {
        push(1);
        tell();
      }
      super.visitInsn(opcode);
    }

    /** Stack: whether it did, which it consumes. */
    private void tell() {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitInsn(Opcodes.SWAP);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          COMPLETIONS,
          "completed",
          "(Ljava/util/concurrent/CompletableFuture;Z)V",
          false);
    }
  }

  /** Announces accesses to shared fields of objects. Static ones belong to the JVM. */
  private static final class Accesses extends HookInserter {
    private static final String HOOK = "(Ljava/lang/Object;II)V";

    private final String method;
    private boolean hasLookedBack;

    private Accesses(MethodVisitor next, HookedClass hooked, MethodFacts facts, String method) {
      super(next, hooked, facts);
      this.method = method;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      ResolvedField resolved = hooked.files().resolveField(owner, name, descriptor);
      if (opcode == Opcodes.GETFIELD && Library.looksAhead(hooked.self().name, method, name)) {
        super.visitFieldInsn(opcode, owner, name, descriptor);
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            COMPLETIONS,
            "unknown",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            false);
        return;
      }
      if (!hasLookedBack
          && opcode == Opcodes.GETFIELD
          && Library.looksBack(hooked.self().name, method, name)) {
        hasLookedBack = true;
        super.visitFieldInsn(opcode, owner, name, descriptor);
        return;
      }
      if (resolved != null && Library.isShared(resolved)) {
        if (opcode == Opcodes.GETFIELD) {
          mv.visitInsn(Opcodes.DUP);
          announce("readVolatile", resolved);
        } else if (opcode == Opcodes.PUTFIELD) {
          beforeWrite(resolved);
        }
      }
      boolean isPut = opcode == Opcodes.PUTFIELD;
      if (isPut && Library.forgets(hooked.self().name, method, name)) {
        mv.visitInsn(Opcodes.POP2);
        return;
      }
      if (isPut && Library.isWaiter(owner, name)) {
        insteadOfNull(owner, name, descriptor);
      }
      boolean completes = isPut && Library.isResult(owner, name) && !method.equals("<init>");
      if (completes) {
        mv.visitInsn(Opcodes.DUP2);
      }
      super.visitFieldInsn(opcode, owner, name, descriptor);
      if (completes) {
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            COMPLETIONS,
            "written",
            "(Ljava/util/concurrent/CompletableFuture;Ljava/lang/Object;)V",
            false);
      }
      if (opcode == Opcodes.GETSTATIC && Library.isCommonPool(owner, name)) {
        insteadOfCommonPool(descriptor);
      }
    }

    /** Stack: owner, value; if that is null it becomes what the field has. */
    private void insteadOfNull(String owner, String name, String descriptor) {
      mv.visitInsn(Opcodes.SWAP);
      mv.visitInsn(Opcodes.DUP_X1);
      mv.visitFieldInsn(Opcodes.GETFIELD, owner, name, descriptor);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "dev/clew/jvm/run/LibraryHooks",
          "kept",
          "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
          false);
      mv.visitTypeInsn(Opcodes.CHECKCAST, Type.getType(descriptor).getInternalName());
    }

    /** Stack: the pool, which it replaces. */
    private void insteadOfCommonPool(String descriptor) {
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          "dev/clew/jvm/run/juc/CommonPool",
          "instead",
          "(Ljava/util/concurrent/Executor;)Ljava/util/concurrent/Executor;",
          false);
      mv.visitTypeInsn(Opcodes.CHECKCAST, Type.getType(descriptor).getInternalName());
    }

    /** Stack: owner, value. */
    private void beforeWrite(ResolvedField resolved) {
      String type = resolved.field().descriptor();
      if (type.equals("J") || type.equals("D")) {
        mv.visitInsn(Opcodes.DUP2_X1);
        mv.visitInsn(Opcodes.POP2); // value, owner
        mv.visitInsn(Opcodes.DUP_X2); // owner, value, owner
        announce("writeVolatile", resolved);
      } else {
        mv.visitInsn(Opcodes.SWAP);
        mv.visitInsn(Opcodes.DUP);
        announce("writeVolatile", resolved);
        mv.visitInsn(Opcodes.SWAP);
      }
    }

    /** Stack: owner, which it consumes. */
    private void announce(String hook, ResolvedField resolved) {
      FieldInfo field = resolved.field();
      push(hooked.files().slot(resolved.declaring(), field));
      push(
          Fields.add(
              resolved.declaring().name,
              field.name(),
              field.descriptor(),
              false,
              field.isVolatile()));
      hook(hook, HOOK);
    }
  }
}
