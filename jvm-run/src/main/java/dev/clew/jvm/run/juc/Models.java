package dev.clew.jvm.run.juc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The public static methods of the annotated class do the work of methods of a JDK class while a
 * program is under control.
 *
 * <p>Each has the name and the result of a method that the JDK class itself declares, and its
 * parameters, after the receiver if there is one. The JDK class keeps its own code for everything
 * outside a controlled execution.
 *
 * <p>A method {@code created} with the new object and all parameters of a constructor is called at
 * the end of that constructor; with the new object alone it is called at the end of every
 * constructor that has no method of its own and calls no other constructor of the class. It must
 * {@linkplain dev.clew.jvm.run.Shadows#register register} the object: the methods of a model with
 * {@code created} are called only for objects made by the program in this execution. All others,
 * such as those in static fields of the JDK, belong to the JVM.
 *
 * <p>A parameter or result type that is not accessible here is written as {@code Object}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Models {
  /** The class that is modelled; left out when {@link #name} gives it. */
  Class<?> value() default void.class;

  /** Classes that are modelled in the same way. */
  Class<?>[] also() default {};

  /** The binary name of the class that is modelled, when it is not accessible as a class. */
  String name() default "";

  /** Whether the model does its work under control, by means of other classes with models. */
  boolean isComposed() default false;

  /**
   * Whether it is a collection or a view of one: then the methods are called for those that the
   * program made, though there is no {@code created}.
   */
  boolean isOfCollections() default false;
}
