package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The visitors that put hooks into a class, in their order.
 *
 * <p>The original goes through {@link #beforeGuards}, then through the visitor that takes class
 * initialisation out of the hands of the JVM, then through {@link #afterGuards} to the writer. What
 * class initialisation adds to a class (members whose names start with {@code $clew$}, except the
 * body of the static initialiser) goes to the writer directly and gets no hooks.
 */
final class HookVisitors {

  private HookVisitors() {}

  /** What must come after the guard of a method in its code: taking the monitor of the class. */
  static ClassVisitor beforeGuards(ClassVisitor next, HookedClass hooked) {
    return new Monitors(next, hooked);
  }

  /**
   * Everything else.
   *
   * @param large the methods that get fewer hooks
   */
  static ClassVisitor afterGuards(ClassVisitor next, HookedClass hooked, LargeMethods large) {
    ClassVisitor shadows = new ShadowVisitor(next, hooked);
    ClassVisitor collections = new CollectionCallVisitor(shadows, hooked, large);
    ClassVisitor calls = new CallSiteVisitor(collections, hooked);
    ClassVisitor accesses = new Accesses(calls, hooked, large);
    return new MethodReferenceVisitor(accesses, hooked);
  }

  /** Applies {@link MonitorVisitor}. */
  private static final class Monitors extends ClassVisitor {
    private final HookedClass hooked;

    private Monitors(ClassVisitor next, HookedClass hooked) {
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
      boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
      int without = isNative ? access : access & ~Opcodes.ACC_SYNCHRONIZED;
      MethodVisitor next = super.visitMethod(without, name, descriptor, signature, exceptions);
      if (next == null) {
        return null;
      }
      return new MonitorVisitor(next, hooked, hooked.facts().method(name, descriptor), access);
    }
  }

  /** Applies the visitors that work on one method each. */
  private static final class Accesses extends ClassVisitor {
    private final HookedClass hooked;
    private final LargeMethods large;

    private Accesses(ClassVisitor next, HookedClass hooked, LargeMethods large) {
      super(Opcodes.ASM9, next);
      this.hooked = hooked;
      this.large = large;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (next == null || large.hasFewest(name + descriptor)) {
        return next;
      }
      MethodFacts facts = hooked.facts().method(name, descriptor);
      next = new ConstructorCallVisitor(next, hooked, facts);
      next = new IndirectAccessVisitor(next, hooked, facts);
      next = new LibraryAccessVisitor(next, hooked, facts);
      if (large.hasFew(name + descriptor)) {
        return next;
      }
      next = new AllocationVisitor(next, hooked, facts, name.equals("<init>"));
      boolean isInstanceMethod = (access & Opcodes.ACC_STATIC) == 0;
      next = new FieldAccessVisitor(next, hooked, facts, isInstanceMethod);
      next = new ArrayAccessVisitor(next, hooked, facts);
      return new LoopVisitor(next, hooked, facts);
    }
  }
}
