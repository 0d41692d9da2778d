package dev.clew.jvm.run.calls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The annotated method of a class with {@link Replaces} has the parameters of a constructor. It is
 * called in place of that constructor, and what it returns is passed to the constructor with this
 * one parameter: {@code new Random()} becomes {@code new Random(seed())}.
 *
 * <p>That holds for calls of subclasses to the constructor of their superclass too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ConstructorArgument {}
