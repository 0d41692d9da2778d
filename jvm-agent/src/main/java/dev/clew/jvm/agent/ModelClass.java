package dev.clew.jvm.agent;

import dev.clew.jvm.run.juc.BeforeJdk;
import dev.clew.jvm.run.juc.Models;
import dev.clew.jvm.run.juc.SinceJdk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reads one class annotated with {@link Models}: which class it models, and its methods. */
final class ModelClass extends ClassVisitor {
  /** The name of the methods that are called at the end of constructors. */
  static final String CREATED = "created";

  private static final String ANNOTATION = Type.getDescriptor(Models.class);
  private static final String SINCE_JDK = Type.getDescriptor(SinceJdk.class);
  private static final String BEFORE_JDK = Type.getDescriptor(BeforeJdk.class);

  /** The internal name of the class with the models. */
  final String name;

  /** Its public static methods. */
  final List<MethodInfo> methods = new ArrayList<>();

  /** The internal names of further classes that it models in the same way. */
  private final List<String> also = new ArrayList<>();

  private @Nullable String modelled;
  private boolean isComposed;
  private boolean isOfCollections;
  private boolean hasOriginal = true;

  private ModelClass(String name) {
    super(Opcodes.ASM9);
    this.name = name;
  }

  /** Null if the class is not annotated, or this JDK does not have what it models. */
  static @Nullable ModelClass of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ModelClass model = new ModelClass(reader.getClassName());
    reader.accept(model, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return model.modelled == null || !model.hasOriginal ? null : model;
  }

  /** The internal name of the class that is modelled. */
  String modelled() {
    if (modelled == null) {
      throw new IllegalStateException(name + " models nothing");
    }
    return modelled;
  }

  /** This, and the same for each further class that it models. */
  List<ModelClass> all() {
    List<ModelClass> all = new ArrayList<>(List.of(this));
    for (String each : also) {
      ModelClass other = new ModelClass(name);
      other.methods.addAll(methods);
      other.modelled = each;
      other.isComposed = isComposed;
      other.isOfCollections = isOfCollections;
      all.add(other);
    }
    return all;
  }

  /** Does it work by means of other classes with models? */
  boolean isComposed() {
    return isComposed;
  }

  /** Is the class that is modelled a collection, or a view of one? */
  boolean isOfCollections() {
    return isOfCollections;
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    if (!descriptor.equals(ANNOTATION)) {
      return releases(descriptor, () -> hasOriginal = false);
    }
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(String element, Object value) {
        if (value instanceof Boolean isTrue) {
          isComposed |= isTrue && element.equals("isComposed");
          isOfCollections |= isTrue && element.equals("isOfCollections");
          return;
        }
        modelled =
            value instanceof Type type
                ? type.getInternalName()
                : ((String) value).replace('.', '/');
      }

      @Override
      public AnnotationVisitor visitArray(String element) {
        return new AnnotationVisitor(Opcodes.ASM9) {
          @Override
          public void visit(@Nullable String index, Object value) {
            also.add(((Type) value).getInternalName());
          }
        };
      }
    };
  }

  /** Reads for which releases something is, and tells if this one is not among them. */
  private static @Nullable AnnotationVisitor releases(String annotation, Runnable unlessThis) {
    boolean isSince = annotation.equals(SINCE_JDK);
    if (!isSince && !annotation.equals(BEFORE_JDK)) {
      return null;
    }
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(String element, Object value) {
        if (Runtime.version().feature() >= (Integer) value != isSince) {
          unlessThis.run();
        }
      }
    };
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    int wanted = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    if ((access & wanted) != wanted || (access & Opcodes.ACC_SYNTHETIC) != 0) {
      return null;
    }
    return new MethodVisitor(Opcodes.ASM9) {
      private boolean isOfThisJdk = true;

      @Override
      public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        return releases(annotation, () -> isOfThisJdk = false);
      }

      @Override
      public void visitEnd() {
        if (isOfThisJdk) {
          methods.add(new MethodInfo(method, descriptor, access));
        }
      }
    };
  }
}
