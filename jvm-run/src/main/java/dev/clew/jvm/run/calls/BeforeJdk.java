package dev.clew.jvm.run.calls;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The annotated replacement is needed on older JDKs only. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface BeforeJdk {
  /** The first feature release that does not need it. */
  int value();
}
