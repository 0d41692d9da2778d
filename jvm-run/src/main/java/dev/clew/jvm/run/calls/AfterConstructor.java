package dev.clew.jvm.run.calls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The annotated method of a class with {@link Replaces} is called after a constructor, with the
 * object made and the arguments that the constructor had.
 *
 * <p>That holds for calls of subclasses to the constructor of their superclass too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AfterConstructor {}
