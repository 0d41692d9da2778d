package dev.clew.jvm.run;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a thread was started with, to be compared with what others were started with.
 *
 * <p>Two threads run the same task if it is the same object; or lambdas of one place that captured
 * the same; or objects of a class of the program that began with the same in their fields. Code of
 * a lambda cannot name the lambda. Code of a class can, unless it keeps to itself: it uses the
 * object for its own fields only. Such an object is the thread's own as long as nobody else touches
 * it.
 */
final class Task {
  private static final ClassValue<Field[]> FIELDS =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          List<Field> fields = new ArrayList<>();
          for (Class<?> each = type; each != null; each = superclass(each)) {
            for (Field field : each.getDeclaredFields()) {
              if (!Modifier.isStatic(field.getModifiers()) && field.getType() != Shadow.class) {
                field.setAccessible(true);
                fields.add(field);
              }
            }
          }
          return fields.toArray(new Field[0]);
        }
      };

  private final Thread thread;
  private final Object object;
  private final boolean isLambda;

  /** What the fields held at the start; null if only the very same task is alike. */
  private final @Nullable Object @Nullable [] values;

  private Task(
      Thread thread, Object object, boolean isLambda, @Nullable Object @Nullable [] values) {
    this.thread = thread;
    this.object = object;
    this.isLambda = isLambda;
    this.values = values;
  }

  /**
   * The task of a thread that is being started, null if it is like that of no other.
   *
   * @param keepsToItself knows the classes whose objects keep to themselves
   */
  static @Nullable Task of(@Nullable Thread thread, Predicate<Class<?>> keepsToItself) {
    if (thread == null || ThreadFields.hasHandler(thread)) {
      return null;
    }
    Object target = ThreadFields.task(thread);
    if (thread.getClass() != Thread.class) {
      return target == null && keepsToItself.test(thread.getClass())
          ? new Task(thread, thread, false, valuesOf(thread))
          : null;
    }
    if (target == null) {
      return null;
    }
    boolean isLambda = target.getClass().isHidden();
    boolean hasValues = isLambda || keepsToItself.test(target.getClass());
    return new Task(thread, target, isLambda, hasValues ? valuesOf(target) : null);
  }

  /** The object that belongs to the thread alone if nobody else touches it, null if none does. */
  @Nullable Object own() {
    return isLambda || values == null ? null : object;
  }

  boolean isSameObject(Task other) {
    return object == other.object;
  }

  /** Whether two threads that run these tasks begin alike. */
  boolean isAlike(Task other) {
    return thread.isDaemon() == other.thread.isDaemon()
        && thread.getContextClassLoader() == other.thread.getContextClassLoader()
        && thread.getThreadGroup() == other.thread.getThreadGroup()
        && object.getClass() == other.object.getClass()
        && (isSameObject(other) || haveSameValues(other));
  }

  private boolean haveSameValues(Task other) {
    if (values == null || other.values == null) {
      return false;
    }
    Field[] fields = FIELDS.get(object.getClass());
    for (int i = 0; i < fields.length; i++) {
      Object one = values[i];
      boolean isSame =
          fields[i].getType().isPrimitive() && one != null
              ? one.equals(other.values[i])
              : one == other.values[i];
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object @Nullable [] valuesOf(Object object) {
    Field[] fields;
    try {
      fields = FIELDS.get(object.getClass());
    } catch (LinkageError e) {
      return null; // one of them has a class that is not there
    }
    @Nullable Object[] values = new @Nullable Object[fields.length];
    try {
      for (int i = 0; i < fields.length; i++) {
        values[i] = fields[i].get(object);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the fields were made accessible", e);
    }
    return values;
  }

  private static @Nullable Class<?> superclass(Class<?> type) {
    Class<?> next = type.getSuperclass();
    return next == Object.class || next == Thread.class ? null : next;
  }
}
