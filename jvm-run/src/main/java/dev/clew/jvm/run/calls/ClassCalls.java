package dev.clew.jvm.run.calls;

import dev.clew.jvm.run.Reflected;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/** Tells the program what its class files have, not what was put into its classes. */
@Replaces(Class.class)
public final class ClassCalls {
  private ClassCalls() {}

  /** Instead of {@link Class#getField}. */
  public static Field getField(Class<?> self, String name) throws NoSuchFieldException {
    return Reflected.field(self.getField(name));
  }

  /** Instead of {@link Class#getFields}. */
  public static Field[] getFields(Class<?> self) {
    return Reflected.fields(self.getFields());
  }

  /** Instead of {@link Class#getDeclaredField}. */
  public static Field getDeclaredField(Class<?> self, String name) throws NoSuchFieldException {
    return Reflected.field(self.getDeclaredField(name));
  }

  /** Instead of {@link Class#getDeclaredFields}. */
  public static Field[] getDeclaredFields(Class<?> self) {
    return Reflected.fields(self.getDeclaredFields());
  }

  /** Instead of {@link Class#getMethod}. */
  public static Method getMethod(Class<?> self, String name, Class<?>[] parameters)
      throws NoSuchMethodException {
    return Reflected.method(self.getMethod(name, parameters));
  }

  /** Instead of {@link Class#getMethods}. */
  public static Method[] getMethods(Class<?> self) {
    return Reflected.methods(self.getMethods());
  }

  /** Instead of {@link Class#getDeclaredMethod}. */
  public static Method getDeclaredMethod(Class<?> self, String name, Class<?>[] parameters)
      throws NoSuchMethodException {
    return Reflected.method(self.getDeclaredMethod(name, parameters));
  }

  /** Instead of {@link Class#getDeclaredMethods}. */
  public static Method[] getDeclaredMethods(Class<?> self) {
    return Reflected.methods(self.getDeclaredMethods());
  }

  /** Instead of {@link Class#getInterfaces}. */
  public static Class<?>[] getInterfaces(Class<?> self) {
    return Reflected.interfaces(self.getInterfaces());
  }

  /** Instead of {@link Class#getGenericInterfaces}. */
  public static Type[] getGenericInterfaces(Class<?> self) {
    return Reflected.genericInterfaces(self.getGenericInterfaces());
  }

  /** Instead of {@link Class#getAnnotatedInterfaces}. */
  public static AnnotatedType[] getAnnotatedInterfaces(Class<?> self) {
    return Reflected.annotatedInterfaces(self.getAnnotatedInterfaces());
  }
}
