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
 * outside a controlled execution. Two names are special: {@code created}, with the new object and
 * all parameters of a constructor, is called at the end of that constructor; with the new object
 * alone it is called at the end of every constructor that has no method of its own.
 *
 * <p>A parameter or result type that is not accessible here is written as {@code Object}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Models {
  /** The class that is modelled; left out when {@link #name} gives it. */
  Class<?> value() default void.class;

  /** The binary name of the class that is modelled, when it is not accessible as a class. */
  String name() default "";
}
