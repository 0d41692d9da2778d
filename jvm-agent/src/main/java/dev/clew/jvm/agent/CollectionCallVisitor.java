package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Announces calls on collections and other objects of the JDK that the program may share though
 * they are not made for that, or that protect themselves. A call on an object goes through a method
 * that is added to the class:
 *
 * <pre>
 *   private static boolean $clew$collection$0(List receiver, Object argument, int site) {
 *     Object held = CollectionCalls.before(receiver, "add", true, site);
 *     try {
 *       return receiver.add(argument);
 *     } finally {
 *       if (held != null) CollectionCalls.after(held, site);
 *     }
 *   }
 * </pre>
 */
final class CollectionCallVisitor extends ClassVisitor {
  /** What writes down what tests do keeps it in objects of the JDK so that it is no operation. */
  private static final String OF_TESTS = "dev/clew/junit/History";

  private static final String PREFIX = "$clew$collection$";
  private static final String CALLS = "dev/clew/jvm/run/CollectionCalls";
  private static final String BEFORE = "(Ljava/lang/Object;Ljava/lang/String;ZI)Ljava/lang/Object;";
  private static final String BEFORE_ELEMENT = "(Ljava/lang/Object;IZI)Ljava/lang/Object;";
  private static final String FILE = "(Ljava/lang/Object;Ljava/lang/String;ZI)V";
  private static final String ARGUMENT = "(Ljava/lang/Object;ZI)V";

  private final HookedClass hooked;
  private final LargeMethods large;
  private final Map<Call, Added> added = new LinkedHashMap<>();

  /** A call on an object, as the code has it. */
  private record Call(
      int opcode,
      String owner,
      String name,
      String descriptor,
      boolean isInterface,
      boolean isWrite,
      boolean isStep) {}

  /** A method to add, for all such calls. */
  private record Added(String name, String descriptor) {}

  CollectionCallVisitor(ClassVisitor next, HookedClass hooked, LargeMethods large) {
    super(Opcodes.ASM9, next);
    this.large = large;
    this.hooked = hooked;
  }

  /** Is it a call of a method of the JDK on an object that can change? */
  static boolean isMeant(HookedClass hooked, String owner, String name, String descriptor) {
    if (name.equals("<init>")) {
      return false;
    }
    if (CollectionMethods.isCollection(owner) || CollectionMethods.isOfAll(owner, name)) {
      return true;
    }
    ClassFiles files = hooked.files();
    if (!files.isProgram(owner)) {
      return !hooked.self().name.startsWith(OF_TESTS) && SharedMethods.isMeant(files, owner, name);
    }
    return isInherited(files, owner, name) && !hooked.isOfProgram(owner, name, descriptor);
  }

  private static boolean isOwnCollection(ClassFiles files, String owner) {
    return files.isSubtype(owner, "java/util/Collection")
        || files.isSubtype(owner, "java/util/Map");
  }

  /** May a class of the program have a method from one of the JDK whose calls are announced? */
  private static boolean isInherited(ClassFiles files, String owner, String name) {
    if (isOwnCollection(files, owner)) {
      return true;
    }
    ClassInfo info = files.find(owner);
    while (info != null && info.isProgram && info.superName != null) {
      info = files.find(info.superName);
    }
    return info != null && SharedMethods.isMeant(files, info.name, name);
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
    boolean computesValue = SharedMethods.computesValue(hooked, name, descriptor);
    return new Calls(next, hooked, hooked.facts().method(name, descriptor), computesValue);
  }

  @Override
  public void visitEnd() {
    added.forEach(this::add);
    super.visitEnd();
  }

  private Added addedFor(Call call) {
    return added.computeIfAbsent(
        call,
        key -> {
          List<Type> parameters = new ArrayList<>();
          parameters.add(Type.getObjectType(call.owner));
          parameters.addAll(Arrays.asList(Type.getArgumentTypes(call.descriptor)));
          parameters.add(Type.INT_TYPE);
          String descriptor =
              Type.getMethodDescriptor(
                  Type.getReturnType(call.descriptor), parameters.toArray(Type[]::new));
          return new Added(PREFIX + added.size(), descriptor);
        });
  }

  private void add(Call call, Added method) {
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    MethodVisitor code = super.visitMethod(access, method.name, method.descriptor, null, null);
    if (code != null) {
      new Body(code, call, method).write();
    }
  }

  /** The code of a method to add. */
  private static final class Body {
    private final MethodVisitor code;
    private final Call call;
    private final Type[] parameters;
    private final Type result;
    private final int site;
    private final int held;

    private Body(MethodVisitor code, Call call, Added method) {
      this.code = code;
      this.call = call;
      this.parameters = Type.getArgumentTypes(method.descriptor);
      this.result = Type.getReturnType(call.descriptor);
      int size = Arrays.stream(parameters).mapToInt(Type::getSize).sum();
      this.site = size - 1;
      this.held = size;
    }

    private void write() {
      Label start = new Label();
      Label end = new Label();
      Label handler = new Label();
      Label done = new Label();
      Label thrown = new Label();
      code.visitCode();
      code.visitTryCatchBlock(start, end, handler, null);
      announceArguments();
      announce();
      code.visitVarInsn(Opcodes.ASTORE, held);
      code.visitLabel(start);
      load();
      code.visitMethodInsn(call.opcode, call.owner, call.name, call.descriptor, call.isInterface);
      code.visitLabel(end);
      code.visitVarInsn(Opcodes.ALOAD, held);
      code.visitJumpInsn(Opcodes.IFNULL, done);
      after();
      code.visitLabel(done);
      Object[] value =
          result.getSort() == Type.VOID ? new Object[0] : new Object[] {frameType(result)};
      frame(value);
      code.visitInsn(result.getOpcode(Opcodes.IRETURN));
      code.visitLabel(handler);
      frame(new Object[] {"java/lang/Throwable"});
      code.visitVarInsn(Opcodes.ALOAD, held);
      code.visitJumpInsn(Opcodes.IFNULL, thrown);
      after();
      code.visitLabel(thrown);
      frame(new Object[] {"java/lang/Throwable"});
      code.visitInsn(Opcodes.ATHROW);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }

    private void announce() {
      boolean isElement = CollectionMethods.isOfElement(call.name, call.descriptor);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      if (isElement) {
        code.visitVarInsn(Opcodes.ILOAD, 1);
      } else {
        code.visitLdcInsn(call.name);
      }
      code.visitInsn(call.isWrite ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      code.visitVarInsn(Opcodes.ILOAD, site);
      String before = isElement ? "beforeElement" : call.isStep ? "beforeStep" : "before";
      String descriptor = isElement ? BEFORE_ELEMENT : BEFORE;
      code.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, before, descriptor, false);
    }

    private void announceArguments() {
      int variable = parameters[0].getSize();
      for (int i = 1; i < parameters.length - 1; i++) {
        if (CollectionMethods.isUsed(call.owner, call.name, parameters[i])) {
          boolean isChanged = SharedMethods.isChanged(call.owner, call.name, parameters[i]);
          code.visitVarInsn(Opcodes.ALOAD, variable);
          code.visitInsn(isChanged ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
          code.visitVarInsn(Opcodes.ILOAD, site);
          code.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "argument", ARGUMENT, false);
        }
        variable += parameters[i].getSize();
      }
    }

    private void load() {
      int variable = 0;
      for (int i = 0; i < parameters.length - 1; i++) {
        code.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), variable);
        variable += parameters[i].getSize();
      }
    }

    private void after() {
      code.visitVarInsn(Opcodes.ALOAD, held);
      code.visitVarInsn(Opcodes.ILOAD, site);
      code.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "after", "(Ljava/lang/Object;I)V", false);
    }

    private void frame(Object[] stack) {
      List<Object> locals = new ArrayList<>();
      for (Type each : parameters) {
        locals.add(frameType(each));
      }
      locals.add("java/lang/Object");
      code.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
    }

    private static Object frameType(Type type) {
      return switch (type.getSort()) {
        case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
        case Type.LONG -> Opcodes.LONG;
        case Type.FLOAT -> Opcodes.FLOAT;
        case Type.DOUBLE -> Opcodes.DOUBLE;
        default -> type.getInternalName();
      };
    }
  }

  /** Replaces the calls of a method. */
  private final class Calls extends HookInserter {
    private final LocalObjects.Counter localCalls;
    private final boolean computesValue;

    private Calls(
        MethodVisitor next, HookedClass hooked, MethodFacts facts, boolean computesValue) {
      super(next, hooked, facts);
      this.localCalls = facts.locals().calls();
      this.computesValue = computesValue;
    }

    /** What is computed for a class value becomes its value now, unless another one did before. */
    @Override
    public void visitInsn(int opcode) {
      if (computesValue && opcode == Opcodes.ARETURN) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitLdcInsn("get");
        push(1);
        push(site());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "before", BEFORE, false);
        mv.visitInsn(Opcodes.POP); // no monitor
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isVirtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
      boolean isLocal = localCalls.isNext(owner, name, descriptor);
      boolean isThread = owner.equals("java/lang/Thread"); // its name has a number that others take
      boolean needsNone = isLocal && !isThread && !CollectionMethods.isCollection(owner);
      if (isVirtual && !needsNone && isMeant(hooked, owner, name, descriptor)) {
        boolean isStep = !isLocal && SharedMethods.isIterator(owner);
        boolean isWrite = isWrite(owner, name, descriptor);
        Added method =
            addedFor(new Call(opcode, owner, name, descriptor, isInterface, isWrite, isStep));
        push(site());
        mv.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            hooked.self().name,
            method.name,
            method.descriptor,
            hooked.self().isInterface());
        return;
      }
      boolean isOnFile = isVirtual && FileMethods.isCallOnFile(owner, name);
      if (isOnFile || FileMethods.takesFiles(owner, name, descriptor)) {
        announceFiles(owner, name, descriptor, isOnFile);
      }
      boolean isSuper = opcode == Opcodes.INVOKESPECIAL && isMeant(hooked, owner, name, descriptor);
      boolean takes =
          CollectionMethods.readsArguments(owner, name)
              && CollectionMethods.takes(owner, name, descriptor);
      if (isSuper || takes) {
        announce(opcode, owner, name, descriptor, isSuper);
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    /** Does a call change its object? One that is no collection it does, unless it only looks. */
    private boolean isWrite(String owner, String name, String descriptor) {
      boolean isCollection =
          CollectionMethods.isCollection(owner)
              || owner.equals("java/lang/Object")
              || isOwnCollection(hooked.files(), owner);
      return isCollection
          ? CollectionMethods.isWrite(name)
          : !SharedMethods.isLook(owner, name, descriptor);
    }

    private void announce(
        int opcode, String owner, String name, String descriptor, boolean isSuper) {
      CallArguments arguments = CallArguments.putAside(mv, descriptor, facts.maxLocals() + 1);
      if (isSuper) {
        mv.visitInsn(Opcodes.DUP);
        argument(isWrite(owner, name, descriptor));
      }
      boolean writesFirst =
          opcode == Opcodes.INVOKESTATIC && CollectionMethods.isWriteOfFirst(owner, name);
      for (int i = 0; i < arguments.count(); i++) {
        if (CollectionMethods.isUsed(owner, name, arguments.type(i))) {
          arguments.load(i);
          boolean isChanged = SharedMethods.isChanged(owner, name, arguments.type(i));
          argument(isChanged || writesFirst && i == 0);
        }
      }
      arguments.loadAll();
    }

    private void announceFiles(String owner, String name, String descriptor, boolean isOnFile) {
      CallArguments arguments = CallArguments.putAside(mv, descriptor, facts.maxLocals() + 1);
      if (isOnFile) {
        mv.visitInsn(Opcodes.DUP);
        file(name, FileMethods.isChange(name));
      }
      boolean takes = FileMethods.takesFiles(owner, name, descriptor);
      for (int i = 0; takes && i < arguments.count(); i++) {
        if (FileMethods.isFile(i, arguments.type(i), name)) {
          arguments.load(i);
          file(name, FileMethods.isChanged(owner, name, i));
        }
      }
      arguments.loadAll();
    }

    private void file(String method, boolean isWrite) {
      mv.visitLdcInsn(method.equals("<init>") ? "open" : method);
      push(isWrite ? 1 : 0);
      push(site());
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "file", FILE, false);
    }

    /** Texts are put together by asking objects for theirs. */
    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... constants) {
      if (SharedMethods.isConcatenation(bootstrap) && mayAskForText(descriptor)) {
        CallArguments arguments = CallArguments.putAside(mv, descriptor, facts.maxLocals() + 1);
        for (int i = 0; i < arguments.count(); i++) {
          if (isAskedForText(arguments.type(i))) {
            arguments.load(i);
            argument(false);
          }
        }
        arguments.loadAll();
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, constants);
    }

    private boolean mayAskForText(String descriptor) {
      return Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(this::isAskedForText);
    }

    private boolean isAskedForText(Type type) {
      if (type.getSort() != Type.OBJECT) {
        return false;
      }
      String name = type.getInternalName();
      return name.equals("java/lang/Object")
          || name.equals("java/lang/Thread")
          || CollectionMethods.isCollection(name)
          || SharedMethods.isCandidate(name);
    }

    private void argument(boolean isWrite) {
      push(isWrite ? 1 : 0);
      push(site());
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "argument", ARGUMENT, false);
    }
  }
}
