package dev.clew.jvm.agent;

import dev.clew.jvm.agent.ClassFacts.MethodFacts;
import dev.clew.trace.OpKind;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Announces accesses to fields and elements of the program that methods of the JDK make for it:
 * reflection, and what {@code System}, {@code Arrays}, arrays themselves, texts and streams do with
 * whole ranges.
 */
final class LibraryAccessVisitor extends HookInserter {
  private static final String HOOKS = "dev/clew/jvm/run/LibraryAccesses";
  private static final String OF_ELEMENTS = "(Ljava/lang/Object;III)V";
  private static final String OF_TWO = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
  private static final String OF_ARGUMENT = "(Ljava/lang/Object;IIII)V";
  private static final String OF_COPY = "(Ljava/lang/Object;ILjava/lang/Object;III)V";
  private static final String CALLS = "dev/clew/jvm/run/CollectionCalls";
  private static final String OF_CALL = "(Ljava/lang/reflect/Method;Ljava/lang/Object;I)V";
  private static final String OF_FIELD = "(Ljava/lang/reflect/Field;Ljava/lang/Object;II)V";

  /** The methods of {@code Arrays} that look at elements. */
  private static final Set<String> READING =
      Set.of(
          "binarySearch",
          "compare",
          "compareUnsigned",
          "copyOf",
          "copyOfRange",
          "deepEquals",
          "deepHashCode",
          "deepToString",
          "equals",
          "hashCode",
          "mismatch",
          "sort",
          "stream",
          "toString");

  /** Those that change them. */
  private static final Set<String> WRITING = Set.of("fill", "setAll", "sort");

  LibraryAccessVisitor(MethodVisitor next, HookedClass hooked, MethodFacts facts) {
    super(next, hooked, facts);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean isStatic = opcode == Opcodes.INVOKESTATIC;
    if (!isStatic && owner.equals("java/lang/reflect/Field") && isAccess(name)) {
      announceField(name, descriptor);
    } else if (owner.equals("java/lang/reflect/Method") && name.equals("invoke")) {
      announceCall(descriptor);
    } else if (isStatic && owner.equals("java/lang/reflect/Array") && isAccess(name)) {
      announceElement(name, descriptor);
    } else if (isStatic && owner.equals("java/lang/System") && name.equals("arraycopy")) {
      push(site());
      super.visitMethodInsn(opcode, HOOKS, "copy", OF_COPY, false);
      return;
    } else if (isStatic && owner.equals("java/util/Arrays")) {
      announceRanges(name, descriptor);
    } else if (!isStatic && owner.startsWith("[") && name.equals("clone")) {
      mv.visitInsn(Opcodes.DUP);
      push(0);
      push(Integer.MAX_VALUE);
      elements("read");
    } else if (!hooked.isLibrary() && ArrayMethods.isMeant(owner, name, descriptor)) {
      announceArrays(owner, name, descriptor);
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  private static boolean isAccess(String name) {
    return switch (name) {
      case "get", "getBoolean", "getByte", "getChar", "getShort" -> true;
      case "getInt", "getLong", "getFloat", "getDouble" -> true;
      case "set", "setBoolean", "setByte", "setChar", "setShort" -> true;
      case "setInt", "setLong", "setFloat", "setDouble" -> true;
      default -> false;
    };
  }

  /** Stack: the method, its object, its arguments. */
  private void announceCall(String descriptor) {
    CallArguments arguments = putAside(descriptor);
    mv.visitInsn(Opcodes.DUP);
    arguments.load(0);
    push(site());
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "reflected", OF_CALL, false);
    arguments.loadAll();
  }

  private CallArguments putAside(String descriptor) {
    return CallArguments.putAside(mv, descriptor, facts.maxLocals() + 1);
  }

  /** Stack: the field, the arguments. */
  private void announceField(String name, String descriptor) {
    CallArguments arguments = putAside(descriptor);
    mv.visitInsn(Opcodes.DUP);
    arguments.load(0);
    push((name.startsWith("get") ? OpKind.READ : OpKind.WRITE).code());
    push(site());
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "field", OF_FIELD, false);
    arguments.loadAll();
  }

  private void announceElement(String name, String descriptor) {
    CallArguments arguments = putAside(descriptor);
    arguments.load(0);
    arguments.load(1);
    mv.visitInsn(Opcodes.DUP);
    push(1);
    mv.visitInsn(Opcodes.IADD);
    elements(name.startsWith("get") ? "read" : "write");
    arguments.loadAll();
  }

  /** Each array may have its range behind it: two numbers. */
  private void announceRanges(String name, String descriptor) {
    if (!READING.contains(name) && !WRITING.contains(name)) {
      return;
    }
    CallArguments arguments = putAside(descriptor);
    if ((name.equals("equals") || name.equals("deepEquals")) && arguments.count() == 2) {
      arguments.load(0);
      arguments.load(1);
      push(site());
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "compare", OF_TWO, false);
      arguments.loadAll();
      return;
    }
    for (int i = 0; i < arguments.count(); i++) {
      if (arguments.type(i).getSort() == Type.ARRAY) {
        if (READING.contains(name)) {
          announceRange("read", name, arguments, i);
        }
        if (WRITING.contains(name)) {
          announceRange("write", name, arguments, i);
        }
      }
    }
    arguments.loadAll();
  }

  private void announceRange(String access, String name, CallArguments arguments, int array) {
    boolean hasRange = arguments.isInt(array + 1) && arguments.isInt(array + 2);
    arguments.load(array);
    if (hasRange) {
      arguments.load(array + 1);
      arguments.load(array + 2);
    } else if (name.equals("copyOf")) {
      push(0);
      arguments.load(array + 1);
    } else {
      push(0);
      push(Integer.MAX_VALUE);
    }
    elements(name.startsWith("copyOf") ? "readPart" : access);
  }

  /** Each array may have its range behind it: where it begins, and how long it is. */
  private void announceArrays(String owner, String name, String descriptor) {
    CallArguments arguments = putAside(descriptor);
    for (int i = 0; i < arguments.count(); i++) {
      if (ArrayMethods.isOfNumbers(arguments.type(i))) {
        arguments.load(i);
        if (name.equals("getChars") || name.equals("getBytes")) {
          arguments.load(i + 1);
          arguments.load(1);
          arguments.load(0);
          mv.visitInsn(Opcodes.ISUB);
        } else if (arguments.isInt(i + 1) && arguments.isInt(i + 2)) {
          arguments.load(i + 1);
          arguments.load(i + 2);
        } else {
          push(0);
          push(Integer.MAX_VALUE);
        }
        push(ArrayMethods.isWrite(owner, name) ? 1 : 0);
        push(site());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "argument", OF_ARGUMENT, false);
      }
    }
    arguments.loadAll();
  }

  /** Stack: an array, where the range begins, where it ends. */
  private void elements(String access) {
    push(site());
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, access, OF_ELEMENTS, false);
  }
}
