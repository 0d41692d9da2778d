package dev.clew.jvm.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class of the running JDK and its model: which method is called instead of which.
 *
 * <p>A model method fits a method of the class if the names are equal and it takes the object and
 * the parameters, or a supertype of what they are. Of several that fit, the one with exactly these
 * types is meant.
 */
final class ModelledClass {
  private static final int NEVER_MODELLED =
      Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

  /** The internal name of the class with the models. */
  final String model;

  private final ClassInfo original;
  private final ClassFiles files;

  /** The descriptors of model methods, by name and descriptor of the original method. */
  private final Map<String, String> methods = new HashMap<>();

  private final List<String> unmatched = new ArrayList<>();
  private @Nullable String createdAnyhow;
  private boolean notesObjects;
  private final boolean isComposed;
  private final boolean isOfCollections;

  private ModelledClass(ModelClass model, ClassInfo original, ClassFiles files) {
    this.model = model.name;
    this.isComposed = model.isComposed();
    this.isOfCollections = model.isOfCollections();
    this.original = original;
    this.files = files;
  }

  static ModelledClass of(ModelClass model, ClassInfo original, ClassFiles files) {
    ModelledClass modelled = new ModelledClass(model, original, files);
    for (MethodInfo each : model.methods) {
      boolean isFound =
          each.name().equals(ModelClass.CREATED)
              ? modelled.addCreated(each.descriptor())
              : modelled.addMethod(each);
      if (!isFound) {
        modelled.unmatched.add(model.name + "." + each.name() + each.descriptor());
      }
    }
    return modelled;
  }

  /** The descriptor of the method that models this one, null if there is none. */
  @Nullable String method(String name, String descriptor) {
    return methods.get(name + descriptor);
  }

  /** The descriptor of the method to call at the end of a constructor, null if there is none. */
  @Nullable String created(String descriptor) {
    String own = methods.get("<init>" + descriptor);
    return own == null ? createdAnyhow : own;
  }

  /** Does the model note every object that a program makes? */
  boolean notesObjects() {
    return notesObjects;
  }

  /** Is the model asked only for the objects that it has noted? */
  boolean isComposed() {
    return isComposed;
  }

  /** Is it a collection, or a view of one? */
  boolean isOfCollections() {
    return isOfCollections;
  }

  /** The model methods without a method of the class. */
  List<String> unmatched() {
    return unmatched;
  }

  private boolean addCreated(String descriptor) {
    Type[] all = Type.getArgumentTypes(descriptor);
    if (all.length == 0 || !takes(all[0], original.name) || !descriptor.endsWith(")V")) {
      return false;
    }
    Type[] parameters = Arrays.copyOfRange(all, 1, all.length);
    String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
    if (original.method("<init>", constructor) != null) {
      methods.put("<init>" + constructor, descriptor);
    } else if (parameters.length > 0) {
      return false;
    }
    if (parameters.length == 0) {
      createdAnyhow = descriptor;
    }
    notesObjects = true;
    return true;
  }

  private boolean addMethod(MethodInfo model) {
    MethodInfo found = null;
    for (MethodInfo each : original.methods) {
      if (each.name().equals(model.name()) && fits(model.descriptor(), each)) {
        boolean isExact = isExact(model.descriptor(), each);
        if (found != null && isExact == isExact(model.descriptor(), found)) {
          throw new IllegalStateException(
              model + " may model two methods of " + original + ": " + each + ", " + found);
        }
        found = found == null || isExact ? each : found;
      }
    }
    if (found == null) {
      return false;
    }
    if ((found.access() & NEVER_MODELLED) != 0) {
      throw new IllegalStateException(
          original + "." + found.name() + found.descriptor() + " has no body that can be left out");
    }
    String other = methods.put(found.name() + found.descriptor(), model.descriptor());
    if (other != null) {
      throw new IllegalStateException(
          original + "." + found.name() + found.descriptor() + " has two models");
    }
    return true;
  }

  private boolean fits(String descriptor, MethodInfo method) {
    Type[] given = argumentsOf(method);
    Type[] taken = Type.getArgumentTypes(descriptor);
    if (given.length != taken.length || (method.access() & Opcodes.ACC_SYNTHETIC) != 0) {
      return false;
    }
    for (int i = 0; i < given.length; i++) {
      if (!given[i].equals(taken[i])
          && !(given[i].getSort() == Type.OBJECT && takes(taken[i], given[i].getInternalName()))) {
        return false;
      }
    }
    Type result = Type.getReturnType(descriptor);
    Type wanted = Type.getReturnType(method.descriptor());
    return result.equals(wanted) || isReference(result) && isReference(wanted);
  }

  private boolean isExact(String descriptor, MethodInfo method) {
    Type[] given = argumentsOf(method);
    Type[] taken = Type.getArgumentTypes(descriptor);
    int first = method.isStatic() ? 0 : 1;
    return Arrays.equals(given, first, given.length, taken, first, taken.length);
  }

  private Type[] argumentsOf(MethodInfo method) {
    Type[] parameters = Type.getArgumentTypes(method.descriptor());
    if (method.isStatic()) {
      return parameters;
    }
    Type[] all = new Type[parameters.length + 1];
    all[0] = Type.getObjectType(original.name);
    System.arraycopy(parameters, 0, all, 1, parameters.length);
    return all;
  }

  private boolean takes(Type parameter, String type) {
    return parameter.getSort() == Type.OBJECT && files.isSubtype(type, parameter.getInternalName());
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }
}
