package dev.clew.jvm.run.juc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The annotated model, or method of a model, has its original on older JDKs only. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface BeforeJdk {
  /** The first feature release that does not have the original. */
  int value();
}
