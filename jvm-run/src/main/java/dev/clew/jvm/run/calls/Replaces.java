package dev.clew.jvm.run.calls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The public static methods of the annotated class are called instead of methods of another class.
 *
 * <p>Each has the name and the result of a method of that class, and its parameters, after the
 * receiver if there is one. A last parameter {@code int site} that the original does not have gets
 * the number of the calling position. A method without an original in the running JDK replaces
 * nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Replaces {
  /** The class that declares the original methods. */
  Class<?> value();
}
